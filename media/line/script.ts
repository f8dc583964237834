/** A fact that the agent must ask for; questions are asked in order. */
export interface ScriptQuestion {
  readonly id: string;
  readonly ask: string;
  readonly kind: 'text' | 'name' | 'date' | 'time' | 'datetime' | 'phone' | 'email' | 'number' | 'yes_no' | 'choice';
  readonly choices?: readonly string[];
  /** Wording of the repeated question after an answer that was not understood. */
  readonly retry?: string;
  /** Sentence that reads the answer back for confirmation; "{value}" is replaced with the answer. */
  readonly confirm?: string;
}

/** A reason to call, or a step of a flow, with the questions it needs and the closing words. "{id}" is replaced with an answer. */
export interface ScriptGoal {
  readonly id: string;
  /** Sentences with which a caller might express this goal; matched by embedding. Empty: only a branch leads here. */
  readonly examples: readonly string[];
  readonly intro?: string;
  /** What a language model must do in this step, beyond its questions. */
  readonly instructions?: string;
  readonly questions: readonly ScriptQuestion[];
  /** Tool that runs once the questions are answered; by default the one with the id of the goal, if any. */
  readonly tool?: string;
  /** Names of the tools that a language model has in this step; all by default. */
  readonly tools?: readonly string[];
  /** Said where the goal ends without a branch. */
  readonly done: string;
  /** What follows: the first branch that applies is taken. Without one the goal ends. */
  readonly next?: readonly ScriptBranch[];
}

/** Where a flow continues. `agent` and `go` together: the other agent continues at this step. */
export interface ScriptBranch {
  /** All of them must hold. None: the branch always applies. */
  readonly when?: readonly ScriptTest[];
  /** Said before the flow moves on. */
  readonly say?: string;
  /** Id of the next step. */
  readonly go?: string;
  /** UUID of the agent that takes over the call. */
  readonly agent?: string;
  /** The call ends with the goodbye. */
  readonly end?: true;
}

/**
 * A test of one thing: an answer, a field of the contact, the result of a tool, what the caller says, time or language.
 * All of its comparisons must hold.
 */
export interface ScriptTest {
  /** Id of a question. */
  readonly slot?: string;
  readonly contact?: string;
  /** Name of a tool that ran before. */
  readonly tool?: string;
  /** Whether the tool succeeded. */
  readonly ok?: boolean;
  /** Field in the tool's JSON, such as `slots.0.time`; by default its whole result is compared. */
  readonly field?: string;
  /** Sentences that express what the caller's last words must mean. */
  readonly intent?: readonly string[];
  /** Local time in the flow's time zone. `to` is exclusive, and may be on the next day. Days from 1 (Monday) to 7. */
  readonly time?: { readonly from?: string; readonly to?: string; readonly days?: readonly number[] };
  /** Language of the call, such as `hi`. */
  readonly language?: string;
  /** The value is one of these, regardless of case. */
  readonly is?: readonly string[];
  readonly not?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly known?: boolean;
  /** Alternatives: the test also holds if one of these does. They have none of their own. */
  readonly or?: readonly ScriptTest[];
}

/** Returns a test without its alternatives, followed by these. */
export const alternativesOf = (test: ScriptTest): readonly ScriptTest[] => [test, ...(test.or ?? [])];

/** A step that was begun, or a branch that was taken from it. */
export interface PathPart {
  readonly step: string;
  /** Position in the `next` of the step. */
  readonly branch?: number;
}
