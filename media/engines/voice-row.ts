import { z } from 'zod';

const voiceRow = z.strictObject({
  /** Value of `VoiceChoice.speaker`: lower case, with hyphens. */
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  gender: z.enum(['female', 'male', 'unknown']),
  age: z.enum(['young', 'adult', 'senior', 'unknown']),
  description: z.string().min(1),
  languageCodes: z.array(z.string().min(2)).min(1),
  /** The engine's name of the voice; `name` by default. */
  voice: z.string().min(1).exactOptional(),
  /** Sent to the engine with every job. */
  parameters: z.record(z.string(), z.unknown()).exactOptional(),
});

/** A voice: the description for choosing it, and the engine's parameters. */
export type VoiceRow = Readonly<z.infer<typeof voiceRow>>;

/** A voice file. */
export const voiceRows = z.array(voiceRow).min(1);
