import { patternOf } from '../../../../media/language/match.ts';

const trailing = patternOf(({ identity }) => identity?.names.trailing);
const article = patternOf(({ identity }) => identity?.names.article, 'iu');

const named = patternOf(({ identity }) => identity?.names.named, 'gu');
const leading = patternOf(({ identity }) => identity?.names.leading, 'iu');
/** They audit and advise others. */
const auditors = patternOf(({ identity }) => identity?.names.auditors, '');

/** Names of companies in a text, known by their legal forms. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(named)]
    .map(([, name]) => tidyName((name as string).replace(leading, '')))
    .filter((name) => !auditors.test(name) && baseOf(name) !== '');

const reporting = patternOf(({ identity }) => identity?.names.reporting, 'giu');

/** A line without what reports call themselves: "Acme Annual Report 2024" is "Acme". */
export const reportWords = (line: string): string =>
  tidyName(
    line
      .replaceAll(reporting, ' ')
      .replace(/^\s*\d+\s+/, '')
      .replace(trailing, ''),
  );

export const tidyName = (name: string): string =>
  name
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,.;:|–—-]+/, '')
    .replace(/[\s,;:|–—-]+$/, '')
    .replace(article, '')
    .replace(/['’]s$/, '')
    .trim();

const ending = patternOf(({ identity }) => identity?.names.ending, 'u');
const generic = patternOf(({ identity }) => identity?.names.generic);

/** What of a name is the same however it is written: without legal form, in small letters; empty where it names nobody. */
export function baseOf(name: string): string {
  const base = tidyName(tidyName(name).replace(ending, '').replace(ending, '')).toLowerCase();
  return generic.test(base) ? '' : base.replaceAll('’', "'");
}
