import { scoreTotal, type WeightedScore } from '../../../analysis/score-total.ts';
import type { Evidence, SentimentFinding } from '../../../analysis/types.ts';
import { spokenLines } from '../../../transcripts/lines.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import { channelOf } from '../../calls/index.ts';
import { type CostPart, costDetailsJson, costJson, type KnownCost } from '../costs/index.ts';
import {
  analysisOf,
  editsOf,
  type Found,
  type InteractionRow,
  keyDetailsOf,
  type ListedInteraction,
  type Measured,
  type StoredAnalysis,
  sidesOf,
} from '../interactions/index.ts';
import type { CallRecord, CallSummary } from './schema.ts';

/** Parts of a call's response that are not stored in its row. */
export interface Beside {
  readonly recordingUrl: string | null;
  readonly segments: readonly { readonly uuid: string; readonly name: string }[];
  readonly customerId: number | null;
  /** Undefined for conversations that were not calls of this server. */
  readonly measured: Measured | undefined;
  /** Of a call since the first price; null without prices. */
  readonly cost: KnownCost | null;
  /** Where the words that were searched for were said. */
  readonly excerpt: Found | undefined;
}

export function toSummary(row: ListedInteraction, beside: Beside): CallSummary {
  const agentUuid = row.voiceAgentUuid ?? row.agentUserUuid;
  const kind = row.voiceAgentUuid !== null ? 'ai' : row.agentUserUuid === null ? null : 'human';
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    error: row.error,
    source: row.source,
    direction: row.direction,
    campaign_uuid: row.flowUuid,
    agent: { uuid: agentUuid, name: row.agentName, kind },
    customer: { id: beside.customerId, uuid: row.contactUuid, name: row.customerName, phone: row.customerPhone },
    duration: row.durationMs === null ? null : Math.round(row.durationMs / 1000),
    channel: row.source === 'call' && beside.measured !== undefined ? channelOf(beside.measured.dialect) : null,
    turns: beside.measured?.turns ?? null,
    median_latency_ms: beside.measured?.medianLatencyMs ?? null,
    end_reason: beside.measured?.endReason ?? null,
    cost: beside.cost && costJson(beside.cost),
    outcome: row.outcome,
    sentiment: row.sentiment,
    summary: row.summary,
    score: row.score,
    ...(beside.excerpt !== undefined && { excerpt: { ...beside.excerpt, marks: [...beside.excerpt.marks] } }),
    segments: [...beside.segments],
    recording_url: beside.recordingUrl,
    called_at: row.calledAt,
    created_at: row.createdAt,
  };
}

export interface Read extends Beside {
  readonly transcript: Transcript;
  /** Services that the call used. */
  readonly costParts: readonly CostPart[];
}

export const toRecord = (row: InteractionRow, { transcript, costParts, ...beside }: Read): CallRecord => ({
  ...toSummary(row, beside),
  cost: beside.cost && costDetailsJson(beside.cost, costParts),
  transcript: spokenLines(transcript),
  key_details: keyDetailsOf(analysisOf(row), editsOf(row)),
  speakers: sidesOf(row),
  recording_note: row.recordingNote,
});

/** Returns the evidence for each value, quoting the transcript. `names`: of people who edited values, by uuid. */
export function toEvidence(row: InteractionRow, transcript: Transcript, names: ReadonlyMap<string, string>) {
  const analysis = analysisOf(row);
  const edits = editsOf(row);
  const editOf = (key: string) => {
    const mark = edits.marks?.[key];
    return mark === undefined ? null : { by: names.get(mark.userUuid) ?? null, at: mark.at };
  };
  const quoted = ({ turn, start, end }: Evidence) => ({
    turn,
    start,
    end,
    text: transcript[turn]?.text.slice(start, end) ?? '',
  });
  const shown = <F extends { readonly evidence: readonly Evidence[] }>(finding: F | null | undefined) =>
    finding ? { ...finding, evidence: finding.evidence.map(quoted) } : null;
  const sentimentOf = (sentiment: SentimentFinding | null | undefined) => {
    if (!sentiment) return null;
    // Analyses of the first version have neither field.
    const { score, change } = sentiment as Partial<SentimentFinding>;
    const turned = change ? { ...quoted(change), is_worse: change.isWorse } : null;
    const { value, confidence, evidence, method } = sentiment;
    return { value, confidence, evidence: evidence.map(quoted), method, score: score ?? null, change: turned };
  };
  const fields = (analysis?.fields ?? []).map(({ key, state, value, confidence, evidence, method, otherValue }) => {
    const group = analysis?.groups[key] ?? null;
    const edit = editedValue(key, group, edits);
    const machine = {
      state,
      value,
      confidence,
      evidence: evidence.map(quoted),
      method,
      other_value: otherValue ?? null,
    };
    return edit === undefined
      ? { key, group, ...machine, machine: null, edit: null }
      : { key, group, state: 'edited' as const, value: edit, ...byPerson, machine, edit: editOf(key) };
  });
  return {
    version: analysis?.version ?? null,
    analysed_at: analysis?.analysedAt ?? null,
    fields,
    missing: missingOf(analysis, fields),
    score_totals: totalsOf(analysis, row),
    outcome: shown(analysis?.outcome),
    outcome_undecided: analysis?.undecided ?? null,
    outcome_edited: edits.outcome !== undefined,
    outcome_edit: edits.outcome === undefined ? null : editOf('outcome'),
    sentiment: sentimentOf(analysis?.sentiment),
    summary: (analysis?.summary ?? []).map(quoted),
    turns: transcript.map(({ startMs, endMs, heardMs }) => ({
      start_ms: startMs,
      end_ms: endMs,
      heard_ms: heardMs ?? null,
    })),
  };
}

const missingOf = (
  analysis: StoredAnalysis | null,
  fields: readonly { readonly key: string; readonly value: unknown }[],
): string[] =>
  (analysis?.required ?? []).filter((wanted) => fields.some(({ key, value }) => key === wanted && value === null));

/** Returns the scores in effect by category, in field order. Scores that do not apply are left out. */
function totalsOf(analysis: StoredAnalysis | null, row: InteractionRow) {
  const { qms_scores: scores } = keyDetailsOf(analysis, editsOf(row));
  const byCategory = new Map<string, WeightedScore[]>();
  for (const [key, category] of Object.entries(analysis?.categories ?? {})) {
    const score = scores[key];
    if (score === undefined) continue;
    const weighted = { score, weight: analysis?.weights?.[key] ?? 1 };
    byCategory.set(category, [...(byCategory.get(category) ?? []), weighted]);
  }
  return [...byCategory].flatMap(([category, all]) => {
    const score = scoreTotal(all);
    return score === undefined ? [] : [{ category, score, judged: all.length }];
  });
}

const byPerson = { confidence: 1, evidence: [], method: 'person', other_value: null };

/** Returns the value that a person entered, where null clears it; undefined if nobody edited it. */
export function editedValue(key: string, group: string | null | undefined, edits: ReturnType<typeof editsOf>): unknown {
  if (key === 'outcome' && edits.outcome !== undefined) return edits.outcome;
  const score = edits.qms_scores?.[key];
  return score === undefined ? edits.extraction?.[group ?? '']?.[key] : score;
}
