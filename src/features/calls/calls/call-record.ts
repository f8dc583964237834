import type { SpeculativeWork } from '../../../../media/ports.ts';
import { replyUsageOf, usageTotalOf } from '../../../llm/index.ts';
import { spokenLines } from '../../../transcripts/lines.ts';
import { transcriptOfLines } from '../../../transcripts/of-lines.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import { quantile } from '../call-stats/index.ts';
import type { CallEventRow, ListedCall } from './call-rows.ts';
import type { CallRecord, CallSummary } from './schema.ts';

interface Named {
  readonly recordingToken: string | undefined;
  readonly agentName: string | undefined;
  readonly contactName: string | undefined;
}

/**
 * Converts a row to the API's call, without data from its events. `recordingToken` authorises access to the recording,
 * if there is one.
 */
export function toSummary(row: ListedCall, { recordingToken, agentName, contactName }: Named): CallSummary {
  const seconds = Math.round((row.durationMs ?? 0) / 1000);
  return {
    uuid: row.uuid,
    call_type: row.callType,
    status: row.status,
    campaign_uuid: isOfCampaign(row) ? row.flowUuid : null,
    contact_uuid: row.contactUuid,
    contact_name: contactName ?? null,
    agent_name: agentName ?? null,
    from_number: row.fromNumber,
    to_number: row.toNumber,
    duration: seconds,
    duration_formatted: `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`,
    outcome: row.outcome,
    sentiment: row.sentiment,
    summary: row.summary,
    recording_url:
      recordingToken === undefined ? null : `/api/voice/calls/${row.uuid}/recording?token=${recordingToken}`,
    end_reason: row.endReason,
    created_at: row.createdAt,
    started_at: row.startedAt,
    ended_at: row.endedAt,
    answered_by: row.answeredBy,
    answered_confidence: row.answeredConfidence,
    first_answered_by: row.firstAnsweredBy,
    agent_version: row.agentVersion,
    campaign_version: isOfCampaign(row) ? row.flowVersion : null,
    turns: row.turns,
    median_latency_ms: row.medianLatencyMs,
  };
}

/** An agent that is tested without a campaign has its own identifier in place of one. */
const isOfCampaign = ({ flowUuid, voiceAgentUuid }: Pick<ListedCall, 'flowUuid' | 'voiceAgentUuid'>): boolean =>
  flowUuid !== '' && flowUuid !== voiceAgentUuid;

/** Prefixes the recording's URL with the origin of this server. */
export const withOrigin = <C extends CallSummary>(call: C, origin: string | undefined): C =>
  call.recording_url === null || origin === undefined
    ? call
    : { ...call, recording_url: `${origin}${call.recording_url}` };

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Builds the transcript of a call that is live, or that ended before transcripts were stored. */
export const transcriptOf = (events: readonly CallEventRow[]): Transcript =>
  transcriptOfLines(events.flatMap(({ event }) => (event.type === 'line' ? [event.line] : [])));

/** Formats a transcript for the API of calls, which has two speakers. */
export const callLines = (transcript: Transcript): CallRecord['transcript'] =>
  spokenLines(transcript).map(({ speaker, ...line }) => ({
    ...line,
    speaker: speaker === 'agent' ? 'agent' : 'customer',
  }));

export function latencyOf(events: readonly CallEventRow[]): CallRecord['latency'] {
  const turns = events.flatMap(({ event }) => {
    if (event.type !== 'turn') return [];
    const { latency, trace } = event;
    return [
      {
        turn: event.turn,
        at_ms: event.atMs,
        endpoint_ms: latency.endpoint,
        recognition_ms: latency.recognition,
        agent_ms: latency.agent,
        synthesis_ms: latency.synthesis,
        queue_ms: latency.queue,
        network_ms: latency.network,
        total_ms: latency.total,
        estimated: latency.estimated,
        brain: trace?.brain ?? null,
        intent: trace?.intent ?? null,
      },
    ];
  });
  const totals = turns.map((turn) => turn.total_ms).sort((a, b) => a - b);
  return { turns, median_ms: quantile(totals, 0.5), p95_ms: quantile(totals, 0.95) };
}

/** Returns the most complete playout of the recording disclosure; null if none was started. */
export function disclosureOf(events: readonly CallEventRow[]): CallRecord['recording_disclosure'] {
  const proofs = events.flatMap(({ event }) => (event.type === 'disclosure' ? [event.disclosure] : []));
  const best = proofs.find(({ inFull }) => inFull) ?? proofs.at(-1);
  if (best === undefined) return null;
  return {
    text: best.text,
    heard_in_full: best.inFull,
    evidence: best.evidence,
    heard_words: best.heardWords,
    total_words: best.totalWords,
    start_seconds: best.startMs / 1000,
    end_seconds: best.endMs / 1000,
    attempts: proofs.length,
    words: best.words.map(({ text, startMs, endMs, heard }) => ({
      text,
      start_seconds: startMs / 1000,
      end_seconds: endMs / 1000,
      heard: heard ?? 'no',
    })),
  };
}

/** Returns null until the call is over. */
export function speculationOf(events: readonly CallEventRow[]): CallRecord['speculation'] {
  for (const { event } of events) {
    if (event.type !== 'speculation') continue;
    const { made, wasted, ...counts } = event.speculation;
    return { ...counts, made: workOf(made), wasted: workOf(wasted) };
  }
  return null;
}

/** Returns what the language models of a call were asked; null if none was. */
export function usageOf(events: readonly CallEventRow[]): CallRecord['usage'] {
  const turns = events.flatMap(({ event }) => {
    if (event.type !== 'models') return [];
    const { discarded } = event.used;
    return [{ turn: event.turn, at_ms: event.atMs, discarded, ...replyUsageOf(event.used) }];
  });
  if (turns.length === 0) return null;
  return { ...usageTotalOf(turns), turns };
}

const workOf = ({ brainMs, speechMs, characters, audioMs }: SpeculativeWork) => ({
  agent_ms: brainMs,
  synthesis_ms: speechMs,
  characters,
  audio_ms: audioMs,
});

export const eventToJson = ({ seq, recordedAt, event }: CallEventRow) => ({ seq, recorded_at: recordedAt, ...event });
