import type { TranscriptSentence } from './sentences.ts';

/** Input of the process that recognises a recording. JSON. */
export interface TranscribeSettings {
  readonly modelsDir: string;
  readonly threads: number;
  readonly providers: readonly string[];
  readonly languageCode: string;
  /** What was said before is known. */
  readonly fromMs: number;
}

/** What it tells; it waits for an answer after each part. */
export type TranscribeMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'part'; readonly toMs: number; readonly sentences: readonly TranscriptSentence[] }
  | { readonly type: 'end'; readonly seconds: number };
