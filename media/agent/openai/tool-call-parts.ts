import { isDeepStrictEqual } from 'node:util';
import { type CallDelta, type CallProof, joinedFields, ownFieldsOf } from '../../kit/chat/index.ts';
import { parseJson } from '../../kit/parse-json.ts';

/** A tool call as the model wrote it. `id` is empty if the server gave none. */
export interface WrittenCall {
  readonly id: string;
  readonly name: string;
  /** JSON; invalid if the reply was cut off. */
  readonly arguments: string;
  /** What the server wants back with the call. */
  readonly proof?: CallProof;
}

/** More calls in one reply, and longer arguments, are a fault of the model. */
const maxCalls = 8;
const maxArgumentChars = 16_000;

interface Open {
  readonly index: unknown;
  id: string;
  name: string;
  arguments: string;
  proof?: CallProof;
}

/**
 * Joins the fragments of tool calls. Servers number calls wrongly or not at all, and some give each fragment an id of its
 * own, so a name with a new id, or behind complete arguments, begins a new call whatever its index. A fragment without
 * both continues the latest call.
 */
export function createCallParts() {
  const calls: Open[] = [];

  function callFor(index: unknown, id: string, name: string): Open | undefined {
    const numbered = index === undefined || index === null ? undefined : calls.findLast((call) => call.index === index);
    const open =
      calls.find((call) => id !== '' && call.id === id) ?? numbered ?? (index == null ? calls.at(-1) : undefined);
    if (open !== undefined && !isNext(open, id, name)) return open;
    const latest = calls.at(-1);
    if (latest !== undefined && id === '' && name === '') return isObject(latest.arguments) ? undefined : latest;
    if (calls.length >= maxCalls) return undefined;
    const call = { index, id, name: '', arguments: '' };
    calls.push(call);
    return call;
  }

  return {
    add(delta: CallDelta): void {
      const { index, id, function: called } = delta;
      const name = textOf(called?.name);
      const call = callFor(index, textOf(id), name);
      if (call === undefined) return;
      call.id ||= textOf(id);
      call.name ||= name;
      const proof = joinedFields(call.proof, ownFieldsOf(delta));
      if (proof !== undefined) call.proof = proof;
      if (call.arguments.length <= maxArgumentChars) call.arguments += argumentText(called?.arguments);
    },
    /** Returns the calls so far. */
    get calls(): readonly WrittenCall[] {
      return calls.map(({ index: _, ...call }) => ({ ...call, arguments: withoutEcho(call.arguments) }));
    },
  };
}

const isNext = (open: Open, id: string, name: string): boolean =>
  (id !== '' && open.id !== '' && id !== open.id && name !== '') ||
  (id === '' && name !== '' && open.name !== '' && open.arguments !== '' && isObject(open.arguments));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const argumentText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value).slice(0, maxArgumentChars + 1);

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Text after which an object may begin as a value. */
const expectsValue = /[:,[]\s*$/;
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');
/** Braces at which the arguments are looked for. */
const mostEchoes = 50;

/** Servers send the arguments once more as a whole, behind all of their pieces or behind a part. Returns the whole. */
function withoutEcho(text: string): string {
  if (text === '' || isObject(text)) return text;
  let at = text.indexOf('{', 1);
  for (let i = 0; i < mostEchoes && at > 0 && at <= text.length / 2; i++, at = text.indexOf('{', at + 1)) {
    const [before, whole] = [text.slice(0, at), text.slice(at)];
    const isEcho = !expectsValue.test(before) && withoutSpaces(whole).startsWith(withoutSpaces(before));
    if (isEcho && isObject(whole)) return whole;
  }
  return text;
}

/** Returns the calls without those that repeat the name and the arguments of an earlier one. */
export function withoutRepeats(calls: readonly WrittenCall[]): readonly WrittenCall[] {
  const keys = calls.map(({ name, arguments: args }) => [name, argumentValue(args)]);
  return calls.filter((_, i) => keys.findIndex((key) => isDeepStrictEqual(key, keys[i])) === i);
}

/** Returns what the arguments of a call mean, to be compared: their text if they are not JSON. */
export function argumentValue(text: string): unknown {
  try {
    return parseJson(text === '' ? '{}' : text);
  } catch {
    return text;
  }
}
