import { literalIn } from './call-syntax.ts';
import { closingOf, writtenCallsIn } from './written-calls.ts';

/** Data in an answer, such as `["9:00", "10:00"]`, as words. */
interface WrittenData {
  readonly words: string;
  /** Position behind the data. */
  readonly end: number;
}

interface Place {
  /** Names of the tools that the model may call. */
  readonly tools: readonly string[];
  /** Whether the answer has words before the data. Without any, only a list is an answer: an object may be a call. */
  readonly isInAnswer: boolean;
}

/** What only calls have: the names of their parts. */
const callPart = /["'](?:arguments|parameters|args|function|tool(?:_name|_calls)?)["']\s*:/i;
/** Marks of data, when nothing else of it can be read. */
const dataMarks = /^```\w*|```|[[\]{}"]/g;

/** Reads the data that a text begins with, unless it is still open, or is or may be a call of a tool. */
export function dataAt(text: string, place: Place): WrittenData | 'open' | 'call' {
  if (!/^[[{]/.test(text)) return 'call';
  const end = closingOf(text, 0);
  if (end < 0) return 'open';
  const written = text.slice(0, end);
  const value = isCallLike(written, place.tools) ? undefined : literalIn(written);
  if (value === undefined || !(place.isInAnswer || Array.isArray(value))) return 'call';
  return { words: wordsOf(value), end };
}

/** Returns what can be said of data at the end of an answer that was cut, or that nothing can read. */
export function wordsOfRest(text: string, { tools, isInAnswer }: Place): string | undefined {
  if (!isInAnswer || !/^(?:[[{]|```)/.test(text) || isCallLike(text, tools)) return undefined;
  return text.replaceAll(dataMarks, ' ').trim();
}

/** Names of tools that are words may stand in data too. */
const isCallLike = (text: string, tools: readonly string[]): boolean =>
  callPart.test(text) ||
  tools.some((name) => (/[_-]/.test(name) ? text.includes(name) : new RegExp(`:\\s*["']${name}["']`).test(text))) ||
  writtenCallsIn(text, tools).length > 0;

function wordsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === null ? '' : String(value);
  const parts = Array.isArray(value)
    ? value.map(wordsOf)
    : Object.entries(value).map(([name, each]) => `${name.replaceAll('_', ' ')}: ${wordsOf(each)}`);
  return parts.filter((part) => part !== '').join(', ');
}
