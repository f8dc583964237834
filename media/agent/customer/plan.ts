export type {
  CustomerFact,
  CustomerObjection,
  CustomerPlan,
  SpeechHabits,
} from '../../line/customer-plan.ts';

/** A complete turn of the agent. */
export interface AgentTurn {
  readonly text: string;
  /** The agent ends or transfers the call behind it. */
  readonly ended: boolean;
}

export type CustomerEnd = 'satisfied' | 'hangup' | 'max_turns' | 'agent_ended';

/** What the customer does; `text` is null where it says nothing. */
export interface CustomerMove {
  readonly act: CustomerAct;
  readonly text: string | null;
  /** Ids of the facts that it says. */
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

/** Plain JSON: with the plan and the next turn of the agent it decides the next move. */
export interface CustomerState {
  /** Lines of both sides so far. */
  readonly lines: number;
  readonly streams: { readonly policy: number; readonly wording: number };
  readonly goalStated: boolean;
  /** Sentences of the situation that were said. */
  readonly told: number;
  /** Ids of the facts that were said. */
  readonly said: readonly string[];
  /** How often each hidden fact was asked for. */
  readonly asked: Readonly<Record<string, number>>;
  readonly objections: readonly { readonly left: number; readonly raised: number }[];
  /** The objection that waits for an answer. */
  readonly objecting: number | null;
  readonly patience: number;
  /** -2 to 2: answered objections raise it, evasions and repetitions lower it. It decides how soon a hidden fact is told. */
  readonly trust: number;
  /** Turns of the agent, folded, and lines of the customer: neither is repeated without a reaction. */
  readonly agentLines: readonly string[];
  readonly ownLines: readonly string[];
  readonly lastAct: CustomerAct | null;
}
