import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { VoiceChoice, VoiceSpec } from '../line/speech.ts';

const voiceRow = z.strictObject({
  /** What `VoiceChoice.speaker` names: lower case, with hyphens. */
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  gender: z.enum(['female', 'male', 'unknown']),
  age: z.enum(['young', 'adult', 'senior', 'unknown']),
  description: z.string().min(1),
  languageCodes: z.array(z.string().min(2)).min(1),
  /** What the engine calls it; `name` unless given. */
  voice: z.string().min(1).exactOptional(),
  /** Sent to the engine with every job. */
  parameters: z.record(z.string(), z.unknown()).exactOptional(),
});

/** A voice, as a person choosing one wants it described, and what its engine needs to speak with it. */
export type VoiceRow = Readonly<z.infer<typeof voiceRow>>;

/** The rows of a voice file. Throws when a row is not one. */
export const readVoices = (file: URL): readonly VoiceRow[] =>
  z
    .array(voiceRow)
    .min(1)
    .parse(JSON.parse(readFileSync(file, 'utf8')));

type SpokenRow = Pick<VoiceRow, 'name' | 'voice' | 'parameters'> & {
  readonly engine: string;
  readonly languageCodes?: readonly string[];
  readonly acceptsPronunciations?: boolean;
};

/** What travels with a job for this voice. The language is told to voices that speak several. */
export function resolveVoice(
  { name, engine, voice = name, parameters, languageCodes = [], acceptsPronunciations }: SpokenRow,
  { pace, pronunciations = [] }: Pick<VoiceChoice, 'pace' | 'pronunciations'>,
  languageCode?: string,
): VoiceSpec {
  const isOneOfSeveral = languageCode !== undefined && languageCode !== 'auto' && languageCodes.length > 1;
  return {
    engine,
    voice,
    ...(pace === undefined ? {} : { pace }),
    ...(isOneOfSeveral ? { languageCode } : {}),
    ...(parameters === undefined ? {} : { parameters }),
    ...(acceptsPronunciations === true && pronunciations.length > 0 ? { pronunciations } : {}),
  };
}
