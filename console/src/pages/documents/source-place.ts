import type { Quote, Reading } from '../../server/answers.ts';

/** A position in a document or a recording, with the quoted words. */
export interface Shown {
  /** Page of a document, from 1. */
  readonly page?: number;
  /** Position in a recording, to the second. */
  readonly ms?: number;
  readonly quote?: string;
}

/** How answers refer to positions: "page 7", "at 1:02". */
const written = /\bpage (\d+)\b|\bat (?:(\d+):)?(\d+):(\d\d)\b/gi;

/** Returns a time in the format of answers. */
export function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const pad = (number: number): string => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${pad(minutes)}` : minutes}:${pad(seconds % 60)}`;
}

/** Returns the position for "page 7" or "at 1:02:03"; undefined for anything else. */
function placeIn(text: string): Shown | undefined {
  const [match] = text.matchAll(written);
  if (match === undefined) return undefined;
  const [, page, hours = '0', minutes, seconds] = match;
  if (page !== undefined) return { page: Number(page) };
  return { ms: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 };
}

export type TextPart = { readonly text: string; readonly place?: Shown };

/** Returns the position of a source of an answer. */
export function placeOf({ place, page_number: page }: Quote): Shown | undefined {
  return placeIn(place) ?? (page === null ? undefined : { page });
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Splits an answer's text at references to positions in this kind of source, such as those of its sources. */
export function partsOf(text: string, kind: Reading['kind'], sources: readonly Quote[] = []): TextPart[] {
  const parts: TextPart[] = [];
  const named = sources
    .filter(({ place }) => placeIn(place) === undefined)
    .toSorted((a, b) => b.place.length - a.place.length);
  const pattern = new RegExp([...named.map(({ place }) => escaped(place)), written.source].join('|'), 'gi');
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const source = named.find(({ place }) => place.toLowerCase() === match[0].toLowerCase());
    const place = source === undefined ? placeIn(match[0]) : placeOf(source);
    if (place === undefined || (place.page === undefined) !== (kind === 'audio')) continue;
    parts.push({ text: text.slice(from, match.index) }, { text: match[0], place });
    from = match.index + match[0].length;
  }
  return [...parts, { text: text.slice(from) }].filter((part) => part.text !== '');
}

/** Returns the URL of a position, which can be opened in another tab or shared. */
export const hrefOf = ({ kind, uuid }: Pick<Reading, 'kind' | 'uuid'>, { page, ms = 0 }: Shown): string =>
  kind === 'audio' ? `/audio/${uuid}?at=${Math.floor(ms / 1000)}` : `/documents/${uuid}?page=${page ?? 1}`;

/** Returns the position in this page's URL; empty if it has none. */
export function shownIn(search: string): Shown {
  const asked = new URLSearchParams(search);
  const number = (name: string): number | undefined => {
    const value = Number(asked.get(name) ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  const [page, seconds] = [number('page'), number('at')];
  return { ...(page ? { page } : {}), ...(seconds === undefined ? {} : { ms: seconds * 1000 }) };
}
