import { z } from 'zod';
import { recordOf } from '../../../http/fields.ts';
import type { Sentiment } from '../call-stats/index.ts';

/** Findings about a call: values by group, and scores by name. */
export interface KeyDetails {
  readonly extraction: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly qms_scores: Readonly<Record<string, number>>;
}

const name = z.string().min(1, 'has an empty name').max(200, 'has a name that is too long');

/** Null deletes a score, a value, a group, or everything of its kind. */
export const keyDetailsPatch = z.object({
  extraction: recordOf(name, recordOf(name, z.unknown(), 200).nullable(), 50)
    .nullable()
    .optional(),
  qms_scores: recordOf(name, z.int('must be a whole number').nullable(), 200).nullable().optional(),
});

export type KeyDetailsPatch = z.output<typeof keyDetailsPatch>;

export const maxKeyDetailsBytes = 64 * 1024;

export const noKeyDetails: KeyDetails = { extraction: {}, qms_scores: {} };

type Values = Readonly<Record<string, unknown>>;

function merged<T extends Values>(was: T, set: Values | null | undefined): T {
  if (set === undefined) return was;
  if (set === null) return {} as T;
  const all = new Map([...Object.entries(was), ...Object.entries(set)]);
  return Object.fromEntries([...all].filter(([, value]) => value !== null)) as T;
}

/** Merges group by group: named values are replaced whole, the others stay. */
export function mergedDetails(was: KeyDetails, patch: KeyDetailsPatch): KeyDetails {
  const groups = Object.entries(patch.extraction ?? {}).map(([group, values]) => [
    group,
    values === null ? null : merged(new Map(Object.entries(was.extraction)).get(group) ?? {}, values),
  ]);
  const set =
    patch.extraction === null || patch.extraction === undefined ? patch.extraction : Object.fromEntries(groups);
  return { extraction: merged(was.extraction, set), qms_scores: merged(was.qms_scores, patch.qms_scores) };
}

const sentiments: readonly unknown[] = ['positive', 'neutral', 'negative'] satisfies Sentiment[];
const maxSummaryCharacters = 4000;

/** Returns what lists of calls show and search: the first valid `sentiment` and `summary` of the groups. */
export function judgementOf({ extraction }: KeyDetails): { sentiment: Sentiment | null; summary: string | null } {
  const values = (key: string): unknown[] =>
    Object.values(extraction).map((group) => new Map(Object.entries(group)).get(key));
  const sentiment = values('sentiment').find((value) => sentiments.includes(value));
  const summary = values('summary').find((value) => typeof value === 'string' && value.trim() !== '');
  return {
    sentiment: (sentiment as Sentiment | undefined) ?? null,
    summary: typeof summary === 'string' ? summary.slice(0, maxSummaryCharacters) : null,
  };
}
