import { entriesOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import { folded } from '../text/words.ts';
import { dayNames, questionTerms, softTerms, yearsIn } from './terms.ts';
import type { Unit } from './units.ts';

/** A number, letter or code that tells one thing from others of its kind: "Line 44", "Hepatitis B", "A-220". */
export interface Designation {
  /** Term of the kind; undefined for a code. */
  readonly kind: string | undefined;
  readonly mark: string;
}

const numberWords: ReadonlyMap<string, string> = new Map(
  entriesOf(({ retrieval }) => retrieval?.designations.numbers).map((word, i) => [word, String(i + 1)]),
);
const linking: ReadonlySet<string> = new Set(entriesOf(({ retrieval }) => retrieval?.designations.linking));
/** Words behind a number that make it a quantity. */
const measures: ReadonlySet<string> = new Set(entriesOf(({ retrieval }) => retrieval?.designations.measures));

const plural = patternOf(({ retrieval }) => retrieval?.designations.plural, 'iu');

const code = /(?<![\p{L}\p{N}-])(\p{L}{1,4})[-‐‑–](\d+)(?![\p{L}\p{N}-])/gu;

/** Letters and digits of a text in order. A code is one token: "A-220" and "A 220" differ from "220". */
const tokensOf = (text: string): string[] =>
  [...folded(text.replaceAll(code, '$1$2')).matchAll(/\p{N}[\p{N}.,]*|\p{L}[\p{L}\p{N}'’]*/gu)].map(([token]) =>
    /^\p{N}/u.test(token) ? token.replaceAll(',', '').replace(/\.+$/, '') : (numberWords.get(token) ?? token),
  );

const isMark = (token: string): boolean => /^\d+$/.test(token) || /^\p{L}$/u.test(token);

/** Returns the designations in a question. */
export function designationsIn(question: string): Designation[] {
  const codes = [...question.matchAll(code)].map(([, letters = '', digits = '']) => ({
    kind: undefined,
    mark: folded(`${letters}${digits}`),
  }));
  const written = [...question.replaceAll(code, ' ').matchAll(/[\p{L}\p{N}][\p{L}\p{N}.,'’]*/gu)].map(([word]) => word);
  const tokens = written.map((word) => tokensOf(word)[0] ?? '');
  const numbered = tokens.flatMap((mark, i): Designation[] => {
    const kind = kindOf(tokens[i - 1] ?? '');
    const isCapital = !/^\p{L}$/u.test(mark) || (/^\p{Lu}/u.test(written[i] ?? '') && mark !== 'i');
    if (i === 0 || kind === undefined || !isMark(mark) || !isCapital) return [];
    // "rent one", "park two cars"
    if (numberWords.get(folded(written[i] ?? '')) === '1' || isPlural(tokens[i + 1] ?? '')) return [];
    return yearsIn(mark).size > 0 || measures.has(tokens[i + 1] ?? '') ? [] : [{ kind, mark }];
  });
  return [...codes, ...numbered];
}

const isPlural = (word: string): boolean => plural.test(word) && questionTerms(word).size > 0;

function kindOf(word: string): string | undefined {
  if (!/^\p{L}{2,}/u.test(word) || dayNames.has(word)) return undefined;
  const [term] = questionTerms(word);
  return term === undefined || softTerms.has(term) ? undefined : term;
}

/** Returns whether a unit is about the designated thing. A figure of another column of a row does not name the row. */
export function isDesignated(unit: Unit, columns: readonly number[], { kind, mark }: Designation): boolean {
  if (unit.kind === 'sentence') return namesIn([unit.section, unit.text].join(' . '), kind, mark);
  const { table, names, cells, section } = unit;
  const heads = columns.map((column) => table.header[column] ?? '');
  const labels = [...names, ...heads, table.caption ?? '', section];
  if (labels.some((label) => tokensOf(label).includes(mark))) return true;
  return cells.some(
    (cell, i) =>
      (kind === undefined && tokensOf(cell).includes(mark)) ||
      (kind !== undefined && tokensOf(cell)[0] === mark && questionTerms(table.header[i] ?? '').has(kind)) ||
      (kind !== undefined && hasBeside(tokensOf(cell), kind, mark)),
  );
}

/** A text that does not name the kind may still have the mark: "Bus 12 and 44". */
function namesIn(text: string, kind: string | undefined, mark: string): boolean {
  const tokens = tokensOf(text);
  if (!tokens.includes(mark)) return false;
  if (kind === undefined || !tokens.some((token) => questionTerms(token).has(kind))) return true;
  return hasBeside(tokens, kind, mark);
}

/** Whether the mark follows the kind, at most behind other marks: "lines 12, 19 and 44". */
function hasBeside(tokens: readonly string[], kind: string, mark: string): boolean {
  return tokens.some((token, i) => {
    if (!questionTerms(token).has(kind)) return false;
    for (let at = i + 1; at < tokens.length; at += 1) {
      const next = tokens[at] as string;
      if (next === mark) return true;
      if (!isMark(next) && !linking.has(next)) return false;
    }
    return false;
  });
}
