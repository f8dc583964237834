/** Messages between the page and its audio thread. */
export const lineHz = 16_000;
/** 20 ms. */
export const frameSamples = 320;

export const captureName = 'parley-capture';
export const playbackName = 'parley-playback';

export interface CaptureCommand {
  readonly muted: boolean;
}

/** The capture worklet sends frames without an envelope. */
export type CapturedFrame = Int16Array<ArrayBuffer>;

export type PlaybackCommand =
  | { readonly type: 'audio'; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'clear' };

export type PlaybackReport =
  | { readonly type: 'played'; readonly name: string }
  | {
      readonly type: 'level';
      readonly dbfs: number;
      readonly playedMs: number;
      readonly gaps: number;
      readonly refusedSamples: number;
    };
