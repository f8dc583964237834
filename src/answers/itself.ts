import type { Part, Source } from '../../media/retrieval/index.ts';
import { fullTextOf } from './whole.ts';

const whose =
  /^\s*(?:(?:which|what) (?:company|organi[sz]ation|firm) (?:is|does|published|issued) (?:this|the|it)\b.*|whose (?:report|document|paper) is (?:this|it))\??\s*$/i;
const ofYear =
  /^\s*(?:(?:which|what) (?:financial |fiscal |report(?:ing)? )?year (?:is|does) (?:this|the) (?:report|document|file|paper)\b.*|what is the report(?:ing)? year)\??\s*$/i;
const howLong = /^\s*how many pages\b.*$/i;
const onPlace =
  /^\s*(?:what (?:is|does it say|stands?) on|show(?: me)?|read(?: me)?|what does) (page \d+)(?: say)?\??\s*$/i;

/** A question about the source itself rather than its contents; undefined for any other question. */
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
