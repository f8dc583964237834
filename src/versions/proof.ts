/** The suite of an agent when a proof began. */
export interface ProvenSuite {
  readonly scenarios: readonly { readonly uuid: string; readonly name: string }[];
  /** Runs of each scenario with each version. */
  readonly repeats: number;
  readonly mode: 'text' | 'voice';
}

/** How many scenarios a version passed in all of their runs: pass^k. */
export interface PassRate {
  readonly scenarios: number;
  readonly passed: number;
  /** 0 to 1, with Wilson's 95 % interval; null without scenarios that have a verdict. */
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Scenarios with a run that yielded no verdict. They are not among `scenarios`. */
  readonly withoutVerdict: number;
}

/** The result of a proof. */
export interface ProofResult {
  readonly before: PassRate;
  readonly after: PassRate;
  readonly scenarios: readonly ProvenScenario[];
}

export interface ProvenScenario {
  readonly uuid: string;
  /** Runs that passed, of those with a verdict. */
  readonly before: { readonly passed: number; readonly judged: number };
  readonly after: { readonly passed: number; readonly judged: number };
}
