import { randomUUID } from 'node:crypto';
import { type Fate, plainFate } from './fate.ts';

/** States as the provider names them. */
export type ProviderState =
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'cancel';

/** A call at the provider. */
export interface ProviderCall {
  readonly id: string;
  /** Identifier returned for the request; may differ from the call's id. */
  readonly requestId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  readonly to: string;
  /** The provider's own fields of the request. */
  readonly fields: Readonly<Record<string, string>>;
  readonly fate: Fate;
  readonly placedAt: Date;
  state: ProviderState;
  answeredAt?: Date;
  endedAt?: Date;
  /** The provider's code for why it ended, if any. */
  cause?: string;
  /** Aborted by the side that hangs up. */
  readonly hungUp: AbortController;
  /** Addresses to which it was transferred, each with the document returned there. */
  readonly transfers: { readonly url: string; readonly document: string }[];
  readonly recordings: RecordingAtProvider[];
  /** Texts read out to the person on this leg. */
  readonly spoken: string[];
  /** Names of the conference rooms that it joined. */
  readonly rooms: string[];
  /** The second leg, if the provider connected it itself. */
  second?: ProviderCall;
  /** Aborted when a request connects this call with another. */
  readonly bridged: AbortController;
  /** Address of the next document. `moved` interrupts the current one. */
  movedTo?: string;
  moved: AbortController;
}

export interface RecordingAtProvider {
  readonly id: string;
  readonly url: string;
  /** Address that is notified when the recording is available. `askedBy`: requested by a document or over REST. */
  readonly callbackUrl?: string;
  readonly askedBy: 'document' | 'rest';
  /** Undefined until the recording begins. */
  startedAt?: Date;
}

const liveStates: readonly ProviderState[] = ['queued', 'ringing', 'in-progress'];

export const isLive = ({ state }: ProviderCall): boolean => liveStates.includes(state);

/** Returns a call that was placed just now. */
export const newCall = (
  { from, to, fields }: Pick<ProviderCall, 'from' | 'to' | 'fields'>,
  fate: Partial<Fate>,
  direction: ProviderCall['direction'] = 'outbound',
): ProviderCall => ({
  direction,
  id: randomUUID(),
  requestId: randomUUID(),
  from,
  to,
  fields,
  placedAt: new Date(),
  state: 'queued',
  fate: { ...plainFate, ...fate },
  hungUp: new AbortController(),
  moved: new AbortController(),
  bridged: new AbortController(),
  transfers: [],
  recordings: [],
  spoken: [],
  rooms: [],
});
