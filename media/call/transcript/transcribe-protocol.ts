import type { VoiceSpan } from '../../speaker/two-voices.ts';
import type { TranscriptSentence } from './sentences.ts';
import type { Channel } from './transcribe.ts';

/** JSON input of the process that recognises a recording. */
export interface TranscribeSettings {
  readonly modelsDir: string;
  readonly threads: number;
  readonly providers: readonly string[];
  readonly languageCode: string;
  /** Channels of the audio on standard input; samples of two channels are interleaved. */
  readonly channels: 1 | 2;
  /** Speech before this has already been recognised. */
  readonly fromMs: number;
  /** Likely names, as preceding text. */
  readonly prompt?: string;
  /** Distinguishes two voices if the model for it is installed. */
  readonly tellsVoices?: boolean;
}

/** Messages of the process; it waits for an answer after each part. */
export type TranscribeMessage =
  | { readonly type: 'ready' }
  | {
      readonly type: 'part';
      readonly channel: Channel;
      readonly toMs: number;
      readonly sentences: readonly TranscriptSentence[];
    }
  | { readonly type: 'end'; readonly seconds: number; readonly voices?: readonly VoiceSpan[] };
