import { badRequest, busy, type Clip, type ClipsOptions, type Refused } from './clips.ts';
import type { NewSpeaker, StoredVoice } from './schema.ts';
import type { VoiceModels } from './voice-models.ts';

export interface VoiceMakingOptions extends Pick<ClipsOptions, 'likeness'> {
  /** If absent, the embedded voice is fitted to the clip. */
  readonly voiceModels?: VoiceModels;
  /** Defaults to 20 s. */
  readonly longestFitMs?: number;
}

interface MadeVoice {
  readonly voice: StoredVoice;
  readonly message: string;
}

/** Servers accept at most 30 s, and use about 15. */
const sentSeconds = 15;
const rateHz = 16_000;

/** A fit stops improving after about 8 s on a free core. */
const longestFitMs = 20_000;

/** Makes a voice from a clip: a clone by a server where there is one, otherwise a fit of the embedded voice. */
export async function makeVoice(
  options: VoiceMakingOptions,
  speaker: Pick<NewSpeaker, 'language'>,
  uuid: string,
  clip: Clip,
): Promise<MadeVoice | Refused> {
  const { voiceModels } = options;
  if (voiceModels !== undefined) return clonedVoice(voiceModels, speaker, uuid, clip);
  if (speaker.language.split('-')[0]?.toLowerCase() !== 'en')
    return {
      refused: 'unavailable',
      detail: `Cloning in ${speaker.language} is not configured: set VOICE_MODELS_BASE_URL. Without it, English can be fitted.`,
    };
  return fittedVoice(options, clip);
}

async function clonedVoice(
  voiceModels: VoiceModels,
  speaker: Pick<NewSpeaker, 'language'>,
  uuid: string,
  clip: Clip,
): Promise<MadeVoice | Refused> {
  const cut = clip.samples.slice(0, sentSeconds * rateHz);
  const wav = clip.fitting.writeWav({ samples: cut, rateHz });
  const cloned = await voiceModels.create(`parley-${uuid}`, wav, uuid);
  if ('refused' in cloned) return badRequest(cloned.refused);
  return {
    voice: {
      engine: 'voice_models',
      voice: cloned.voice,
      method: 'cloned',
      ...(cloned.parameters === undefined
        ? {}
        : { parameters: { ...cloned.parameters, languageCode: speaker.language } }),
      similarity: null,
      basis: 'measured',
      nearest: null,
    },
    message: 'The voice was cloned. Deploy it to let agents speak with it.',
  };
}

async function fittedVoice(options: VoiceMakingOptions, clip: Clip): Promise<MadeVoice | Refused> {
  const { samples, measure, fitting } = clip;
  const limitMs = options.longestFitMs ?? longestFitMs;
  const likened = await options.likeness((likeness, signal) =>
    likeness.fit(samples, measure, AbortSignal.any([signal, AbortSignal.timeout(limitMs)])),
  );
  if (likened === 'busy') return busy;
  const fit = likened === 'missing' ? fitting.fitVoice(measure) : likened;
  const { base, parameters, similarity, basis, nearest } = fit;
  return {
    voice: { engine: fitting.engine, voice: base, parameters, method: 'fitted', similarity, basis, nearest },
    message:
      `The embedded voice was fitted to the clip. It resembles the speaker and does not imitate them: ${basis} similarity ${similarity.toFixed(2)}, ` +
      `nearest stock voice (${nearest.name}) ${nearest.similarity.toFixed(2)}. Deploy it to let agents speak with it.`,
  };
}
