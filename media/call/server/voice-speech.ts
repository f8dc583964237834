import { enginesOf } from '../../engines/registry.ts';
import type { SpeechServers } from '../../engines/remote/servers.ts';
import { resolveVoice } from '../../engines/voices.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import type { Clip, LineRateHz } from '../../line/audio.ts';
import { MediaFault } from '../../line/fault.ts';
import type { OwnVoice, Pronunciation } from '../../line/speech.ts';
import { tryEmbedding, tryEndOfTurn, tryVoiceActivity } from './model-trial.ts';
import { createSpeechClients } from './speech-clients.ts';
import { type EngineTrial, type RecogniserTrial, tryRecogniser, tryVoice, type VoiceTrial } from './speech-trial.ts';

export interface VoiceSpeechOptions {
  readonly modelsDir: string;
  readonly executionProviders: readonly string[];
  readonly servers: SpeechServers | undefined;
}

/** Speaks with every voice of this installation outside of calls. Models are loaded when a voice first needs them. */
export interface VoiceSpeech {
  /** Throws `voice_unknown` and the errors of the voice's engine. Does not fall back to another voice. */
  speak(text: string, voice: SampledVoice, signal: AbortSignal): Promise<Clip>;
  /** Speaks a sentence as a call would. Throws the error of the last engine tried. */
  tryVoice(request: VoiceTrial, signal: AbortSignal): Promise<EngineTrial>;
  /** Recognises a sentence of an embedded voice as a call would. Throws the error of the last engine tried. */
  tryRecogniser(request: RecogniserTrial, signal: AbortSignal): Promise<EngineTrial>;
  /** Runs end-of-turn detection on a spoken sentence, as a call does in a pause. Throws the model's error. */
  tryEndOfTurn(signal: AbortSignal): Promise<EngineTrial>;
  /** Detects a spoken sentence between silences. Throws the model's error. */
  tryVoiceActivity(signal: AbortSignal): Promise<EngineTrial>;
  /** Compares sentences by meaning. Throws the model's error. */
  tryEmbedding(signal: AbortSignal): Promise<EngineTrial>;
  close(): Promise<void>;
}

export interface SampledVoice {
  readonly speaker: string;
  readonly languageCode: string;
  readonly rateHz: LineRateHz;
  readonly pronunciations?: readonly Pronunciation[];
  /** How to speak with it, if no engine lists it. */
  readonly own?: OwnVoice;
}

export function openVoiceSpeech(options: VoiceSpeechOptions): VoiceSpeech {
  const specs = enginesOf(options.servers);
  const clients = createSpeechClients(specs, options);

  return {
    async speak(text, { speaker, languageCode, rateHz, own: ownVoice, pronunciations = [] }, signal) {
      const spec = specs.find(({ name: engine, synthesiser }) =>
        ownVoice === undefined ? synthesiser?.voices.some(({ name }) => name === speaker) : engine === ownVoice.engine,
      );
      const row =
        ownVoice === undefined
          ? spec?.synthesiser?.voices.find(({ name }) => name === speaker)
          : ownRow(speaker, ownVoice);
      if (spec === undefined || row === undefined)
        throw new MediaFault('voice_unknown', `no speaker is called "${speaker}"`);
      const { acceptsPronunciations = false } = spec.synthesiser ?? {};
      const voice = resolveVoice(
        { ...row, engine: spec.name, acceptsPronunciations },
        { pronunciations },
        languageCode,
      );
      const client = await clients.synthesiser(spec);
      const pieces: Float32Array[] = [];
      for await (const { samples } of client.run({ text, voice, rateHz }, signal)) pieces.push(samples);
      return { samples: joinSamples(pieces), rateHz };
    },
    tryVoice: (request, signal) => tryVoice(clients, specs, { ...request, modelsDir: options.modelsDir }, signal),
    tryRecogniser: (request, signal) =>
      tryRecogniser(clients, specs, { ...request, modelsDir: options.modelsDir }, signal),
    tryEndOfTurn: (signal) => tryEndOfTurn(clients, specs, options, signal),
    tryVoiceActivity: (signal) => tryVoiceActivity(clients, specs, options, signal),
    tryEmbedding: (signal) => tryEmbedding(clients, signal),
    close: clients.close,
  };
}

const ownRow = (name: string, { voice, languageCodes, parameters }: OwnVoice) => ({
  name,
  voice,
  languageCodes,
  ...(parameters === undefined ? {} : { parameters }),
});
