import { transcriptOf } from './call-record.ts';
import type { CallEventRow, CallRow } from './call-rows.ts';
import { type CallState, isOver } from './call-state.ts';

/** What is told of a call to who asked to hear of it. */
export interface CallNews {
  readonly event: 'call.started' | 'call.ended' | 'call.no_answer' | 'call.failed';
  data(): Promise<object>;
}

/** Why a call could not be placed or taken; whatever else keeps a call from being connected is no answer. */
const failures: Readonly<Record<string, string>> = {
  invalid_number: 'The number is not valid.',
  provider_rejected: 'The telephony provider did not take the call.',
  telephony_not_connected: 'No telephony provider is connected.',
  over_capacity: 'No more calls were taken at that moment.',
  public_base_url_missing: 'PUBLIC_BASE_URL is not set.',
};

/** Every call that was connected has started and ended once; every other ends as not answered, or as failed. */
export function newsOf(before: CallState, call: CallRow, stored: () => Promise<CallEventRow[]>): CallNews[] {
  const news: CallNews[] = [];
  if (before.startedAt === null && call.startedAt !== null)
    news.push({ event: 'call.started', data: async () => startedData(call) });
  if (isOver(before.status) || !isOver(call.status)) return news;
  const error = failures[call.endReason ?? ''];
  if (call.startedAt !== null) news.push({ event: 'call.ended', data: async () => endedData(call, await stored()) });
  else if (error !== undefined) {
    const data = async () => ({ ...startedData(call), reason: call.endReason, error });
    news.push({ event: 'call.failed', data });
  } else news.push({ event: 'call.no_answer', data: async () => ({ ...namesOf(call), outcome: call.outcome }) });
  return news;
}

const namesOf = ({ uuid, fromNumber, toNumber }: CallRow) => ({
  call_uuid: uuid,
  from_number: fromNumber,
  to_number: toNumber,
});

const startedData = (call: CallRow) => ({
  ...namesOf(call),
  call_type: call.callType,
  campaign_uuid: call.flowUuid,
  contact_uuid: null,
  started_at: call.startedAt,
});

function endedData(call: CallRow, events: readonly CallEventRow[]) {
  const startedMs = Date.parse(call.startedAt ?? call.createdAt);
  return {
    ...namesOf(call),
    duration_seconds: Math.round((call.durationMs ?? 0) / 1000),
    transcript: transcriptOf(events).map(({ speaker, text, timestamp }) => ({
      speaker,
      text,
      ts: new Date(startedMs + timestamp * 1000).toISOString(),
    })),
  };
}
