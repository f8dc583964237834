import type { StageTrialBody, StageTrialJson } from './schema.ts';
import type { ModelRoutings } from './service.ts';

/** Measurement by the media plane of one sentence processed by an engine. */
export interface EngineTrial {
  readonly engine: string;
  readonly provider: string;
  readonly voice?: string;
  readonly firstMs: number;
  readonly totalMs: number;
  readonly audioMs: number;
  readonly text: string;
  readonly heard?: string;
  readonly fallback?: string;
}

export interface StageTrialsOptions {
  readonly routings: Pick<ModelRoutings, 'get'>;
  /** Rejects with the error of the last engine. */
  readonly speak: (provider: string) => Promise<EngineTrial | 'busy'>;
  /** Without a provider, uses the engines of this installation. */
  readonly recognise: (provider: string | undefined) => Promise<EngineTrial | 'busy'>;
  /** For the stage `vllm`. Rejects with a sentence for the person who tries it. */
  readonly languageModel: (address: string) => Promise<EngineTrial>;
  /** For stages that only an embedded model performs. */
  readonly model: (stage: ModelStage) => Promise<EngineTrial | 'busy'>;
}

type ModelStage = Exclude<StageTrialBody['stage'], 'transcription' | 'synthesis' | 'vllm'>;

export interface StageTrials {
  /** Runs a stage on one sentence, with the engine that the next call would use. */
  try(body: StageTrialBody): Promise<StageTrialJson | 'busy'>;
}

export const createStageTrials = ({
  routings,
  speak,
  recognise,
  languageModel,
  model,
}: StageTrialsOptions): StageTrials => {
  async function run(stage: StageTrialBody['stage'], provider: string | undefined): Promise<EngineTrial | 'busy'> {
    if (stage === 'synthesis') return speak(provider ?? 'platform');
    if (stage === 'vllm') {
      const { url } = (await routings.get()).vllm;
      if (url === null) throw new Error('The stage vllm has no server. Save its address first.');
      return languageModel(url);
    }
    if (stage !== 'transcription') return model(stage);
    return recognise(recogniserOf(provider ?? (await routings.get()).stt_model));
  }

  return {
    async try({ stage, provider }) {
      try {
        const done = await run(stage, provider);
        return done === 'busy' ? done : toJson(done);
      } catch (error) {
        return { ...nothing, ok: false, error: sentenceOf(error) };
      }
    },
  };
};

/** `gpu` and `platform` mean the engines of this installation. */
const recogniserOf = (name: string): string | undefined => (name === 'gpu' || name === 'platform' ? undefined : name);

const nothing = {
  engine: null,
  provider: null,
  voice: null,
  first_ms: null,
  total_ms: null,
  audio_ms: null,
  text: null,
  heard: null,
  fallback: null,
  error: null,
} as const;

const toJson = ({ firstMs, totalMs, audioMs, voice, heard, fallback, ...trial }: EngineTrial): StageTrialJson => ({
  ...nothing,
  ok: true,
  ...trial,
  voice: voice ?? null,
  heard: heard ?? null,
  fallback: fallback ?? null,
  first_ms: Math.round(firstMs),
  total_ms: Math.round(totalMs),
  audio_ms: Math.round(audioMs),
});

/** Returns the fault and its advice as worded by the media plane. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The stage failed.';
  if (error.name === 'TimeoutError') return 'The stage took longer than 30 seconds.';
  const advice = 'advice' in error && typeof error.advice === 'string' ? `. ${error.advice}` : '';
  return `${error.message}${advice}`;
}
