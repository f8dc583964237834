import type { CallEvent } from '../../../media/ports.ts';
import { columnsBut, type Tables } from '../../data/index.ts';
import type { HowEnded, ProviderModule } from '../../telephony/index.ts';
import type { CallClosed } from './call-state.ts';

/** A call without what was found out of it, which may be 64 KiB and is read where it is shown. */
export type CallRow = Omit<Tables['calls']['$inferSelect'], 'keyDetails'>;

/** What a list of calls shows of each. */
export type ListedCall = Omit<CallRow, (typeof unlisted)[number]>;

/** With the process that carries it. */
export type LiveRow = ListedCall & Pick<CallRow, 'leaseOwner'>;

const unlisted = [
  'organisationId',
  'dialect',
  'providerCallId',
  'leaseOwner',
  'leaseUntil',
  'targetUuid',
  'dialledAt',
  'providerRequestId',
  'callerVerified',
  'writtenSentiment',
  'writtenSummary',
  'conversationOutcome',
  'conversationAgent',
] as const;

export const listedColumns = ({ calls }: Tables) => columnsBut(calls, 'keyDetails', ...unlisted);

export const callColumns = ({ calls }: Tables) => columnsBut(calls, 'keyDetails');

/** What a provider told us outside the stream, as it came. */
export interface ProviderNote {
  readonly type: 'callback';
  readonly atMs: number;
  readonly kind: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What the provider has recorded is in the call's recording, from `atMs` on. */
export interface RecordingNote {
  readonly type: 'recording';
  readonly atMs: number;
  /** The provider's name of it. */
  readonly id: string;
  readonly seconds: number;
  readonly channels: number;
}

export type StoredEvent = CallEvent | ProviderNote | RecordingNote | (CallClosed & { readonly atMs: number });

export interface CallEventRow {
  readonly seq: number;
  readonly recordedAt: string;
  readonly event: StoredEvent;
}

export interface LoggedEvent {
  readonly callUuid: string;
  readonly event: StoredEvent;
  readonly recordedAt: string;
}

/** What a call is before anything has become of it. */
export const newState = {
  providerCallId: null,
  outcome: null,
  endReason: null,
  startedAt: null,
  endedAt: null,
  durationMs: null,
  leaseOwner: null,
  leaseUntil: null,
  answeredBy: null,
  answeredConfidence: null,
  turns: 0,
  medianLatencyMs: null,
  contactUuid: null,
  targetUuid: null,
  dialledAt: null,
  providerRequestId: null,
  keyDetails: null,
  agentUserUuid: null,
  callerVerified: null,
  sentiment: null,
  summary: null,
  writtenSentiment: null,
  writtenSummary: null,
  conversationOutcome: null,
  conversationAgent: null,
};

/** How the provider reported that the leg of a call ended; a stream that is over says nothing of its leg. */
export const endOfLeg = (provider: ProviderModule | undefined, event: StoredEvent): HowEnded | undefined =>
  event.type === 'callback' && (event.kind === 'hangup' || event.kind === 'status')
    ? provider?.callbacks.read(event.kind, event.fields).ended
    : undefined;
