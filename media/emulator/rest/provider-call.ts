import type { Fate } from './fate.ts';

/** In the provider's own words. */
export type ProviderState =
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'cancel';

/** A call that the provider was asked for. */
export interface ProviderCall {
  readonly id: string;
  /** What the request was answered with, where that is not the call's own name. */
  readonly requestId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  readonly to: string;
  /** What it was asked with: the provider's own fields. */
  readonly fields: Readonly<Record<string, string>>;
  readonly fate: Fate;
  readonly placedAt: Date;
  state: ProviderState;
  answeredAt?: Date;
  endedAt?: Date;
  /** Why it ended, where the provider has a code for it. */
  cause?: string;
  /** Aborted by the side that hangs up. */
  readonly hungUp: AbortController;
  /** Addresses to which it was transferred, with what they answered. */
  readonly transfers: { readonly url: string; readonly document: string }[];
  readonly recordings: RecordingAtProvider[];
  /** Texts read out to the person on this leg. */
  readonly spoken: string[];
  /** Rooms that it came into. */
  readonly rooms: string[];
  /** Whom it was connected to, where the provider did that by itself. */
  second?: ProviderCall;
  /** Where it is to go on, instead of what it does now, which `moved` interrupts. */
  movedTo?: string;
  moved: AbortController;
}

export interface RecordingAtProvider {
  readonly id: string;
  readonly url: string;
  /** Who wants to know where it is, and whether they asked in a document or over REST. */
  readonly callbackUrl?: string;
  readonly askedBy: 'document' | 'rest';
  /** Undefined until it begins. */
  startedAt?: Date;
}

const liveStates: readonly ProviderState[] = ['queued', 'ringing', 'in-progress'];

export const isLive = ({ state }: ProviderCall): boolean => liveStates.includes(state);
