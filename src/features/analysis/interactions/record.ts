import { z } from 'zod';
import { scoreTotal } from '../../../analysis/score-total.ts';
import type { Analysis } from '../../../analysis/types.ts';
import type { Tables } from '../../../data/index.ts';

export type InteractionRow = Tables['interactions']['$inferSelect'];
export type NewInteraction = Omit<Tables['interactions']['$inferInsert'], 'id' | 'organisationId'>;

/** Values by group and key. In an edit, null removes what the analysis found. */
type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Who entered a value, and when. */
export interface EditMark {
  readonly userUuid: string;
  /** ISO 8601. */
  readonly at: string;
}

/** People's edits of the analysis; they survive later analyses. */
export interface Edits {
  readonly outcome?: string | null;
  readonly extraction?: Groups;
  readonly qms_scores?: Readonly<Record<string, number | null>>;
  /** By the key of the field. Edits of earlier versions have none. */
  readonly marks?: Readonly<Record<string, EditMark>>;
}

/** Returns edits with a mark on each of their values. */
export function marked(edits: Edits, mark: EditMark): Edits {
  const keys = [
    ...(edits.outcome === undefined ? [] : ['outcome']),
    ...Object.values(edits.extraction ?? {}).flatMap((values) => Object.keys(values)),
    ...Object.keys(edits.qms_scores ?? {}),
  ];
  return keys.length === 0 ? edits : { ...edits, marks: Object.fromEntries(keys.map((key) => [key, mark])) };
}

/** An analysis as stored. */
export interface StoredAnalysis extends Analysis {
  /** Groups of the fields at the time of the analysis, by key. */
  readonly groups: Readonly<Record<string, string>>;
  readonly analysedAt: string;
  /** Categories of score fields by key. Absent from analyses of earlier versions. */
  readonly categories?: Readonly<Record<string, string>>;
  /** Weights of score fields in the total of their category, by key; 1 if a key is absent. */
  readonly weights?: Readonly<Record<string, number>>;
  /** Keys of the required fields. Absent from analyses of earlier versions. */
  readonly required?: readonly string[];
}

/** How the speakers of a recording were identified. */
export const speakerSides = z.object({
  /**
   * `channels`: each has its own channel; `voices`: two voices were separated in one channel; `person`: a user named
   * them.
   */
  by: z.enum(['channels', 'voices', 'person']),
  /** Whether the agent was found on the customer's channel. */
  swapped: z.boolean(),
  /** Confidence in which speaker is the agent, 0 to 1; null if unknown. */
  confidence: z.number().nullable(),
});
export type SpeakerSides = z.output<typeof speakerSides>;

export const sidesOf = (row: Pick<InteractionRow, 'sides'>): SpeakerSides | null => row.sides as SpeakerSides | null;

export const editsOf = (row: Pick<InteractionRow, 'edits'>): Edits => row.edits as Edits;
export const analysisOf = (row: Pick<InteractionRow, 'analysis'>): StoredAnalysis | null =>
  row.analysis as StoredAnalysis | null;

/** Returns the outcome, sentiment, summary and score in effect, which lists and dashboards filter by. */
export function effectiveOf(analysis: StoredAnalysis | null, edits: Edits) {
  return {
    outcome: edits.outcome === undefined ? (analysis?.outcome?.value ?? null) : edits.outcome,
    sentiment: analysis?.sentiment?.value ?? null,
    summary: analysis === null ? null : analysis.summary.map(({ text }) => text).join(' ') || null,
    score: scoreOf(analysis, edits),
  };
}

/** Returns the mean of all scores in effect by their weights, 0 to 100; null without one that counts. */
function scoreOf(analysis: StoredAnalysis | null, edits: Edits): number | null {
  const { qms_scores: scores } = keyDetailsOf(analysis, edits);
  const weighted = Object.entries(scores).map(([key, score]) => ({ score, weight: analysis?.weights?.[key] ?? 1 }));
  return scoreTotal(weighted) ?? null;
}

/** Merges the analysis and people's edits by group and key. Values that are unsure are in the evidence alone. */
export function keyDetailsOf(analysis: StoredAnalysis | null, edits: Edits) {
  const extraction: Record<string, Record<string, unknown>> = {};
  const scores: Record<string, number> = {};
  for (const { key, value, state } of analysis?.fields ?? []) {
    const group = analysis?.groups[key];
    if (value === null || group === undefined || state === 'unsure') continue;
    if (group === scoreGroup) scores[key] = value as number;
    else extraction[group] = { ...extraction[group], [key]: value };
  }
  for (const [group, edited] of Object.entries(edits.extraction ?? {})) {
    const values = withoutNull({ ...extraction[group], ...edited });
    if (Object.keys(values).length > 0) extraction[group] = values;
    else delete extraction[group];
  }
  return { extraction, qms_scores: withoutNull({ ...scores, ...edits.qms_scores }) as Record<string, number> };
}

/** Marks a score in `groups`. Scores are stored apart from the groups. */
export const scoreGroup = '#scores';

const withoutNull = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Key details as a PATCH writes them. Null deletes a score, a value, a group, or everything of its kind. */
interface DetailsPatch {
  readonly extraction?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>> | null;
  readonly qms_scores?: Readonly<Record<string, number | null>> | null;
}

/** Converts a patch of the key details in effect to edits, which delete value by value. */
export function editsOfDetails(
  { extraction, qms_scores }: DetailsPatch,
  shown: ReturnType<typeof keyDetailsOf>,
): Edits {
  const groups = extraction === null ? nullOf(shown.extraction) : extraction;
  const scores = qms_scores === null ? nullOf(shown.qms_scores) : qms_scores;
  const edited = Object.entries(groups ?? {}).map(([group, values]) => [
    group,
    values ?? nullOf(shown.extraction[group] ?? {}),
  ]);
  return {
    ...(groups === undefined ? {} : { extraction: Object.fromEntries(edited) }),
    ...(scores === undefined ? {} : { qms_scores: scores }),
  };
}

const nullOf = (values: object): Record<string, null> =>
  Object.fromEntries(Object.keys(values).map((key) => [key, null]));

/** Merges edits with later ones, by group and by key inside a group. */
export function mergedEdits(was: Edits, patch: Edits): Edits {
  const extraction: Record<string, Record<string, unknown>> = {};
  for (const groups of [was.extraction ?? {}, patch.extraction ?? {}])
    for (const [group, values] of Object.entries(groups)) extraction[group] = { ...extraction[group], ...values };
  const qms_scores = { ...was.qms_scores, ...patch.qms_scores };
  const marks = { ...was.marks, ...patch.marks };
  return {
    ...was,
    ...patch,
    ...(Object.keys(extraction).length > 0 ? { extraction } : {}),
    ...(Object.keys(qms_scores).length > 0 ? { qms_scores } : {}),
    ...(Object.keys(marks).length > 0 ? { marks } : {}),
  };
}
