import { z } from 'zod';

/**
 * Of a recording with both sides in one channel: `speaker_1` and `speaker_2` where their voices were distinguished and nothing
 * says who is the agent, `unknown` where they were not.
 */
export const speakers = ['agent', 'customer', 'speaker_1', 'speaker_2', 'unknown'] as const;

const word = z.object({
  text: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  /** 0 to 1, where the recogniser reports it. */
  confidence: z.number().exactOptional(),
  /** Of an agent's word: whether it was played to the other side, and whether that is measured or estimated. */
  heard: z.enum(['yes', 'no', 'estimated_yes', 'estimated_no']).exactOptional(),
});

const turn = z.object({
  speaker: z.enum(speakers),
  /** Milliseconds from the start of the conversation. */
  startMs: z.number(),
  endMs: z.number(),
  /** What was said; of an agent, the part of it that was played to the other side. */
  text: z.string(),
  words: z.array(word),
  /** Present when the other side cut the turn off: how many milliseconds of it were heard. */
  heardMs: z.number().exactOptional(),
});

/** The stored form of what was said in a conversation, whatever its source, in order of `startMs`. */
export const transcript = z.array(turn);

export type Turn = z.output<typeof turn>;
export type Transcript = readonly Turn[];
export type Speaker = Turn['speaker'];
