import { spokenLines } from '../../../transcripts/lines.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import { disclosureOf } from './call-record.ts';
import type { CallEventRow, CallRow } from './call-rows.ts';
import { type CallState, isOver } from './call-state.ts';

/** A webhook event about a call. */
export interface CallNews {
  readonly event: 'call.started' | 'call.ended' | 'call.no_answer' | 'call.failed';
  data(): Promise<object>;
  /** Uuid of a call whose transcript may still arrive from the provider's recording. */
  readonly awaits?: string;
}

/** A call's event log, and the transcript derived from it. */
export interface CallStory {
  readonly events: readonly CallEventRow[];
  readonly transcript: Transcript;
}

/** Returns whether the provider records the call: click-to-call calls, and the part after a transfer. */
export const isRecordedByProvider = ({ agentUserUuid, endReason }: CallRow): boolean =>
  agentUserUuid !== null || endReason === 'transferred';

/** Why no call can be placed while providers cannot reach this server. */
export const publicAddressMissing =
  'The public address of this server is not set. A superadmin sets it in the console, or the operator with PUBLIC_BASE_URL.';

/** Error texts of calls that could not be placed or accepted. Any other reason counts as no answer. */
const failures: Readonly<Record<string, string>> = {
  invalid_number: 'The number is not valid.',
  provider_rejected: 'The telephony provider rejected the call.',
  telephony_not_connected: 'No telephony provider is connected.',
  over_capacity: 'The server was at capacity.',
  public_base_url_missing: publicAddressMissing,
  not_dialled: 'The call was not dialled in time.',
  not_placed: 'The telephony provider does not know the call: it was not placed.',
  placing_unknown: 'It is unknown whether the telephony provider placed the call.',
  audio_not_agreed: 'The two ends have no codec, or no encryption of the audio, in common.',
};

/** API reasons for those found later; `error` has the original reason. */
const toldReasons: Readonly<Record<string, string>> = {
  not_dialled: 'over_capacity',
  not_placed: 'provider_rejected',
  placing_unknown: 'provider_rejected',
};
const toldReason = (reason: string): string => toldReasons[reason] ?? reason;

/** Failures with which a phone rang or may have rung. */
const rung: readonly string[] = ['placing_unknown', 'audio_not_agreed'];

/** Returns whether nobody's phone rang. */
export const isPlacingFailure = (reason: string): boolean => reason in failures && !rung.includes(reason);

/**
 * Returns the events of a change. A connected call starts and ends exactly once; every other call ends as not answered
 * or as failed. Browser tests have no events.
 */
export function newsOf(before: CallState, call: CallRow, story: () => Promise<CallStory>) {
  const isTest = call.callType === 'test';
  const hasStarted = !isTest && before.startedAt === null && call.startedAt !== null;
  const hasEnded = !isTest && !isOver(before.status) && isOver(call.status);
  return {
    started: hasStarted ? startedNews(call) : undefined,
    ended: hasEnded ? endOf(before, call, story) : undefined,
  };
}

function endOf(before: CallState, call: CallRow, story: () => Promise<CallStory>): CallNews {
  const error = failures[call.endReason ?? ''];
  // During a hand-over, the provider may close the stream before it reports the transfer.
  const awaits = isRecordedByProvider(call) || before.status === 'transferring' ? { awaits: call.uuid } : {};
  if (call.startedAt !== null) return { ...endedNews(call, story), ...awaits };
  if (error === undefined)
    return { event: 'call.no_answer', data: async () => ({ ...namesOf(call), outcome: call.outcome }) };
  const data = async () => ({ ...startedData(call), reason: toldReason(call.endReason ?? ''), error });
  return { event: 'call.failed', data };
}

export const startedNews = (call: CallRow): CallNews => ({
  event: 'call.started',
  data: async () => startedData(call),
});

export const endedNews = (call: CallRow, story: () => Promise<CallStory>): CallNews => ({
  event: 'call.ended',
  data: async () => endedData(call, await story()),
});

const namesOf = ({ uuid, fromNumber, toNumber }: CallRow) => ({
  call_uuid: uuid,
  from_number: fromNumber,
  to_number: toNumber,
});

const startedData = (call: CallRow) => ({
  ...namesOf(call),
  call_type: call.callType,
  campaign_uuid: call.flowUuid === '' || call.flowUuid === call.voiceAgentUuid ? null : call.flowUuid,
  contact_uuid: call.contactUuid,
  started_at: call.startedAt,
});

function endedData(call: CallRow, { events, transcript }: CallStory) {
  const startedMs = Date.parse(call.startedAt ?? call.createdAt);
  const disclosure = disclosureOf(events);
  return {
    ...namesOf(call),
    duration_seconds: Math.round((call.durationMs ?? 0) / 1000),
    ...(disclosure === null ? {} : { recording_disclosure: disclosure }),
    transcript: spokenLines(transcript).map(({ timestamp, ...line }) => ({
      ...line,
      ts: new Date(startedMs + timestamp * 1000).toISOString(),
    })),
  };
}
