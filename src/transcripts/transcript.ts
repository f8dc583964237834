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

/** A person whose words our side spoke in place of the agent's. */
const spokenBy = z.object({
  /** `human`: a teammate after a transfer. */
  kind: z.enum(['supervisor', 'human']),
  /** Null for a person who is not a user of this installation. */
  userUuid: z.string().nullable(),
  name: z.string().nullable(),
  /** Present if the person wrote the words and the agent's voice said them. */
  through: z.literal('agent').exactOptional(),
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
  /** Only if the speaker is `agent`; absent for the agent's own words. */
  spokenBy: spokenBy.exactOptional(),
});

/** Stored form of a conversation from any source, sorted by `startMs`. */
export const transcript = z.array(turn);

export type Turn = z.output<typeof turn>;
export type Transcript = readonly Turn[];
export type Speaker = Turn['speaker'];
export type SpokenBy = z.output<typeof spokenBy>;

type Side = Pick<Turn, 'speaker' | 'spokenBy'>;

/** Returns whether the agent itself said this, and not a person in its place. */
export const isAgents = ({ speaker, spokenBy: person }: Side): boolean => speaker === 'agent' && person === undefined;

/**
 * Returns, for each turn, whether it is part of a conversation with a person in place of the agent: the person's turns,
 * and the customer's replies until the agent speaks again.
 */
export function withPerson(turns: readonly Side[]): boolean[] {
  let hasCall = false;
  return turns.map((turn) => {
    if (turn.spokenBy !== undefined) {
      // After words that the agent's voice said, the customer talks to the agent.
      hasCall = turn.spokenBy.through === undefined;
      return true;
    }
    if (turn.speaker === 'agent') hasCall = false;
    return hasCall;
  });
}
