import type { ReactNode } from 'react';
import { language, numberLocale } from './language.ts';

/** Values of a message by name. */
export type Values = Readonly<Record<string, ReactNode>>;

const plurals = new Intl.PluralRules(language);

/**
 * Formats an ICU MessageFormat message that contains only simple arguments and plurals: "{name}", "{count, plural, one
 * {# call} other {# calls}}". Returns texts and values in order, with adjacent texts merged.
 */
export function partsOf(message: string, values: Values, counted?: number): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  const add = (part: ReactNode): void => {
    const last = parts.length - 1;
    if (isText(part) && isText(parts[last])) parts[last] = `${parts[last]}${part}`;
    else parts.push(part);
  };
  let at = 0;
  for (let open = message.indexOf('{'); open >= 0; open = message.indexOf('{', at)) {
    add(withCount(message.slice(at, open), counted));
    at = endOf(message, open);
    for (const part of partsOfArgument(message.slice(open + 1, at - 1), values)) add(part);
  }
  add(withCount(message.slice(at), counted));
  return parts;
}

const isText = (part: ReactNode): part is string | number => typeof part === 'string' || typeof part === 'number';

const withCount = (text: string, counted: number | undefined): string =>
  counted === undefined ? text : text.replaceAll('#', counted.toLocaleString(numberLocale));

/** Returns the index after the brace that closes the one at `open`. */
function endOf(message: string, open: number): number {
  let depth = 0;
  for (let at = open; at < message.length; at += 1) {
    if (message[at] === '{') depth += 1;
    if (message[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return message.length;
}

function partsOfArgument(argument: string, values: Values): readonly ReactNode[] {
  const [, name, cases] = /^(\w+), plural, (.*)$/s.exec(argument) ?? [];
  if (name === undefined || cases === undefined) return [values[argument]];
  const count = Number(values[name]);
  return partsOf(caseOf(cases, plurals.select(count)) ?? caseOf(cases, 'other') ?? '', values, count);
}

/** Returns the text of a case: "a" of "one {a} other {b}". */
function caseOf(cases: string, wanted: string): string | undefined {
  for (let at = 0; at < cases.length; ) {
    const open = cases.indexOf('{', at);
    const end = endOf(cases, open);
    if (open < 0) return undefined;
    if (cases.slice(at, open).trim() === wanted) return cases.slice(open + 1, end - 1);
    at = end;
  }
  return undefined;
}
