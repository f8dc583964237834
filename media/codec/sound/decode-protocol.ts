/** Input of the decoding process. JSON. */
export interface DecodeOptions {
  /** Longer sound is refused while it is decoded. */
  readonly maxSeconds: number;
  /** A program for what our own decoders cannot do. */
  readonly ffmpeg?: string;
  /** One of the channels, or `both` of the first two, their samples by turns. Their mean by default. */
  readonly channels?: 0 | 1 | 'both';
  /** 16,000 by default. */
  readonly rateHz?: 8000 | 16_000 | 24_000;
}

/** What it tells. `end` or `refused` is the last. */
export type DecodeMessage =
  /** So much sound was in that part of the file; 0 where the part is not known. */
  | { readonly type: 'at'; readonly seconds: number; readonly fraction: number }
  /** `channels` is how many the file has; `isCut`: it ends before it says it does. */
  | { readonly type: 'end'; readonly seconds: number; readonly channels: number; readonly isCut: boolean }
  | { readonly type: 'refused'; readonly code: 'empty' | 'too_long' | 'damaged'; readonly detail: string };
