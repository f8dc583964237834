import type { VoiceSpan } from '../../speaker/two-voices.ts';
import type { TranscriptSentence } from './sentences.ts';
import type { Channel } from './transcribe.ts';

/** Input of the process that recognises a recording. JSON. */
export interface TranscribeSettings {
  readonly modelsDir: string;
  readonly threads: number;
  readonly providers: readonly string[];
  readonly languageCode: string;
  /** Of the sound on its standard input: samples of both by turns, or of one. */
  readonly channels: 1 | 2;
  /** What was said before is known. */
  readonly fromMs: number;
  /** Names that are likely to be said, as text that went before. */
  readonly prompt?: string;
  /** Tells two voices apart, where the model for it is installed. */
  readonly tellsVoices?: boolean;
}

/** What it tells; it waits for an answer after each part. */
export type TranscribeMessage =
  | { readonly type: 'ready' }
  | {
      readonly type: 'part';
      readonly channel: Channel;
      readonly toMs: number;
      readonly sentences: readonly TranscriptSentence[];
    }
  | { readonly type: 'end'; readonly seconds: number; readonly voices?: readonly VoiceSpan[] };
