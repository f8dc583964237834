import type { SpeakJob } from '../line/speech.ts';
import { type Clause, splitClauses } from './clause.ts';
import type { Phonemise } from './phonemes/phonemiser.ts';
import type { Reading, SpokenToken } from './spoken-token.ts';

/** A job's text, normalised and split into clauses. */
export interface Utterance {
  readonly text: string;
  readonly readings: readonly Reading[];
  readonly tokens: readonly SpokenToken[];
  /** Phonemes of each token. */
  readonly sounds: readonly string[];
  /** Empty if nothing is to be spoken. */
  readonly clauses: readonly Clause[];
}

export type ReadText = (text: string) => readonly Reading[];

export async function prepareUtterance(job: SpeakJob, read: ReadText, phonemise: Phonemise): Promise<Utterance> {
  const readings = read(job.text);
  const tokens = readings.flatMap((reading) => reading.tokens);
  const sounds = await phonemise(tokens);
  return { text: job.text, readings, tokens, sounds, clauses: splitClauses(tokens, sounds) };
}
