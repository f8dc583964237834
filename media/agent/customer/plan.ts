export type {
  CustomerFact,
  CustomerObjection,
  CustomerPlan,
  SpeechHabits,
} from '../../line/customer-plan.ts';

/** A complete turn of the agent. */
export interface AgentTurn {
  readonly text: string;
  /** Whether the agent ends or transfers the call after this turn. */
  readonly ended: boolean;
}

export type CustomerEnd = 'satisfied' | 'hangup' | 'max_turns' | 'agent_ended';

/** One move of the customer. `text` is null if it says nothing. */
export interface CustomerMove {
  readonly act: CustomerAct;
  readonly text: string | null;
  /** Ids of the facts stated in this move. */
  readonly facts: readonly string[];
  readonly end?: CustomerEnd;
}

export type CustomerAct =
  | 'open'
  | 'state_goal'
  | 'answer'
  | 'confirm'
  | 'correct'
  | 'withhold'
  | 'unknown'
  | 'object'
  | 'object_again'
  | 'accept_answer'
  | 'elaborate'
  | 'acknowledge'
  | 'restate'
  | 'nothing_else'
  | 'close'
  | 'end';

/** State of the customer as plain JSON. Together with the plan and the next agent turn it determines the next move. */
export interface CustomerState {
  /** Number of lines so far, both sides together. */
  readonly lines: number;
  readonly streams: { readonly policy: number; readonly wording: number };
  readonly goalStated: boolean;
  /** Number of sentences of the situation already spoken. */
  readonly told: number;
  /** Ids of the facts already stated. */
  readonly said: readonly string[];
  /** How often each hidden fact was asked for, by fact id. */
  readonly asked: Readonly<Record<string, number>>;
  readonly objections: readonly { readonly left: number; readonly raised: number }[];
  /** Index of the objection that is waiting for an answer. */
  readonly objecting: number | null;
  readonly patience: number;
  /**
   * From -2 to 2. Answered objections raise it; evasions and repetitions lower it. It decides how soon a hidden fact is
   * revealed.
   */
  readonly trust: number;
  /** Agent turns, folded, and the customer's own lines. Used to detect repetition on either side. */
  readonly agentLines: readonly string[];
  readonly ownLines: readonly string[];
  readonly lastAct: CustomerAct | null;
}
