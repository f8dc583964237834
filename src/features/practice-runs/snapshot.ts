import type { Persona } from '../personas/index.ts';
import type { Criterion, Scenario } from '../scenarios/index.ts';

/** What a run is about. Later changes do not reach it. */
export interface Snapshot {
  readonly persona: Persona;
  readonly scenario: Scenario;
  readonly criteria: readonly Criterion[];
  /** What the customer knows. */
  readonly documents: readonly { readonly title: string; readonly text: string }[];
}
