import type { Caption } from '../../line/wire.ts';

/** Where what people hear and read of a call goes: to the thread that has their streams. */
export interface SupervisionFeed {
  /** Interleaved, caller left and agent right. The samples move. */
  heard(callUuid: string, rateHz: number, stereo: Int16Array): void;
  caption(callUuid: string, caption: Caption): void;
  /** Who spoke instead of the agent does so no longer, by a decision of the call. */
  released(callUuid: string): void;
}
