/**
 * Calls that begin with the name of their tool: `find_slot(day="Tuesday")`, `find_slot {"day": "Tuesday"}`,
 * `<find_slot day="Tuesday"/>`.
 */

const called =
  /(?<![\w.-])(?:(?<=<)([\w.-]{1,100})(?=[\s/>])|([\w.-]{1,100})(?:\(|\s{0,3}:?\s{0,3}(?=\{\s{0,3}["'])))/g;
const opened = /(?<![\w.-])(\[?)([\w.-]{1,100})(\s{0,3}:?\s{0,3}\{?\s{0,3})$/;
const names = /(?<![\w.-])[\w.-]{1,100}/g;
/** Marks of a template that may stand between a name and its arguments. */
const marks = /^[^{}()]{0,60}(?=\{)/;
/** What models write before the name of a tool. */
const namespaces = ['functions.', 'tools.', 'default_api.'];
/** More calls than a reply has actions. */
export const mostCalls = 32;
/** Arguments that are nested deeper are not read. */
const deepest = 20;

/** Returns the position of the first such call of these tools; -1 without one. */
export function callSyntaxAt(text: string, tools: readonly string[]): number {
  for (const { 1: tag, 2: name, index } of text.matchAll(called))
    if (toolOf(tag ?? name ?? '', tools) !== undefined)
      return tag !== undefined || text[index - 1] === '[' ? index - 1 : index;
  return -1;
}

/** Returns the position from which the end of a text may become such a call; the length of the text if it cannot. */
export function openCallSyntaxAt(text: string, tools: readonly string[]): number {
  const [, bracket = '', name = '', rest = ''] = opened.exec(text.slice(-longestOpen)) ?? [];
  const written = name.toLowerCase();
  const starts = [...namespaces, ...tools.map((tool) => tool.toLowerCase())];
  const last = lastPartOf(written);
  const isStart = starts.some((each) => each.startsWith(written) || (last !== '' && each.startsWith(last)));
  const isOpen = name !== '' && (rest === '' ? isStart : toolOf(name, tools) !== undefined);
  return isOpen ? text.length - bracket.length - name.length - rest.length : text.length;
}
const longestOpen = 120;

/** Returns the name of the tool that a call means: models write marks and the namespace of their template into it. */
export const offeredName = (name: string, tools: readonly string[]): string =>
  tools.includes(name) ? name : (toolOf(name.replace(/<?[|｜].*$/s, '').replaceAll(':', '.'), tools) ?? name);

/** `functions.find_slot` names the tool too. Models may write its first letter as at the start of a sentence. */
const toolOf = (name: string, tools: readonly string[]): string | undefined =>
  tools.find((tool) => tool.toLowerCase() === lastPartOf(name));

/** Llama writes `find_slot.call(…)`. */
function lastPartOf(written: string): string {
  const name = written.replace(/\.call$/, '');
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

export interface SyntaxCall {
  readonly name: string;
  /** The arguments, or their text if they cannot be read. */
  readonly arguments: unknown;
}

/** Reads the calls of these tools in a text that is known to have calls, in order. */
export function syntaxCallsIn(written: string, tools: readonly string[]): readonly SyntaxCall[] {
  const calls: SyntaxCall[] = [];
  // Gemma's mark around a text.
  const text = written.replaceAll(/<\/?escape>/g, '"');
  let from = 0;
  for (const { 0: name, index } of text.matchAll(names)) {
    if (calls.length === mostCalls) break;
    const tool = index < from ? undefined : toolOf(name, tools);
    const read = tool === undefined ? undefined : behindName(text, index, name);
    if (tool === undefined || read === undefined) continue;
    calls.push({ name: tool, arguments: read.value });
    from = read.end;
  }
  return calls;
}

/** Reads the arguments of a name at this position: their text if they cannot be read, undefined if there are none. */
function behindName(text: string, index: number, name: string): Read | undefined {
  const at = index + name.length;
  const next = text[at] ?? '';
  if (text[index - 1] === '<' && /[\s/>]/.test(next)) return tagAt(text, at, name);
  if (next === '(') return isEnding(text, at, name) ? undefined : (argumentsAt(text, at + 1) ?? unreadFrom(text, at));
  const rest = text.slice(at, at + 80);
  if (/^\s*<arg_key>/.test(rest)) return pairsAt(text, at);
  const before = marks.exec(rest)?.[0].length;
  return before === undefined ? undefined : (valueAt(text, at + before, 0) ?? unreadFrom(text, at));
}

const unreadFrom = (text: string, at: number): Read => ({ value: text.slice(at), end: text.length });

/** Whether a word of a sentence has an ending in brackets here: `book(s)`. */
const isEnding = (text: string, at: number, name: string): boolean =>
  /^\p{L}+$/u.test(name) && /^\(\p{Ll}{1,3}\)/u.test(text.slice(at, at + 5));

interface Read {
  readonly value: unknown;
  /** Position behind the value. */
  readonly end: number;
}

/** Reads `{"day": "Tuesday"})` or `day="Tuesday", n=2)`. */
function argumentsAt(text: string, start: number): Read | undefined {
  let at = skipped(text, start);
  if (text[at] === '{') {
    const read = valueAt(text, at, 0);
    const end = read === undefined ? -1 : skipped(text, read.end);
    return read !== undefined && text[end] === ')' ? { value: read.value, end: end + 1 } : undefined;
  }
  const fields: [string, unknown][] = [];
  while (text[at] !== ')') {
    const [whole, key] = /^(\w+)\s*[=:]\s*/.exec(text.slice(at, at + 200)) ?? [];
    const read = whole === undefined ? undefined : valueAt(text, at + whole.length, 0);
    if (read === undefined || key === undefined) return undefined;
    fields.push([key, read.value]);
    at = skipped(text, read.end);
    if (text[at] === ',') at = skipped(text, at + 1);
    else if (text[at] !== ')') return undefined;
  }
  return { value: Object.fromEntries(fields), end: at + 1 };
}

/**
 * Reads ` day="Tuesday"/>`, `>{"day": "Tuesday"}</find_slot>` or `><day>Tuesday</day></find_slot>`; undefined if the tag
 * is merely mentioned.
 */
function tagAt(text: string, start: number, name: string): Read | undefined {
  const close = text.indexOf('>', start);
  if (close < 0) return unreadFrom(text, start);
  const end = close + 1;
  const pairs = [...text.slice(start, end).matchAll(/([\w.-]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const fields = pairs.map(([, key = '', double, single]) => [key, double ?? single ?? ''] as const);
  if (fields.length > 0 || text[close - 1] === '/') return { value: Object.fromEntries(fields), end };
  const last = text.indexOf(`</${name}`, end);
  if (last >= 0) return { value: bodyOf(text.slice(end, last)), end: last };
  const next = text[skipped(text, end)];
  if (next === '<' || next === '{') return unreadFrom(text, end);
  return next === undefined && /[_-]/.test(name) ? { value: {}, end } : undefined;
}

/** Reads what stands between the tags of a call: its text if it cannot be read. */
function bodyOf(body: string): unknown {
  if (body.trim() === '') return {};
  const inner = [...body.matchAll(/<([\w.-]{1,100})>([^<]*)<\/\1>/g)];
  if (inner.length === 0) return literalIn(body) ?? body;
  return Object.fromEntries(inner.map(([, key = '', value = '']) => [key, value.trim()]));
}

/** Reads `<arg_key>day</arg_key><arg_value>Tuesday</arg_value>`. */
function pairsAt(text: string, start: number): Read {
  const close = text.indexOf('</tool_call>', start);
  const end = close < 0 ? text.length : close;
  const body = text.slice(start, end);
  const pairs = [...body.matchAll(/<arg_key>([^<]{1,100})<\/arg_key>\s*<arg_value>([^<]*)<\/arg_value>/g)];
  if (pairs.length < body.split('<arg_key>').length - 1) return { value: body, end };
  return { value: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key.trim(), value.trim()])), end };
}

const skipped = (text: string, from: number): number => {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
};

const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, none: null };

/** Returns the value that a text begins with, as a program writes it; undefined without one. */
export const literalIn = (text: string): unknown => valueAt(text, 0, 0)?.value;

function valueAt(text: string, start: number, depth: number): Read | undefined {
  const at = skipped(text, start);
  const first = text[at];
  if (first === '"' || first === "'") return stringAt(text, at, first);
  if (first === '{' || first === '[') return depth < deepest ? groupAt(text, at, depth) : undefined;
  const word = /^[\w.+-]{1,40}/.exec(text.slice(at, at + 40))?.[0];
  if (word === undefined) return undefined;
  const value = word.toLowerCase() in words ? words[word.toLowerCase()] : Number(word);
  return Number.isNaN(value) ? undefined : { value, end: at + word.length };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function stringAt(text: string, start: number, quote: string): Read | undefined {
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] as string;
    if (character === quote) return { value, end: at + 1 };
    if (character !== '\\') value += character;
    else {
      at += 1;
      value += escapes[text[at] ?? ''] ?? text[at] ?? '';
    }
  }
  return undefined;
}

/** Reads the name of a member, with or without quotes. */
function keyAt(text: string, at: number): Read | undefined {
  if (text[at] === '"' || text[at] === "'") return stringAt(text, at, text[at] as string);
  const word = /^[\w-]{1,100}/.exec(text.slice(at, at + 100))?.[0];
  return word === undefined ? undefined : { value: word, end: at + word.length };
}

/** Reads an object or a list. */
function groupAt(text: string, start: number, depth: number): Read | undefined {
  const isObject = text[start] === '{';
  const close = isObject ? '}' : ']';
  const fields: [string, unknown][] = [];
  let at = skipped(text, start + 1);
  while (text[at] !== close) {
    const key = isObject ? keyAt(text, at) : { value: `${fields.length}`, end: at };
    if (key === undefined) return undefined;
    const colon = skipped(text, key.end);
    if (isObject && text[colon] !== ':') return undefined;
    const read = valueAt(text, isObject ? colon + 1 : colon, depth + 1);
    if (read === undefined) return undefined;
    fields.push([`${key.value}`, read.value]);
    at = skipped(text, read.end);
    if (text[at] === ',') at = skipped(text, at + 1);
    else if (text[at] !== close) return undefined;
  }
  const value = isObject ? Object.fromEntries(fields) : fields.map(([, each]) => each);
  return { value, end: at + 1 };
}
