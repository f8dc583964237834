/** Input of the decoding process, as JSON. */
export interface DecodeOptions {
  /** Longer audio is refused during decoding. */
  readonly maxSeconds: number;
  /** Path of ffmpeg, for files that the built-in decoders cannot read. */
  readonly ffmpeg?: string;
  /** A single channel, or `both` of the first two, interleaved. Their mean by default. */
  readonly channels?: 0 | 1 | 'both';
  /** 16,000 by default. */
  readonly rateHz?: 8000 | 16_000 | 24_000;
}

/** Messages of the decoding process. `end` or `refused` is the last. */
export type DecodeMessage =
  /** Progress: seconds decoded, and the share of the file that contained them; 0 if unknown. */
  | { readonly type: 'at'; readonly seconds: number; readonly fraction: number }
  /** `channels`: number of channels in the file. `isCut`: the file ends before its declared end. */
  | { readonly type: 'end'; readonly seconds: number; readonly channels: number; readonly isCut: boolean }
  | { readonly type: 'refused'; readonly code: 'empty' | 'too_long' | 'damaged'; readonly detail: string };
