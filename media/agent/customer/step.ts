import type { CustomerLine } from '../../language/customer.ts';
import type { FactBook } from './facts.ts';
import type { Heard } from './heard.ts';
import type { CustomerAct, CustomerEnd, CustomerFact, CustomerPlan, CustomerState } from './plan.ts';
import type { Stream } from './streams.ts';
import type { CustomerWords } from './words.ts';

/** Trust ranges from -2 to 2. */
export const mostTrust = 2;

/** Inputs of one step. */
export interface Step {
  readonly plan: CustomerPlan;
  readonly words: CustomerWords;
  readonly book: FactBook;
  readonly state: CustomerState;
  readonly heard: Heard;
  readonly policy: Stream;
  /** The situation, rewritten in the first person. */
  readonly story: readonly string[];
}

/** A move before its wording is chosen. */
export interface Draft {
  readonly act: CustomerAct;
  readonly line: CustomerLine | null;
  readonly values?: Readonly<Record<string, string>>;
  /** Appended by a talkative customer. */
  readonly more?: string | undefined;
  readonly facts?: readonly CustomerFact[];
  readonly end?: CustomerEnd;
  readonly changes?: Partial<CustomerState>;
}
