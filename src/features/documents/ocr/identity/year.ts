import { patternOf } from '../../../../../media/language/match.ts';
import type { Report } from './report.ts';

/** A finding and its evidence. */
export interface Found<T> {
  readonly value: T;
  readonly evidence: string;
}

const span = '(?:(?:19|20)\\d\\d\\s*[-–/]\\s*)?((?:19|20)?\\d\\d)';

/** Matches the end of the reporting period. */
const ended = patternOf(({ identity }) => identity?.year.ended, 'gi');
const fiscal = patternOf(({ identity }) => identity?.year.fiscal, 'gi');
/** Matches a year beside the title of a report. */
const titled = patternOf(({ identity }) => identity?.year.titled, 'gi');
const bare = new RegExp(`^\\s*${span}\\s*$`);

const weights = { title: 5, ended: 3, margin: 3, metadata: 3, fiscal: 2 } as const;
const minScore = 3;
/** Minimum ratio to the second-best score. */
const lead = 1.2;

/** Returns the year that a report is about. Other dates, such as that of its printing, do not count. */
export function yearOf({ title, margins, metadata, pages }: Report): Found<number> | undefined {
  const scores = new Map<number, { score: number; evidence: Set<string> }>();
  const add = (year: number | undefined, score: number, evidence: string): void => {
    if (year === undefined || year < 1950 || year > 2100) return;
    const entry = scores.get(year) ?? { score: 0, evidence: new Set() };
    entry.evidence.add(evidence);
    scores.set(year, { ...entry, score: entry.score + score });
  };
  for (const line of new Set(title)) {
    const years = [...yearsOf(line, titled), ...yearsOf(line, ended), ...yearsOf(line, fiscal)];
    const bareYear = bare.exec(line)?.[1];
    if (bareYear?.length === 4) years.push(yearFrom(bareYear));
    for (const year of new Set(years)) add(year, weights.title, 'title page');
  }
  const inMargins = new Set(
    margins.flatMap((line) => [...yearsOf(line, titled), ...yearsOf(line, fiscal), ...yearsOf(line, ended)]),
  );
  for (const year of inMargins) add(year, weights.margin, 'page headers');
  const { title: name = '' } = metadata;
  for (const year of new Set([...yearsOf(name, titled), ...yearsOf(name, fiscal)]))
    add(year, weights.metadata, 'title in the file');
  tally(pages, ended, (year, share) => add(year, weights.ended * share, 'the periods it reports on'));
  tally(pages, fiscal, (year, share) => add(year, weights.fiscal * share, 'the fiscal years it names'));
  const ranked = [...scores].toSorted(([a, x], [b, y]) => y.score - x.score || b - a);
  const [best, next] = ranked;
  if (best === undefined || best[1].score < minScore) return undefined;
  if (next !== undefined && best[1].score < lead * next[1].score) return undefined;
  return { value: best[0], evidence: [...best[1].evidence].join(', ') };
}

function yearsOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const year = match.slice(1).find((part) => part !== undefined);
    return year === undefined ? [] : [yearFrom(year)];
  });
}

/** Expands two digits: "24" of "2023-24" is 2024. */
const yearFrom = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/**
 * Adds the latest of the years that the pages name most: at least a third as often as the most frequent one, because
 * reports also name the previous year.
 */
function tally(pages: readonly string[], pattern: RegExp, add: (year: number, share: number) => void): void {
  const counts = new Map<number, number>();
  for (const page of pages) for (const year of yearsOf(page, pattern)) counts.set(year, (counts.get(year) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const often = [...counts].filter(([, count]) => count >= most / 3).map(([year]) => year);
  if (often.length > 0) add(Math.max(...often), 1);
}
