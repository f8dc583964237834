import { z } from 'zod';
import type { Speaker, SpokenBy, Transcript } from './transcript.ts';

/** A person whose words our side spoke in place of the agent's, in API form. */
export const spokenByJson = z.object({
  /** `supervisor`: a user who took the call over, or had the agent say this. `human`: a teammate after a transfer. */
  kind: z.enum(['supervisor', 'human']),
  /** Null for a person who is not a user. */
  user_uuid: z.string().nullable(),
  /** Name at the time of the call. */
  name: z.string().nullable(),
  /** Present if the person wrote the words and the agent's voice said them. */
  through: z.literal('agent').exactOptional(),
});
spokenByJson.register(z.globalRegistry, { id: 'SpokenBy' });

/** A transcript line in API form. */
export interface SpokenLine {
  readonly speaker: Speaker;
  readonly text: string;
  /** Seconds since the start. */
  readonly timestamp: number;
  readonly spoken_by?: z.output<typeof spokenByJson>;
}

export const spokenLines = (transcript: Transcript): SpokenLine[] =>
  transcript.map(({ speaker, text, startMs, spokenBy }) => ({
    speaker,
    text,
    timestamp: startMs / 1000,
    ...(spokenBy === undefined ? {} : { spoken_by: jsonOf(spokenBy) }),
  }));

const jsonOf = ({ userUuid, ...person }: SpokenBy): z.output<typeof spokenByJson> => ({
  ...person,
  user_uuid: userUuid,
});
