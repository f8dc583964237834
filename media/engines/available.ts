import { invariant } from '../kit/invariant.ts';
import type { RecogniserCalibration } from '../language/calibration.ts';
import type { LineRateHz } from '../line/audio.ts';
import { neutralCalibration } from './calibrations.ts';
import type { EngineContext, EngineHost, SpeechEngineSpec } from './spec.ts';
import type { VoiceRow } from './voices.ts';

/** A recogniser in this installation, as plain data. */
export interface AvailableRecogniser {
  readonly engine: string;
  readonly provider: string;
  readonly host: EngineHost;
  readonly languages: readonly string[];
  readonly sampleRatesHz: readonly LineRateHz[];
  readonly partialResults: boolean;
  /** Whether it reports the language of the words for a job whose language is `auto`. */
  readonly detectsLanguage?: boolean;
  /** Recognises the calls of its provider's voices in place of an engine of this installation. */
  readonly recognisesOwnCalls?: boolean;
  /** Neutral if the engine has none. */
  readonly calibration: RecogniserCalibration;
}

/** A voice in this installation: its row, and the engine that speaks with it. */
export interface AvailableVoice extends VoiceRow {
  readonly engine: string;
  readonly provider: string;
  readonly host: EngineHost;
  readonly sampleRatesHz: readonly LineRateHz[];
  readonly acceptsPronunciations?: boolean;
}

/** The recognisers and voices of this installation. Plain data, since it is passed to threads. */
export interface AvailableSpeech {
  /** In order of preference. */
  readonly recognisers: readonly AvailableRecogniser[];
  readonly synthesisers: readonly Pick<AvailableVoice, 'engine' | 'host' | 'acceptsPronunciations'>[];
  /** The first one is the default. Names are unique. */
  readonly voices: readonly AvailableVoice[];
}

/** Describes engines. Throws `model_missing` or `model_unreadable` if a model file must be read and cannot be. */
export async function describeEngines(
  specs: readonly SpeechEngineSpec[],
  context: EngineContext,
): Promise<AvailableSpeech> {
  const recognisers: AvailableRecogniser[] = [];
  const synthesisers: AvailableSpeech['synthesisers'][number][] = [];
  const voices: AvailableVoice[] = [];
  for (const { name: engine, provider, host, recogniser, synthesiser } of specs) {
    if (recogniser !== undefined) {
      const { sampleRatesHz, partialResults, calibration = neutralCalibration } = recogniser;
      const { detectsLanguage, recognisesOwnCalls = false } = recogniser;
      const languages = await recogniser.languagesOf(context);
      const more = {
        ...(detectsLanguage === undefined ? {} : { detectsLanguage }),
        ...(recognisesOwnCalls && { recognisesOwnCalls }),
      };
      recognisers.push({ engine, provider, host, languages, sampleRatesHz, partialResults, calibration, ...more });
    }
    if (synthesiser === undefined) continue;
    const { sampleRatesHz, acceptsPronunciations } = synthesiser;
    const accepts = acceptsPronunciations === undefined ? {} : { acceptsPronunciations };
    synthesisers.push({ engine, host, ...accepts });
    voices.push(...synthesiser.voices.map((row) => ({ ...row, engine, provider, host, sampleRatesHz, ...accepts })));
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
