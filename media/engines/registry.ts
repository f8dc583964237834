import { MediaFault } from '../line/fault.ts';
import type { VoiceChoice, VoiceSpec } from '../line/speech.ts';
import { hibari } from './hibari/spec.ts';
import type { SpeechEngineSpec } from './spec.ts';
import { resolveVoice, type VoiceRow } from './voices.ts';
import { whisper } from './whisper/spec.ts';

/** Every speech engine, one row each. Where several could serve a call, the first one does. */
export const registeredEngines: readonly SpeechEngineSpec[] = [whisper, hibari];

const rows = registeredEngines.flatMap(({ name: engine, synthesiser }) =>
  (synthesiser?.voices ?? []).map((row) => ({ engine, row })),
);

/** The voices of all registered engines; the first one is the default. */
export const listSpeakers = (): readonly VoiceRow[] => rows.map(({ row }) => row);

/** A registered voice, for work outside of calls. Throws `voice_unknown`. */
export function registeredVoice(choice: VoiceChoice): VoiceSpec {
  const found = rows.find(({ row }) => row.name === choice.speaker);
  if (found !== undefined) return resolveVoice({ ...found.row, engine: found.engine }, choice);
  const names = rows.map(({ row }) => row.name).join(', ');
  throw new MediaFault('voice_unknown', `no speaker is called "${choice.speaker}"; there are ${names}`);
}
