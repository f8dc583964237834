import type { CallEvent } from '../../../../media/ports.ts';
import { columnsBut, type Tables } from '../../../data/index.ts';
import type { HowEnded, ProviderModule } from '../../../telephony/index.ts';
import type { CallClosed } from './call-state.ts';

/** A call without its key details, which may take 64 KiB and are read only where they are shown. */
export type CallRow = Omit<Tables['calls']['$inferSelect'], 'keyDetails'>;

/** Columns of the list of calls. */
export type ListedCall = Omit<CallRow, (typeof unlisted)[number]>;

/** Adds the process that owns the call. */
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

/** A provider's report from outside the stream, unchanged. */
export interface ProviderNote {
  readonly type: 'callback';
  readonly atMs: number;
  readonly kind: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Audio recorded by the provider, which starts at `atMs` in the call's recording. */
export interface RecordingNote {
  readonly type: 'recording';
  readonly atMs: number;
  /** The provider's id of the recording. */
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

/** Initial state of a call. */
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
  firstAnsweredBy: null,
  turns: 0,
  medianLatencyMs: null,
  contactUuid: null,
  targetUuid: null,
  dialledAt: null,
  providerRequestId: null,
  keyDetails: null,
  agentUserUuid: null,
  callerVerified: null,
  voiceAgentUuid: null,
  agentVersion: null,
  flowVersion: null,
  sentiment: null,
  summary: null,
  writtenSentiment: null,
  writtenSummary: null,
  conversationOutcome: null,
  conversationAgent: null,
};

/** Returns how the provider reported the end of the call's leg. The end of a stream tells nothing about its leg. */
export const endOfLeg = (provider: ProviderModule | undefined, event: StoredEvent): HowEnded | undefined =>
  event.type === 'callback' && (event.kind === 'hangup' || event.kind === 'status')
    ? provider?.callbacks.read(event.kind, event.fields).ended
    : undefined;
