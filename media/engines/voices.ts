import { checksData } from '../language/checks-data.ts';
import { readData } from '../language/read.ts';
import type { VoiceChoice, VoiceSpec } from '../line/speech.ts';
import type { VoiceRow } from './voice-row.ts';

export type { VoiceRow } from './voice-row.ts';

const { voiceRows } = checksData ? await import('./voice-row.ts') : { voiceRows: undefined };

/** Reads a voice file. Throws `data_file_invalid`. */
export const readVoices = (file: URL): readonly VoiceRow[] => readData(file, voiceRows);

type SpokenRow = Pick<VoiceRow, 'name' | 'voice' | 'parameters'> & {
  readonly engine: string;
  readonly languageCodes?: readonly string[];
  readonly acceptsPronunciations?: boolean;
};

/** Returns the voice specification for jobs. It includes the language only for voices that speak several. */
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
