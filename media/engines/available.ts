import { invariant } from '../kit/invariant.ts';
import type { LineRateHz } from '../line/audio.ts';
import type { EngineContext, EngineHost, SpeechEngineSpec } from './spec.ts';
import type { VoiceRow } from './voices.ts';

/** A recogniser that is there, as plain data. */
export interface AvailableRecogniser {
  readonly engine: string;
  readonly host: EngineHost;
  readonly languages: readonly string[];
  readonly sampleRatesHz: readonly LineRateHz[];
  readonly partialResults: boolean;
}

/** A voice that is there: its row, and the engine that speaks with it. */
export interface AvailableVoice extends VoiceRow {
  readonly engine: string;
  readonly provider: string;
  readonly sampleRatesHz: readonly LineRateHz[];
}

/** What can be recognised and spoken here. Plain data: it is passed to threads. */
export interface AvailableSpeech {
  /** In order of preference. */
  readonly recognisers: readonly AvailableRecogniser[];
  readonly synthesisers: readonly { readonly engine: string; readonly host: EngineHost }[];
  /** The first one is the default. Their names differ. */
  readonly voices: readonly AvailableVoice[];
}

/** Describes engines. Throws `model_missing` or `model_unreadable` where a model has to be looked at. */
export async function describeEngines(
  specs: readonly SpeechEngineSpec[],
  context: EngineContext,
): Promise<AvailableSpeech> {
  const recognisers: AvailableRecogniser[] = [];
  const synthesisers: AvailableSpeech['synthesisers'][number][] = [];
  const voices: AvailableVoice[] = [];
  for (const { name: engine, provider, host, recogniser, synthesiser } of specs) {
    if (recogniser !== undefined) {
      const { sampleRatesHz, partialResults } = recogniser;
      const languages = await recogniser.languagesOf(context);
      recognisers.push({ engine, host, languages, sampleRatesHz, partialResults });
    }
    if (synthesiser === undefined) continue;
    const { sampleRatesHz } = synthesiser;
    synthesisers.push({ engine, host });
    voices.push(...synthesiser.voices.map((row) => ({ ...row, engine, provider, sampleRatesHz })));
  }
  checkUnique('speech engines', specs);
  checkUnique('voices', voices);
  invariant(recognisers.length > 0, 'no speech engine recognises');
  invariant(voices.length > 0, 'no speech engine has a voice');
  return { recognisers, synthesisers, voices };
}

function checkUnique(what: string, rows: readonly { readonly name: string }[]): void {
  const names = rows.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  invariant(twice === undefined, `two ${what} are called "${twice}"`);
}
