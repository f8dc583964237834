import type { RecogniserCalibration } from '../language/calibration.ts';
import type { LineRateHz } from '../line/audio.ts';
import type { VoiceFitting } from './fitting.ts';
import type { VoiceRow } from './voices.ts';

/**
 * Where an engine's jobs run: `model` occupies a thread of the inference pool, one job at a time; `network` waits for an
 * answer from elsewhere, beside up to 256 other jobs, on the thread that also waits for the language model.
 */
export type EngineHost = 'model' | 'network';

/** What an engine is configured from. */
export interface EngineContext {
  readonly modelsDir: string;
  /** Processor threads for one decode; 1 by default. */
  readonly threads?: number;
}

interface EngineModuleSpec {
  /** URL of the TypeScript module that exports `createEngine`. */
  readonly module: string;
  /** The first argument of `createEngine`; structured-cloneable. */
  readonly configOf: (context: EngineContext) => unknown;
  /** Rates of a job's audio that the engine accepts. Lines run at 8000 and 16,000 Hz. */
  readonly sampleRatesHz: readonly LineRateHz[];
  /** Which threads of the inference pool carry it; see `EngineSpec.lane`. */
  readonly lane?: number;
  /** Threads of other lanes help while its own are busy; see `EngineSpec.spills`. */
  readonly spills?: boolean;
}

/** Audio to words: `CreateEngine<_, RecogniseJob, Utterance>`. */
export interface RecogniserSpec extends EngineModuleSpec {
  /** Languages it recognises, as primary subtags (`en`). Read from the model where the operator may replace it. */
  readonly languagesOf: (context: EngineContext) => Promise<readonly string[]>;
  /** Whether it recognises speech that is not over. Without, a call asks it once an utterance. */
  readonly partialResults: boolean;
  /** Whether a job whose language is `auto` is answered with the language of its words. */
  readonly detectsLanguage?: boolean;
  /** What was measured of it: `calibrationOf(model)`. Without, confidence is taken for a probability. */
  readonly calibration?: RecogniserCalibration;
}

/** Text to audio: `CreateEngine<_, SpeakJob, SpeakResult>`. */
export interface SynthesiserSpec extends EngineModuleSpec {
  /** Whether it says the words of `VoiceSpec.pronunciations` as they are given there. */
  readonly acceptsPronunciations?: boolean;
  /** Its model, where a server has several; the name of the engine by default. */
  readonly model?: string;
  /** Fits one of its voices to a clip. */
  readonly fitting?: () => Promise<VoiceFitting>;
  /** Its voices. The first one of the first engine speaks where a plan names no voice that exists. */
  readonly voices: readonly VoiceRow[];
}

/** A speech engine: one folder, and one row of the registry. It recognises, speaks, or does both. */
export interface SpeechEngineSpec {
  /** Unique. Travels with every job for one of its voices. */
  readonly name: string;
  /** Who provides its voices, as `voice_config.provider` of an agent names it. */
  readonly provider: string;
  readonly host: EngineHost;
  readonly recogniser?: RecogniserSpec;
  readonly synthesiser?: SynthesiserSpec;
}
