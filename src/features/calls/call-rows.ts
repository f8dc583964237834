import type { CallEvent } from '../../../media/ports.ts';
import { columnsBut, type Tables } from '../../data/index.ts';
import type { CallClosed } from './call-state.ts';

/** A call without what was found out of it, which may be 64 KiB and is read where it is shown. */
export type CallRow = Omit<Tables['calls']['$inferSelect'], 'keyDetails'>;

/** What a list of calls shows of each. */
export type ListedCall = Omit<CallRow, (typeof unlisted)[number]>;

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
