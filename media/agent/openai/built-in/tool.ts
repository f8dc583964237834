import type { AgentAction, AgentPlan, AgentRequest } from '../../../line/agent.ts';
import type { Confidential } from '../../confidential.ts';

/** A call of the model, with its arguments parsed. */
export interface BuiltInCall {
  readonly id: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly request: AgentRequest;
  readonly confidential: Confidential;
}

/** What comes of a call: an action on the line, an answer for the model, or why nothing happens, in words for it. */
export type BuiltInOutcome =
  | { readonly action: AgentAction }
  | { readonly answer: string }
  | { readonly refusal: string };

/** A tool that every agent with a language model has, unless its plan leaves it out. */
export interface BuiltInTool {
  /** Reserved: a plan's tool with the same name is omitted. */
  readonly name: string;
  readonly description: string;
  /** Returns the JSON schema of the arguments; undefined where the plan has no use for the tool. */
  parameters(plan: AgentPlan): Readonly<Record<string, unknown>> | undefined;
  /** Returns the instruction to the model for this plan, if it needs one. */
  instruction?(plan: AgentPlan): string;
  carryOut(call: BuiltInCall): BuiltInOutcome;
  /** Returns the plan of an agent that has turned the tool off, for an effect that is possible without the tool. */
  planWithout?(plan: AgentPlan): AgentPlan;
  /** The result of the action arrives later, and the model speaks about it. Otherwise the action is done at once. */
  readonly reportsLater?: true;
}
