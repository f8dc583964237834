import type { CallEvent } from '../../../media/ports.ts';
import type { Tables } from '../../data/index.ts';
import type { CallClosed } from './call-state.ts';

export type CallRow = Tables['calls']['$inferSelect'];

/** What a provider told us outside the stream, as it came. */
export interface ProviderNote {
  readonly type: 'callback';
  readonly atMs: number;
  readonly kind: string;
  readonly fields: Readonly<Record<string, string>>;
}

export type StoredEvent = CallEvent | ProviderNote | (CallClosed & { readonly atMs: number });

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
