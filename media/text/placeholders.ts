import { patternOf } from '../language/match.ts';
import { sentencesOf } from './sentences.ts';

/** `{id}`, or `{{id}}` as other tools write it: letters, digits, `_`, `.`, `-`, and single blanks inside. */
const placeholder = /\{\{? ?([\p{L}\p{N}_](?:[\p{L}\p{N}_.-]| (?=[\p{L}\p{N}_])){0,100}) ?\}?\}/gu;
/** A sentence with more unknown values than this says nothing without them. */
const maxGaps = 20;

export type Values = Readonly<Record<string, string | undefined>>;

/**
 * Puts the known values for the placeholders of one paragraph. An unknown one is left out with the words that need it:
 * the comma of a form of address, a phrase such as "on {date}", a clause, or the whole sentence where its first clause
 * goes. A placeholder is never left in the text, and values are not searched for placeholders.
 */
export function fillPlaceholders(template: string, values: Values): string {
  const known = (id: string): string => (Object.hasOwn(values, id) ? (values[id] ?? '') : '');
  const put = (text: string): string => text.replace(placeholder, (_, id: string) => known(id));
  return sentencesOf(template, { anyStart: true, alsoEnds: '…' })
    .map((sentence) => put(withoutUnknown(sentence, (id) => known(id) === '')))
    .join(' ')
    .replace(/\s+([,.!?])/g, '$1')
    .replace(/([ap]\.m\.)\./g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** As `fillPlaceholders`, and lines without a placeholder are unchanged: for prompts. */
export const fillLines = (text: string, values: Values): string =>
  text
    .split('\n')
    .map((line) => (line.search(placeholder) < 0 ? line : fillPlaceholders(line, values)))
    .join('\n');

/** The words of all languages around a placeholder. */
const around = (name: 'title' | 'greeting' | 'continues' | 'preposition' | 'determiner' | 'needs'): string =>
  `(?:${patternOf(({ text }) => text?.placeholders?.[name]).source})`;

const title = around('title');
/** Stands for an unknown placeholder while its sentence is read; no text of a template holds it. */
const gap = '\u0000';
const end = String.raw`\s*(?:[,.!?;:…]|$)`;
/** Words after which a placeholder is the noun that they belong to. */
const closed = `${end}|${around('continues')}`;
const determiner = around('determiner');

/** From the least that can go to the most; the first that matches is left out. */
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

/** "Your {item} is ready", "it costs {amount}", "{company} has asked us": a clause that is nothing without its value. */
const needed = new RegExp(`(?:^\\s*|[,;:]\\s*|${around('needs')}\\s+)${title}${gap}`, 'i');

function withoutUnknown(sentence: string, isUnknown: (id: string) => boolean): string {
  let text = sentence.replace(placeholder, (whole, id: string) => (isUnknown(id) ? gap : whole));
  if (text.split(gap).length > maxGaps) return '';
  while (text.includes(gap)) {
    const part = optional.find((one) => one.test(text));
    if (part !== undefined) text = text.replace(part, '');
    else if (needed.test(text)) text = withoutClause(text);
    else text = text.replace(new RegExp(`\\s*${title}${gap}`, 'i'), '');
  }
  return text;
}

/** Without the clause of the first gap; a later clause hangs on the first, so that without it the sentence goes. */
function withoutClause(sentence: string): string {
  const end = /[.!?…]*\s*$/.exec(sentence)?.[0] ?? '';
  const clauses = sentence.slice(0, sentence.length - end.length).split(/(?=[,;:])/);
  const at = clauses.findIndex((clause) => clause.includes(gap));
  return at <= 0 ? '' : `${clauses.toSpliced(at, 1).join('')}${end}`;
}
