import type { Evidence } from '../../analysis/types.ts';
import { spokenLines } from '../../transcripts/lines.ts';
import type { Transcript } from '../../transcripts/transcript.ts';
import {
  analysisOf,
  editsOf,
  type InteractionRow,
  keyDetailsOf,
  type ListedInteraction,
} from '../interactions/index.ts';
import type { CallRecord, CallSummary } from './schema.ts';

export function toSummary(row: ListedInteraction, recordingUrl: string | null): CallSummary {
  const agentUuid = row.voiceAgentUuid ?? row.agentUserUuid;
  const kind = row.voiceAgentUuid !== null ? 'ai' : row.agentUserUuid === null ? null : 'human';
  return {
    ...{ id: row.id, uuid: row.uuid, status: row.status, error: row.error, source: row.source },
    direction: row.direction,
    agent: { uuid: agentUuid, name: row.agentName, kind },
    customer: { id: row.contactUuid, name: row.customerName, phone: row.customerPhone },
    duration: row.durationMs === null ? null : Math.round(row.durationMs / 1000),
    ...{ outcome: row.outcome, sentiment: row.sentiment, summary: row.summary, segments: [] },
    ...{ recording_url: recordingUrl, called_at: row.calledAt, created_at: row.createdAt },
  };
}

export const toRecord = (row: InteractionRow, transcript: Transcript, recordingUrl: string | null): CallRecord => ({
  ...toSummary(row, recordingUrl),
  transcript: spokenLines(transcript),
  key_details: keyDetailsOf(analysisOf(row), editsOf(row)),
});

/** What supports each value, with the words themselves looked up in the transcript. */
export function toEvidence(row: InteractionRow, transcript: Transcript) {
  const analysis = analysisOf(row);
  const edits = editsOf(row);
  const quoted = ({ turn, start, end }: Evidence) => ({
    ...{ turn, start, end },
    text: transcript[turn]?.text.slice(start, end) ?? '',
  });
  const found = <F extends { readonly evidence: readonly Evidence[] }>(finding: F | null | undefined) =>
    finding ? { ...finding, evidence: finding.evidence.map(quoted) } : null;
  const fields = (analysis?.fields ?? []).map(({ key, state, value, confidence, evidence, method }) => {
    const edit = editedValue(key, analysis?.groups[key], edits);
    const own = { key, state, value, confidence, evidence: evidence.map(quoted), method };
    return edit === undefined
      ? own
      : { ...own, state: 'edited' as const, value: edit, confidence: 1, evidence: [], method: 'person' };
  });
  return {
    version: analysis?.version ?? null,
    analysed_at: analysis?.analysedAt ?? null,
    fields,
    outcome: found(analysis?.outcome),
    sentiment: found(analysis?.sentiment),
    summary: (analysis?.summary ?? []).map(quoted),
  };
}

function editedValue(key: string, group: string | undefined, edits: ReturnType<typeof editsOf>): unknown {
  if (key === 'outcome' && edits.outcome !== undefined) return edits.outcome;
  return edits.qms_scores?.[key] ?? edits.extraction?.[group ?? '']?.[key];
}
