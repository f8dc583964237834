import { parseJson } from '../../kit/parse-json.ts';
import { callSyntaxAt, literalIn, mostCalls, openCallSyntaxAt, syntaxCallsIn } from './call-syntax.ts';
import type { WrittenCall } from './tool-call-parts.ts';

/**
 * Starts of a tool call that a model writes as text: marks and tags of chat templates, a fence, or JSON. Text up to there
 * may be spoken.
 */
const start =
  /\[TOOL_CALLS\]|<[|｜]?[\w:▁-]{0,30}(?:tool|function|call|invoke|action|python)|<\|channel\|>commentary|(?:(?:assistant)?commentary\s+)?to=functions\.|```|(?<![^\s.!?:;,<>])[[{]\s*["'{[\]}]/i;
/** The longest fragment that may become a start. */
const fragment = /(?:<\|channel\|>\w{0,12}|<\/?[|｜\w:▁=.-]{0,64}\s?\/?|<?[[{]\s*|\[[A-Z_]{0,11}|`{1,2})$/i;
/** How some models begin a call, where a server has removed the marks around it. */
const bareStarts = [
  'assistantcommentary to=functions.',
  'commentary to=functions.',
  'functools[',
  'function call<',
  'Action: ',
];
const longestBareStart = Math.max(...bareStarts.map(({ length }) => length));

/**
 * Returns the length of the text that can be spoken: up to a written call, or up to what may become one. `tools`: the
 * names of those that may be called.
 */
export function speakableLength(
  text: string,
  tools: readonly string[],
): { readonly length: number; readonly isCall: boolean } {
  const bare = bareStarts.slice(2).map((each) => text.indexOf(each));
  const starts = [start.exec(text)?.index ?? -1, callSyntaxAt(text, tools), ...bare].filter((at) => at >= 0);
  if (starts.length > 0) return { length: Math.min(...starts), isCall: true };
  const open = fragment.exec(text);
  const length = open === null ? text.length : open.index;
  return { length: Math.min(length, bareStartIn(text), openCallSyntaxAt(text, tools)), isCall: false };
}

/** Returns the position of the fragment that may become a start without marks; the length of the text without one. */
function bareStartIn(text: string): number {
  for (let at = Math.max(0, text.length - longestBareStart); at < text.length; at++)
    if (bareStarts.some((each) => each.startsWith(text.slice(at)))) return at;
  return text.length;
}

/** Whether a text from a start, in which no call was found, has only words: they merely begin like a call. */
export const isProse = (text: string): boolean => !/[[{`=|_｜▁]|^Action Input:/m.test(text);

/** Reads the tool calls in the text of a reply; none if it contains no call in a known form. */
export function writtenCallsIn(text: string, tools: readonly string[] = []): readonly WrittenCall[] {
  for (const read of readers) {
    const calls = read(text, tools).slice(0, mostCalls);
    if (calls.length > 0) return calls;
  }
  return [];
}

type Reader = (text: string, tools: readonly string[]) => readonly WrittenCall[];

/** The forms in which a call names its tool, the surest first. */
const readers: readonly Reader[] = [
  (text) =>
    [...text.matchAll(/<function=([\w.-]+)>([\s\S]*?)(?:<\/function>|$)/g)].map(([, name = '', body = '']) =>
      callOf(name, taggedArguments(body)),
    ),
  attributedCalls,
  (text) => addressed(text, /\[TOOL_CALLS\]\s*([\w.-]{1,100})\s*(?:\[ARGS\]\s*)?(?=\{)/gi),
  (text) => addressed(text, /to=functions\.([\w-]{1,100})[^{]{0,100}(?=\{)/g),
  (text, tools) => jsonValuesIn(text).flatMap((value) => callsOf(value, tools)),
  (text, tools) => syntaxCallsIn(text, tools).map(({ name, arguments: args }) => callOf(name, args)),
];

/** `<invoke name="find_slot">…</invoke>`, with or without a prefix. */
function attributedCalls(text: string): readonly WrittenCall[] {
  const tags = [...text.matchAll(/<([\w:-]{1,48})\s+name\s*=\s*["']?([\w.-]{1,100})["']?/gi)].filter(
    ([, tag]) => !/param/i.test(tag ?? ''),
  );
  return tags
    .slice(0, mostCalls)
    .map((match, i) =>
      callOf(match[2] ?? '', taggedArguments(text.slice(match.index + match[0].length, tags[i + 1]?.index))),
    );
}

/** Calls whose name is followed by a JSON object. */
const addressed = (text: string, pattern: RegExp): readonly WrittenCall[] =>
  [...text.matchAll(pattern)]
    .slice(0, mostCalls)
    .map((match) => callOf(match[1] ?? '', argumentsAt(text, match.index + match[0].length)));

/** Returns the JSON object at this position, or the text from there if the object is incomplete. */
function argumentsAt(text: string, at: number): unknown {
  const end = closingOf(text, at);
  return (end < 0 ? undefined : parsed(text.slice(at, end))) ?? text.slice(at);
}

/** `<parameter=day>Tuesday</parameter>`, `<parameter name="day">Tuesday</parameter>`, or a JSON object. */
function taggedArguments(body: string): unknown {
  const parameters = [
    ...body.matchAll(/<(?:\w+:)?parameter(?:=|\s+name=["'])([\w.-]+)["']?>([\s\S]*?)<\/(?:\w+:)?parameter>/g),
  ];
  // A call whose reply was cut is not to be carried out without its last parameter.
  if (parameters.length < (body.match(/<(?:\w+:)?parameter[=\s]/g)?.length ?? 0)) return body;
  const opening = nextOpening(body, 0);
  if (parameters.length === 0) return opening < 0 ? {} : argumentsAt(body, opening);
  return Object.fromEntries(parameters.map(([, name = '', value = '']) => [name, value.trim()]));
}

function callsOf(value: unknown, tools: readonly string[]): readonly WrittenCall[] {
  if (Array.isArray(value)) return value.flatMap((each) => callsOf(each, tools));
  if (typeof value !== 'object' || value === null) return [];
  const { name, tool, tool_name: toolName, function: called, tool_calls: list, ...rest } = value as Block;
  if (Array.isArray(list)) return list.flatMap((each) => callsOf(each, tools));
  if (typeof called === 'object' && called !== null) return callsOf(called, tools);
  const named = [name, toolName, tool, called].find((each) => typeof each === 'string' && each !== '');
  const args = rest.arguments ?? rest.parameters ?? rest.args ?? rest.input;
  if (typeof named === 'string') return args === undefined || isSchema(args) ? [] : [callOf(named, args)];
  // `{"find_slot": {"day": "Tuesday"}}`
  const [key = '', ...others] = Object.keys(value);
  const only = (value as Block)[key];
  return others.length === 0 && tools.includes(key) && typeof only === 'object' ? [callOf(key, only)] : [];
}

type Block = Readonly<Record<string, unknown>>;

/** Whether these are the parameters of a tool's definition: some models repeat the list of their tools. */
const isSchema = (args: unknown): boolean =>
  typeof args === 'object' && args !== null && 'properties' in args && 'type' in args && args.type === 'object';

const callOf = (name: string, args: unknown): WrittenCall => ({
  id: '',
  name,
  arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
});

/** Brackets that begin no JSON. Each may cost a look at the whole text. */
const mostFalseOpenings = 100;

/** Returns the JSON objects and arrays in a text, in order. Unfinished ones are left out. */
function jsonValuesIn(text: string): readonly unknown[] {
  const values: unknown[] = [];
  let falseOpenings = 0;
  for (let at = nextOpening(text, 0); at >= 0 && falseOpenings < mostFalseOpenings; ) {
    const end = closingOf(text, at);
    const value = end < 0 ? undefined : parsed(text.slice(at, end));
    if (value !== undefined) values.push(value);
    else falseOpenings += 1;
    at = nextOpening(text, value === undefined ? at + 1 : end);
  }
  return values;
}

function nextOpening(text: string, from: number): number {
  for (let i = from; i < text.length; i++) if (text[i] === '{' || text[i] === '[') return i;
  return -1;
}

/** Returns the position behind the bracket that closes the one at `from`; -1 without one. */
export function closingOf(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let i = from; i < text.length; i++) {
    const character = text[i];
    if (isQuoted && character === '\\') i += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '{' || character === '[')) depth += 1;
    else if (!isQuoted && (character === '}' || character === ']')) depth -= 1;
    if (depth === 0) return i + 1;
  }
  return -1;
}

/** Reads JSON, or the same with the quotation marks of a program; undefined if it is neither. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return literalIn(text);
  }
}
