import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import type { AgentAction, BrainPlan, EndReason } from '../../line/brain.ts';
import type { ToolCall } from './notes.ts';

const endReasons = [
  'agent_goodbye',
  'caller_goodbye',
  'wrong_number',
  'dnc_request',
  'voicemail',
  'guardrail',
] as const satisfies readonly EndReason[];

/** Names that the agent itself answers for; a plan's tool of the same name is left out. */
export const ownTools = { end: 'end_call', transfer: 'transfer_call', keys: 'send_dtmf' } as const;

/** The tools that a model may call: the agent's own and the plan's. */
export function toolsOf(plan: BrainPlan): ChatCompletionTool[] {
  const own = [
    tool(ownTools.end, 'Ends the call, after your last words have been spoken.', {
      type: 'object',
      properties: { reason: { type: 'string', enum: endReasons } },
      required: ['reason'],
    }),
    tool(ownTools.keys, 'Presses telephone keys, for instance to get through a menu.', {
      type: 'object',
      properties: { digits: { type: 'string', description: '0-9, * and #' } },
      required: ['digits'],
    }),
  ];
  const transfer = tool(ownTools.transfer, 'Puts the caller through to a person.', {
    type: 'object',
    properties: {
      target: { type: 'string', enum: plan.transferTargets },
      brief: { type: 'string', description: 'What the person should know, in one or two sentences.' },
    },
    required: ['target', 'brief'],
  });
  const reserved: readonly string[] = Object.values(ownTools);
  const given = plan.tools
    .filter((each) => !reserved.includes(wireName(each.name)))
    .map((each) => tool(wireName(each.name), each.description, each.parameters));
  return [...own, ...(plan.transferTargets.length > 0 ? [transfer] : []), ...given];
}

const tool = (
  name: string,
  description: string,
  parameters: Readonly<Record<string, unknown>>,
): ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters: { ...parameters } },
});

/** The protocol allows letters, digits, `_` and `-` only. */
export const wireName = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64);

/** What a call means; undefined when it names no tool or its arguments are not what the tool takes. */
export function actionOf(plan: BrainPlan, call: ToolCall): AgentAction | undefined {
  const args = argumentsOf(call.arguments);
  if (args === undefined) return undefined;
  switch (call.name) {
    case ownTools.end:
      return { kind: 'end', reason: endReasons.find((reason) => reason === args.reason) ?? 'agent_goodbye' };
    case ownTools.transfer: {
      const target = plan.transferTargets.find((each) => each === args.target) ?? plan.transferTargets[0];
      const brief = typeof args.brief === 'string' ? args.brief.slice(0, 500) : '';
      return target === undefined ? undefined : { kind: 'transfer', target, brief };
    }
    case ownTools.keys: {
      const digits = String(args.digits ?? '')
        .replace(/[^\d*#]/g, '')
        .slice(0, 32);
      return digits === '' ? undefined : { kind: 'dtmf', digits };
    }
    default: {
      const spec = plan.tools.find((each) => wireName(each.name) === call.name);
      return spec === undefined ? undefined : { kind: 'tool', name: spec.name, arguments: args };
    }
  }
}

function argumentsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
