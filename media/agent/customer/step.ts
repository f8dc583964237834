import type { CustomerLine } from '../../language/customer.ts';
import type { FactBook } from './facts.ts';
import type { Heard } from './heard.ts';
import type { CustomerAct, CustomerEnd, CustomerFact, CustomerPlan, CustomerState } from './plan.ts';
import type { Stream } from './streams.ts';
import type { CustomerWords } from './words.ts';

/** Trust is -2 to 2. */
export const mostTrust = 2;

/** What a step works with. */
export interface Step {
  readonly plan: CustomerPlan;
  readonly words: CustomerWords;
  readonly book: FactBook;
  readonly state: CustomerState;
  readonly heard: Heard;
  readonly policy: Stream;
  /** The situation in the customer's words. */
  readonly story: readonly string[];
}

/** A move before it has words. */
export interface Draft {
  readonly act: CustomerAct;
  readonly line: CustomerLine | null;
  readonly values?: Readonly<Record<string, string>>;
  /** Said behind it by a talkative customer. */
  readonly more?: string | undefined;
  readonly facts?: readonly CustomerFact[];
  readonly end?: CustomerEnd;
  readonly changes?: Partial<CustomerState>;
}
