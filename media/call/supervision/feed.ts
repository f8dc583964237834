import type { Caption } from '../../line/wire.ts';

/** Sends audio and captions of a call to the thread that has the listeners' streams. */
export interface SupervisionFeed {
  /** Interleaved, caller left and agent right. The samples are transferred. */
  heard(callUuid: string, rateHz: number, stereo: Int16Array): void;
  caption(callUuid: string, caption: Caption): void;
  /** The call has decided that the person no longer speaks instead of the agent. */
  released(callUuid: string): void;
}
