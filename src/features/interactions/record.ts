import { z } from 'zod';
import type { Analysis } from '../../analysis/types.ts';
import type { Tables } from '../../data/index.ts';

export type InteractionRow = Tables['interactions']['$inferSelect'];
export type NewInteraction = Omit<Tables['interactions']['$inferInsert'], 'id' | 'organisationId'>;

/** Groups of values, by their keys. A null that a person wrote removes what the analysis found. */
type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What people wrote over the analysis; it survives every later one. */
export interface Edits {
  readonly outcome?: string | null;
  readonly extraction?: Groups;
  readonly qms_scores?: Readonly<Record<string, number | null>>;
}

/** The analysis as it is stored. */
export interface StoredAnalysis extends Analysis {
  /** Groups of the fields at that time, by key. */
  readonly groups: Readonly<Record<string, string>>;
  readonly analysedAt: string;
  /** Of score fields: their categories, by key. Absent from analyses of earlier versions. */
  readonly categories?: Readonly<Record<string, string>>;
  /** Of score fields: how much they count in the total of their category; 1 where a key is absent. */
  readonly weights?: Readonly<Record<string, number>>;
  /** Keys of the fields that should have a value. Absent from analyses of earlier versions. */
  readonly required?: readonly string[];
}

/** How the speakers of a recording were named. */
export const speakerSides = z.object({
  /** `channels`: each has one; `voices`: two were distinguished in one channel; `person`: a user named them. */
  by: z.enum(['channels', 'voices', 'person']),
  /** Whether the agent was found on the channel where the customer belongs. */
  swapped: z.boolean(),
  /** 0 to 1: how sure it is who the agent is; null where nothing says so. */
  confidence: z.number().nullable(),
});
export type SpeakerSides = z.output<typeof speakerSides>;

export const sidesOf = (row: Pick<InteractionRow, 'sides'>): SpeakerSides | null => row.sides as SpeakerSides | null;

export const editsOf = (row: Pick<InteractionRow, 'edits'>): Edits => row.edits as Edits;
export const analysisOf = (row: Pick<InteractionRow, 'analysis'>): StoredAnalysis | null =>
  row.analysis as StoredAnalysis | null;

/** The outcome, sentiment and summary in effect, which lists and dashboards filter by. */
export function effectiveOf(analysis: StoredAnalysis | null, edits: Edits) {
  return {
    outcome: edits.outcome === undefined ? (analysis?.outcome?.value ?? null) : edits.outcome,
    sentiment: analysis?.sentiment?.value ?? null,
    summary: analysis === null ? null : analysis.summary.map(({ text }) => text).join(' ') || null,
  };
}

/** What was found and what people wrote, merged by group and key. */
export function keyDetailsOf(analysis: StoredAnalysis | null, edits: Edits) {
  const extraction: Record<string, Record<string, unknown>> = {};
  const scores: Record<string, number> = {};
  for (const { key, value } of analysis?.fields ?? []) {
    const group = analysis?.groups[key];
    if (value === null || group === undefined) continue;
    if (group === scoreGroup) scores[key] = value as number;
    else extraction[group] = { ...extraction[group], [key]: value };
  }
  for (const [group, values] of Object.entries(edits.extraction ?? {}))
    extraction[group] = withoutNull({ ...extraction[group], ...values });
  return { extraction, qms_scores: withoutNull({ ...scores, ...edits.qms_scores }) as Record<string, number> };
}

/** Stands for the group of a score, which has a place of its own. */
export const scoreGroup = '#scores';

const withoutNull = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Edits with later ones: by group and key inside a group. */
export function mergedEdits(was: Edits, patch: Edits): Edits {
  const extraction: Record<string, Record<string, unknown>> = {};
  for (const groups of [was.extraction ?? {}, patch.extraction ?? {}])
    for (const [group, values] of Object.entries(groups)) extraction[group] = { ...extraction[group], ...values };
  const qms_scores = { ...was.qms_scores, ...patch.qms_scores };
  return {
    ...was,
    ...patch,
    ...(Object.keys(extraction).length > 0 ? { extraction } : {}),
    ...(Object.keys(qms_scores).length > 0 ? { qms_scores } : {}),
  };
}
