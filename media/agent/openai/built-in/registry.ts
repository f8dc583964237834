import type { AgentPlan } from '../../../line/agent.ts';
import { endCall } from './end-call/index.ts';
import { sendDtmf } from './send-dtmf/index.ts';
import type { BuiltInTool } from './tool.ts';
import { transferCall } from './transfer-call/index.ts';

/** The built-in tools, in the order in which the model gets them. */
export const builtInTools: readonly BuiltInTool[] = [endCall, sendDtmf, transferCall];

/** The names under which an agent turns built-in tools off. */
export const builtInToolNames: readonly string[] = builtInTools.map(({ name }) => name);

/** Returns the plan of an agent that has turned these built-in tools off. */
export function withoutBuiltInTools(plan: AgentPlan, names: readonly string[]): AgentPlan {
  const off = builtInTools.filter(({ name }) => names.includes(name));
  if (off.length === 0) return plan;
  const reduced = off.reduce((current, tool) => tool.planWithout?.(current) ?? current, plan);
  return { ...reduced, omittedTools: off.map(({ name }) => name) };
}

/** Returns the built-in tools of this plan. */
export const builtInToolsOf = (
  { omittedTools = [] }: AgentPlan,
  tools: readonly BuiltInTool[],
): readonly BuiltInTool[] => tools.filter(({ name }) => !omittedTools.includes(name));
