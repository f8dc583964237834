import { z } from 'zod';

/**
 * For a single-channel recording of both sides: `speaker_1` and `speaker_2` if the voices were distinguished but the
 * agent is unknown, `unknown` if they were not distinguished.
 */
export const speakers = ['agent', 'customer', 'speaker_1', 'speaker_2', 'unknown'] as const;

const word = z.object({
  text: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  /** 0 to 1, if the recogniser reports it. */
  confidence: z.number().exactOptional(),
  /** For an agent's word: whether it was played to the other side, measured or estimated. */
  heard: z.enum(['yes', 'no', 'estimated_yes', 'estimated_no']).exactOptional(),
});

const turn = z.object({
  speaker: z.enum(speakers),
  /** Milliseconds since the start of the conversation. */
  startMs: z.number(),
  endMs: z.number(),
  /** Spoken text; for an agent, the part that was played to the other side. */
  text: z.string(),
  words: z.array(word),
  /** Milliseconds of the turn that were played; present if the other side interrupted it. */
  heardMs: z.number().exactOptional(),
});

/** Stored form of a conversation from any source, sorted by `startMs`. */
export const transcript = z.array(turn);

export type Turn = z.output<typeof turn>;
export type Transcript = readonly Turn[];
export type Speaker = Turn['speaker'];
