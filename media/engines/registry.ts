import { invariant } from '../kit/invariant.ts';
import { MediaFault } from '../line/fault.ts';
import type { VoiceChoice, VoiceSpec } from '../line/speech.ts';
import type { VoiceFitting } from './fitting.ts';
import { hibari } from './hibari/spec.ts';
import { openAiServer } from './openai/spec.ts';
import type { SpeechServer, SpeechServers } from './remote/servers.ts';
import type { SpeechEngineSpec } from './spec.ts';
import { streamingServer } from './speech-a/spec.ts';
import { voiceModelsServer } from './voice-models.ts';
import { resolveVoice, type VoiceRow } from './voices.ts';
import { multilingualWhisper, whisper } from './whisper/spec.ts';

/** All built-in speech engines, in order of preference. */
export const registeredEngines: readonly SpeechEngineSpec[] = [whisper, hibari];

/** Engines for configured servers, by provider. */
const ofServers: Readonly<
  Record<Exclude<keyof SpeechServers, 'multilingual'>, (provider: string, server: SpeechServer) => SpeechEngineSpec>
> = {
  speech_a: streamingServer,
  speech_b: openAiServer,
  voice_models: voiceModelsServer,
};

/** Returns the built-in engines and one for each configured server. */
export function enginesOf(servers: SpeechServers = {}): readonly SpeechEngineSpec[] {
  const remote = Object.entries(ofServers).flatMap(([provider, specOf]) => {
    const server = servers[provider as keyof typeof ofServers];
    return server === undefined ? [] : [specOf(provider, server)];
  });
  const multilingual = servers.multilingual === undefined ? [] : [multilingualWhisper];
  const all = [...registeredEngines, ...multilingual, ...remote];
  const providersByName = new Map<string, string>();
  return all.map((spec) => {
    if (spec.synthesiser === undefined) return spec;
    const voices = spec.synthesiser.voices.map((row) => {
      const isTaken = providersByName.has(row.name);
      const name = isTaken ? `${spec.provider.replaceAll('_', '-')}-${row.name}` : row.name;
      providersByName.set(name, spec.name);
      return isTaken ? { voice: row.name, ...row, name } : row;
    });
    return { ...spec, synthesiser: { ...spec.synthesiser, voices } };
  });
}

/** A voice with its provider and model. */
export interface ListedVoice extends VoiceRow {
  readonly provider: string;
  readonly model: string;
  readonly acceptsPronunciations: boolean;
}

/** Returns the voices of all engines; the first one is the default. */
export const listSpeakers = (servers: SpeechServers = {}): readonly ListedVoice[] =>
  enginesOf(servers).flatMap(({ name, provider, synthesiser }) =>
    (synthesiser?.voices ?? []).map((row) => ({
      ...row,
      provider,
      model: synthesiser?.model ?? name,
      acceptsPronunciations: synthesiser?.acceptsPronunciations ?? false,
    })),
  );

/** Opens the voice fitting of the first engine that has one, and returns the engine's name. */
export async function openVoiceFitting(): Promise<VoiceFitting & { readonly engine: string }> {
  const spec = registeredEngines.find(({ synthesiser }) => synthesiser?.fitting !== undefined);
  invariant(spec?.synthesiser?.fitting, 'no engine fits a voice to a clip');
  return { ...(await spec.synthesiser.fitting()), engine: spec.name };
}

/** Returns the recognisers and their languages. Throws `model_missing` or `model_unreadable`. */
export async function listRecognisers(options: {
  readonly modelsDir: string;
  readonly servers: SpeechServers | undefined;
}): Promise<
  readonly {
    readonly engine: string;
    readonly provider: string;
    readonly isEmbedded: boolean;
    /** Whether it recognises the calls of its provider's voices in place of an embedded one. */
    readonly recognisesOwnCalls: boolean;
    readonly languages: readonly string[];
    /** Words per 100 that are wrong, missing or added, by language, where they were measured. */
    readonly wordErrors: Readonly<Record<string, number>>;
  }[]
> {
  const engines = enginesOf(options.servers).map(async ({ name, provider, host, recogniser }) => ({
    engine: name,
    provider,
    isEmbedded: host === 'model',
    recognisesOwnCalls: recogniser?.recognisesOwnCalls === true,
    languages: (await recogniser?.languagesOf(options)) ?? [],
    wordErrors: (await recogniser?.wordErrorsOf?.(options)) ?? {},
  }));
  return Promise.all(engines);
}

const rows = registeredEngines.flatMap(({ name: engine, synthesiser }) =>
  (synthesiser?.voices ?? []).map((row) => ({
    engine,
    row: { ...row, acceptsPronunciations: synthesiser?.acceptsPronunciations ?? false },
  })),
);

/** Returns a built-in voice, for work outside of calls. Throws `voice_unknown`. */
export function registeredVoice(choice: VoiceChoice): VoiceSpec {
  const match = rows.find(({ row }) => row.name === choice.speaker);
  if (match !== undefined) return resolveVoice({ ...match.row, engine: match.engine }, choice);
  const names = rows.map(({ row }) => row.name).join(', ');
  throw new MediaFault('voice_unknown', `no speaker is called "${choice.speaker}"; there are ${names}`);
}
