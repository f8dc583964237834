import type { RecogniserCalibration } from '../language/calibration.ts';
import type { LineRateHz } from '../line/audio.ts';
import type { VoiceFitting } from './fitting.ts';
import type { VoiceRow } from './voices.ts';

/**
 * Where an engine's jobs run. `model` occupies a thread of the inference pool, one job at a time. `network` waits for a
 * remote response, with up to 256 concurrent jobs, on the thread that also waits for the language model.
 */
export type EngineHost = 'model' | 'network';

/** Inputs of an engine's configuration. */
export interface EngineContext {
  readonly modelsDir: string;
  /** Processor threads per decode; 1 by default. */
  readonly threads?: number;
}

interface EngineModuleSpec {
  /** URL of the TypeScript module that exports `createEngine`. */
  readonly module: string;
  /** The first argument of `createEngine`; structured-cloneable. */
  readonly configOf: (context: EngineContext) => unknown;
  /** Rates of a job's audio that the engine accepts. Lines run at 8000 and 16,000 Hz. */
  readonly sampleRatesHz: readonly LineRateHz[];
  /** Lane of the inference pool; see `EngineSpec.lane`. */
  readonly lane?: number;
  /** Whether threads of other lanes help while its own are busy; see `EngineSpec.spills`. */
  readonly spills?: boolean;
}

/** Converts audio to words: `CreateEngine<_, RecogniseJob, Utterance>`. */
export interface RecogniserSpec extends EngineModuleSpec {
  /** Returns the supported languages as primary subtags (`en`). Read from the model if the operator can replace it. */
  readonly languagesOf: (context: EngineContext) => Promise<readonly string[]>;
  /** Returns the words per 100 that are wrong, missing or added, by language, where they were measured. */
  readonly wordErrorsOf?: (context: EngineContext) => Promise<Readonly<Record<string, number>>>;
  /** Whether it recognises unfinished speech. If not, a call runs it once per utterance. */
  readonly partialResults: boolean;
  /** Whether it reports the language of the words for a job whose language is `auto`. */
  readonly detectsLanguage?: boolean;
  /** Whether it recognises the calls of its provider's voices in place of an engine of this installation. */
  readonly recognisesOwnCalls?: boolean;
  /** Its measurements: `calibrationOf(model)`. If absent, confidence is interpreted as a probability. */
  readonly calibration?: RecogniserCalibration;
}

/** Converts text to audio: `CreateEngine<_, SpeakJob, SpeakResult>`. */
export interface SynthesiserSpec extends EngineModuleSpec {
  /** Whether it applies `VoiceSpec.pronunciations`. */
  readonly acceptsPronunciations?: boolean;
  /** Its model, if a server has several; the engine's name by default. */
  readonly model?: string;
  /** Opens the fitting of its voices to a clip. */
  readonly fitting?: () => Promise<VoiceFitting>;
  /** Its voices. The first voice of the first engine is the default if a plan names none that exists. */
  readonly voices: readonly VoiceRow[];
}

/** A speech engine for recognition, synthesis or both: one folder, and one row of the registry. */
export interface SpeechEngineSpec {
  /** Unique. Included in every job for one of its voices. */
  readonly name: string;
  /** Provider of its voices, as in an agent's `voice_config.provider`. */
  readonly provider: string;
  readonly host: EngineHost;
  readonly recogniser?: RecogniserSpec;
  readonly synthesiser?: SynthesiserSpec;
}
