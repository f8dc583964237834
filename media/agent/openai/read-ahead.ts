import { type ChatConnection, chosenFields } from '../../kit/chat/index.ts';
import type { AgentRequest, LlmConfig } from '../../line/agent.ts';
import { builtInToolsOf } from './built-in/registry.ts';
import type { BuiltInTool } from './built-in/tool.ts';
import { flowAtStart, hasBranches } from './flow.ts';
import { beginningOf } from './prompt.ts';
import { createStepTools, planInStep } from './step-tools.ts';
import { toolsOf } from './tools.ts';

export interface ReadAheadOptions {
  readonly config: LlmConfig;
  readonly connection: ChatConnection;
  readonly registered: readonly BuiltInTool[];
}

const longestMs = 30_000;

/**
 * Lets the server read what is the same in each turn of a call. The first reply waits there until it is read. Never
 * rejects.
 */
export async function readAhead(request: AgentRequest, options: ReadAheadOptions): Promise<void> {
  const { config, connection, registered } = options;
  const flow = hasBranches(request.plan) ? flowAtStart(request) : undefined;
  const steps = flow === undefined ? [] : createStepTools(request.plan, flow).tools;
  const builtIn = [...builtInToolsOf(request.plan, registered), ...steps];
  const plan = flow === undefined ? request.plan : planInStep(request.plan, flow);
  const messages = [beginningOf({ request: { ...request, plan }, builtIn, flow })];
  const reading = { ...chosenFields(config), maxTokens: 1, messages, tools: toolsOf(plan, builtIn) };
  try {
    for await (const _ of connection.stream(reading, { signal: AbortSignal.timeout(longestMs) }));
  } catch {
    // The first reply reports what is wrong.
  }
}
