import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import { parseJson } from '../../kit/parse-json.ts';
import type { AgentAction, AgentPlan, AgentRequest, EndReason, ToolSpec } from '../../line/agent.ts';
import type { Confidential } from '../confidential.ts';
import { squashed } from '../squashed.ts';
import { destinationsIn, isKnown } from './destinations.ts';
import type { ToolCall } from './notes.ts';

const endReasons = [
  'agent_goodbye',
  'caller_goodbye',
  'wrong_number',
  'dnc_request',
  'voicemail',
  'guardrail',
] as const satisfies readonly EndReason[];

/** Names reserved for the agent's own tools. A plan's tool with the same name is omitted. */
export const ownTools = { end: 'end_call', transfer: 'transfer_call', keys: 'send_dtmf' } as const;

/** Returns the tools offered to the model: the agent's own and the plan's. */
export function toolsOf(plan: AgentPlan): ChatCompletionTool[] {
  const builtInTools = [
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
  const planTools = plan.tools
    .filter((each) => !reserved.includes(wireName(each.name)))
    .map((each) => tool(wireName(each.name), each.description, withoutCallerFields(each.parameters)));
  return [...builtInTools, ...(plan.transferTargets.length > 0 ? [transfer] : []), ...planTools];
}

const tool = (
  name: string,
  description: string,
  parameters: Readonly<Record<string, unknown>>,
): ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters: { ...parameters } },
});

/** The protocol allows only letters, digits, `_` and `-`, up to 64. */
export const wireName = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64);

/** Hides arguments that the call fills in itself (`x-caller`) from the model. */
function withoutCallerFields(parameters: ToolSpec['parameters']): ToolSpec['parameters'] {
  const { properties, required, ...rest } = parameters;
  if (typeof properties !== 'object' || properties === null) return parameters;
  const open = Object.entries(properties).filter(([, each]) => !isCallerField(each));
  const names = open.map(([name]) => name);
  const needed = Array.isArray(required) ? { required: required.filter((name) => names.includes(name)) } : {};
  return { ...rest, properties: Object.fromEntries(open), ...needed };
}

const isCallerField = (property: unknown): boolean =>
  typeof property === 'object' && property !== null && 'x-caller' in property;

/** A tool call as an action, or why it cannot be carried out, in words for the model. */
export type ReadCall = { readonly call: ToolCall } & ({ readonly action: AgentAction } | { readonly refusal: string });

/**
 * Converts a tool call to an action. It is refused if the tool is unknown, the arguments are not a JSON object or reveal
 * confidential text, or a destination is not permitted.
 */
export function readCall(request: AgentRequest, confidential: Confidential, call: ToolCall): ReadCall {
  const args = argumentsOf(call.arguments);
  if (args === undefined) return { call, refusal: 'the arguments are not a complete JSON object.' };
  const action = actionOf(request, confidential, { ...call, args });
  return typeof action === 'string' ? { call, refusal: action } : { call, action };
}

interface ParsedCall extends ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
}

function actionOf(
  request: AgentRequest,
  confidential: Confidential,
  { id, name, args }: ParsedCall,
): AgentAction | string {
  const { plan } = request;
  switch (name) {
    case ownTools.end:
      return { kind: 'end', reason: endReasons.find((reason) => reason === args.reason) ?? 'agent_goodbye' };
    case ownTools.transfer: {
      const target = targetOf(plan, args.target);
      const brief = typeof args.brief === 'string' ? args.brief.slice(0, 500) : '';
      if (target === undefined) return 'nobody can be put through to at this target.';
      return { kind: 'transfer', id, target, brief: confidential.isIn(brief) ? '' : brief };
    }
    case ownTools.keys: {
      const digits = String(args.digits ?? '')
        .replace(/[^\d*#]/g, '')
        .slice(0, 32);
      return digits === '' ? 'there are no digits to press.' : { kind: 'dtmf', digits };
    }
    default: {
      const spec = plan.tools.find((each) => wireName(each.name) === name);
      if (spec === undefined) return 'there is no tool with this name.';
      if (textsIn(args).some((text) => confidential.isIn(text))) return 'the arguments contain confidential text.';
      if (!destinationsIn(args).every((each) => isKnown(each, request)))
        return 'an address or number in the arguments is not known from this call.';
      return { kind: 'tool', id, name: spec.name, arguments: args };
    }
  }
}

/** Falls back to the first target if the model describes it in other words, but never for a number or address. */
function targetOf({ transferTargets }: AgentPlan, named: unknown): string | undefined {
  const text = typeof named === 'string' ? named : '';
  const plain = squashed(text);
  const target = transferTargets.find((each) => squashed(each) === plain);
  return target ?? (/\d{3}/.test(plain) || /[@/:]/.test(text) ? undefined : transferTargets[0]);
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null
    ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)]
    : [];
};

function argumentsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = parseJson(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
