import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import { parseJson } from '../../kit/parse-json.ts';
import type { AgentAction, AgentPlan, AgentRequest, ToolSpec } from '../../line/agent.ts';
import type { Confidential } from '../confidential.ts';
import type { BuiltInOutcome, BuiltInTool } from './built-in/tool.ts';
import { destinationsIn, isKnown } from './destinations.ts';
import type { ToolCall } from './notes.ts';
import { unfilledIn, withoutNulls } from './unfilled.ts';

/** Returns the tools offered to the model: the built-in ones and the plan's. */
export function toolsOf(plan: AgentPlan, builtIn: readonly BuiltInTool[]): ChatCompletionTool[] {
  const offered = builtIn.flatMap(({ name, description, parameters }) => {
    const schema = parameters(plan);
    return schema === undefined ? [] : [tool(name, description, schema)];
  });
  const planTools = plan.tools
    .filter((each) => builtIn.every(({ name }) => name !== wireName(each.name)))
    .map((each) => tool(wireName(each.name), each.description, withoutCallerFields(each.parameters)));
  return [...offered, ...planTools];
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
export function withoutCallerFields(parameters: ToolSpec['parameters']): ToolSpec['parameters'] {
  const { properties, required, ...rest } = parameters;
  if (typeof properties !== 'object' || properties === null) return parameters;
  const open = Object.entries(properties).filter(([, each]) => !isCallerField(each));
  const names = open.map(([name]) => name);
  const needed = Array.isArray(required) ? { required: required.filter((name) => names.includes(name)) } : {};
  return { ...rest, properties: Object.fromEntries(open), ...needed };
}

const isCallerField = (property: unknown): boolean =>
  typeof property === 'object' && property !== null && 'x-caller' in property;

export interface ReadCall {
  readonly call: ToolCall;
  readonly outcome: BuiltInOutcome;
  /** Whether the result of the action arrives later. */
  readonly reportsLater: boolean;
}

interface Reading {
  readonly request: AgentRequest;
  readonly confidential: Confidential;
  readonly builtIn: readonly BuiltInTool[];
}

/**
 * Converts a tool call to an action or to an answer. It is refused if the tool is unknown, the arguments are not a JSON
 * object or reveal confidential text, or a destination is not permitted.
 */
export function readCall({ request, confidential, builtIn }: Reading, call: ToolCall): ReadCall {
  const { id, name } = call;
  const builtInTool = builtIn.find((each) => each.name === name);
  const args = argumentsOf(call.arguments);
  const read = (): BuiltInOutcome => {
    if (args === undefined) return { refusal: 'the arguments are not a complete JSON object.' };
    if (builtInTool !== undefined) return builtInTool.carryOut({ id, args, request, confidential });
    const action = planAction(request, confidential, { id, name, args });
    return typeof action === 'string' ? { refusal: action } : { action };
  };
  return { call, outcome: read(), reportsLater: builtInTool === undefined || builtInTool.reportsLater === true };
}

interface ParsedCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Returns the call of a tool of the plan as an action, or why it is refused. */
function planAction(
  request: AgentRequest,
  confidential: Confidential,
  { id, name, args }: ParsedCall,
): AgentAction | string {
  const spec = request.plan.tools.find((each) => wireName(each.name) === name);
  if (spec === undefined) return 'there is no tool with this name.';
  const unfilled = unfilledIn(args, spec.parameters, callerLines(request));
  if (unfilled.length > 0) return `the caller has not told you: ${unfilled.join(', ')}. Ask first.`;
  if (textsIn(args).some((text) => confidential.isIn(text))) return 'the arguments contain confidential text.';
  if (!destinationsIn(args).every((each) => isKnown(each, request)))
    return 'an address or number in the arguments is not known from this call.';
  return { kind: 'tool', id, name: spec.name, arguments: withoutNulls(args, spec.parameters) };
}

const callerLines = ({ history, input }: AgentRequest): readonly string[] => [
  ...history.filter(({ speaker }) => speaker === 'caller').map(({ text }) => text),
  ...(input.kind === 'said' ? [input.text] : []),
];

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null
    ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)]
    : [];
};

/** Returns the arguments of a call; undefined if they are not a complete JSON object. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = parseJson(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
