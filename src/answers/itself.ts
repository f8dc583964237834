import { patternOf } from '../../media/language/match.ts';
import type { Part, Source } from '../../media/retrieval/index.ts';
import { fullTextOf } from './whole.ts';

const whose = patternOf(({ retrieval }) => retrieval?.itself.whose);
const ofYear = patternOf(({ retrieval }) => retrieval?.itself.ofYear);
const howLong = patternOf(({ retrieval }) => retrieval?.itself.howLong);
const onPlace = patternOf(({ retrieval }) => retrieval?.itself.onPlace);

/** Answers a question about the source itself rather than its contents; undefined for any other question. */
export async function aboutItself(question: string, source: Source): Promise<string | undefined> {
  const { about, year, title } = source;
  if (about !== undefined && whose.test(question)) return `${title} is of ${about}.`;
  if (year !== undefined && ofYear.test(question)) return `${title} is of the year ${year}.`;
  const place = onPlace.exec(question)?.[1]?.toLowerCase();
  if (place === undefined && !howLong.test(question)) return undefined;
  const parts = await source.read();
  if (place === undefined) return isPaged(parts) ? `${title} has ${parts.length} pages.` : undefined;
  const found = parts.find((part) => part.place === place);
  return found && (fullTextOf([found]) || `${place} contains no text.`);
}

const isPaged = (parts: readonly Part[]): boolean => parts.every(({ place }) => place.startsWith('page '));
