import type { Speaker, Transcript } from './transcript.ts';

/** The lines of a transcript as APIs list them; `timestamp` is in seconds from the start. */
export const spokenLines = (transcript: Transcript): { speaker: Speaker; text: string; timestamp: number }[] =>
  transcript.map(({ speaker, text, startMs }) => ({ speaker, text, timestamp: startMs / 1000 }));
