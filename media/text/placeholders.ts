import { patternOf } from '../language/match.ts';
import { sentencesOf } from './sentences.ts';

/** `{id}`, or `{{id}}` as in other tools: letters, digits, `_`, `.`, `-`, and single spaces inside. */
const placeholder = /\{\{? ?([\p{L}\p{N}_](?:[\p{L}\p{N}_.-]| (?=[\p{L}\p{N}_])){0,100}) ?\}?\}/gu;
/** A sentence with more unknown values than this is omitted. */
const maxGaps = 20;

/** Returns the names of the placeholders in a text, in order, without repeats. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, id]) => id as string)),
];

export type Values = Readonly<Record<string, string | undefined>>;

/**
 * Fills the placeholders of one paragraph. An unknown value is omitted together with the words that depend on it: the
 * comma of a form of address, a phrase such as "on {date}", a clause, or the whole sentence if its first clause is
 * affected. The result contains no placeholders, and values are not searched for placeholders.
 */
export function fillPlaceholders(template: string, values: Values): string {
  const valueFor = (id: string): string => (Object.hasOwn(values, id) ? (values[id] ?? '') : '');
  const put = (text: string): string => text.replace(placeholder, (_, id: string) => valueFor(id));
  // The patterns below read a run of blanks once for each of its characters.
  return sentencesOf(template.replace(/[^\S\n]{2,}/g, ' '), { anyStart: true, alsoEnds: '…' })
    .map((sentence) => put(withoutUnknown(sentence, (id) => valueFor(id) === '')))
    .join(' ')
    .replace(/\s+([,.!?])/g, '$1')
    .replace(/([ap]\.m\.)\./g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The same as `fillPlaceholders` for prompts: lines without a placeholder are unchanged. */
export const fillLines = (text: string, values: Values): string =>
  text
    .split('\n')
    .map((line) => (line.search(placeholder) < 0 ? line : fillPlaceholders(line, values)))
    .join('\n');

/** Returns the words around a placeholder, in all languages. */
const around = (name: 'title' | 'greeting' | 'continues' | 'preposition' | 'determiner' | 'needs'): string =>
  `(?:${patternOf(({ text }) => text?.placeholders?.[name]).source})`;

const title = around('title');
/** Represents an unknown placeholder during parsing. Templates do not contain this character. */
const gap = '\u0000';
const end = String.raw`\s*(?:[,.!?;:…]|$)`;
/** Words that can follow a placeholder that is a complete noun phrase. */
const closed = `${end}|${around('continues')}`;
const determiner = around('determiner');

/** Ordered from the least omission to the most; the first match is removed. */
const optional: readonly RegExp[] = [
  // "Thank you, {name}." and "Ada, {title}, is ..."
  new RegExp(`,\\s*${title}${gap}(?=${end})`, 'i'),
  // "Hello {name}, ..."
  new RegExp(`(?<=${around('greeting')}.{0,12}?)\\s+${title}${gap}`, 'i'),
  // "your visit on {date} is ..."
  new RegExp(`\\s+${around('preposition')}\\s+(?:${determiner}\\s+)?${title}${gap}(?=${closed})`, 'i'),
  // "the {colour} bicycle"
  new RegExp(`(?<=\\b${determiner})\\s+${gap}(?!${closed})(?=\\s)`, 'i'),
];

/**
 * "Your {item} is ready", "it costs {amount}", "{company} has asked us": clauses that are meaningless without the
 * value.
 */
const needed = new RegExp(`(?:^\\s*|[,;:]\\s*|${around('needs')}\\s+)${title}${gap}`, 'i');

function withoutUnknown(sentence: string, isUnknown: (id: string) => boolean): string {
  let text = sentence.replace(placeholder, (whole, id: string) => (isUnknown(id) ? gap : whole));
  if (text.split(gap).length > maxGaps) return '';
  while (text.includes(gap)) {
    const part = optional.find((pattern) => pattern.test(text));
    if (part !== undefined) text = text.replace(part, '');
    else if (needed.test(text)) text = withoutClause(text);
    else text = text.replace(new RegExp(`\\s*${title}${gap}`, 'i'), '');
  }
  return text;
}

/**
 * Removes the clause with the first gap. Later clauses depend on the first, so the whole sentence is removed if that
 * one is affected.
 */
function withoutClause(sentence: string): string {
  const end = /[.!?…]*\s*$/.exec(sentence)?.[0] ?? '';
  const clauses = sentence.slice(0, sentence.length - end.length).split(/(?=[,;:])/);
  const at = clauses.findIndex((clause) => clause.includes(gap));
  return at <= 0 ? '' : `${clauses.toSpliced(at, 1).join('')}${end}`;
}
