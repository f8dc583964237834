import type { Persona } from '../personas/index.ts';
import type { Criterion, Scenario } from '../scenarios/index.ts';

/** Data of a run, fixed at its creation. */
export interface Snapshot {
  readonly persona: Persona;
  readonly scenario: Scenario;
  readonly criteria: readonly Criterion[];
  /** Documents that the customer knows. */
  readonly documents: readonly { readonly title: string; readonly text: string }[];
}
