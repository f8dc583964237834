import type { Speaker, Transcript } from './transcript.ts';

/** Returns transcript lines in API form; `timestamp` is in seconds since the start. */
export const spokenLines = (transcript: Transcript): { speaker: Speaker; text: string; timestamp: number }[] =>
  transcript.map(({ speaker, text, startMs }) => ({ speaker, text, timestamp: startMs / 1000 }));
