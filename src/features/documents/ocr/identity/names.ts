import { patternOf } from '../../../../../media/language/match.ts';

const trailing = patternOf(({ identity }) => identity?.names.trailing);
const article = patternOf(({ identity }) => identity?.names.article, 'iu');

const named = patternOf(({ identity }) => identity?.names.named, 'gu');
const leading = patternOf(({ identity }) => identity?.names.leading, 'iu');
/** Auditors and advisers, who appear in the reports of other companies. */
const auditors = patternOf(({ identity }) => identity?.names.auditors, '');

/** Returns names of companies in a text, recognised by their legal forms. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(named)]
    .map(([, name]) => tidyName((name as string).replace(leading, '')))
    .filter((name) => !auditors.test(name) && baseOf(name) !== '');

const reporting = patternOf(({ identity }) => identity?.names.reporting, 'giu');

/** Removes report titles from a line: "Acme Annual Report 2024" becomes "Acme". */
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

/** Normalises a name to compare spellings: without legal form, in lower case; empty if it names no company. */
export function baseOf(name: string): string {
  const base = tidyName(tidyName(name).replace(ending, '').replace(ending, '')).toLowerCase();
  return generic.test(base) ? '' : base.replaceAll('’', "'");
}
