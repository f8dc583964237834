import type { SpeakJob, SpeakResult } from '../line/speech.ts';

/**
 * Silence after a mark in ms, in addition to the clause's own edges. The model makes similar pauses within a sentence.
 */
const pauseMs: Readonly<Record<string, number>> = {
  '.': 180,
  '!': 180,
  '?': 220,
  '…': 250,
  ';': 140,
  ':': 140,
  '—': 120,
  ',': 80,
};

export const pauseAfterMarkMs = (mark: string): number => pauseMs[mark] ?? 0;

/**
 * Returns the silence between the previous clause and this one. It precedes the later clause, since it is unknown
 * whether another follows, and a reply should not end in silence.
 */
export function pauseAfterMs({ text, continues = false }: NonNullable<SpeakJob['after']>): number {
  const mark = /([.!?…;:,—])["'”’)\]\s]*$/u.exec(text)?.[1];
  if (mark !== undefined && !(continues && mark === '.')) return pauseAfterMarkMs(mark);
  return continues ? 40 : pauseAfterMarkMs('.');
}

/** Inserts silence before the first piece and shifts the word times. */
export async function* withPause(
  results: AsyncIterable<SpeakResult>,
  pauseMs: number,
  rateHz: number,
): AsyncGenerator<SpeakResult> {
  const silence = Math.round((pauseMs * rateHz) / 1000);
  let first = true;
  for await (const { samples, words } of results) {
    if (!first || silence === 0) {
      yield words === undefined ? { samples } : { samples, words };
      continue;
    }
    first = false;
    const delayed = new Float32Array(silence + samples.length);
    delayed.set(samples, silence);
    const later = (words ?? []).map((word) => ({
      ...word,
      startMs: word.startMs + pauseMs,
      endMs: word.endMs + pauseMs,
    }));
    yield { samples: delayed, words: later };
  }
}
