import { useQuery } from '@tanstack/react-query';
import type { components, paths } from './api.d.ts';
import { type Answer, RequestError, refusal, signedFetch } from './ask.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { type SendOptions, sendForm } from './send-form.ts';
import { wholeList } from './whole-list.ts';

export type OwnVoice = components['schemas']['CustomVoice'];
type Created = paths['/api/voice/models/speakers']['post']['responses'][201]['content']['application/json'];

const ofName = (name: string) => ({ params: { path: { name } } });

/** Voices made from recordings. */
export const useOwnVoices = () =>
  useQuery({
    queryKey: ['own-voices'],
    queryFn: async ({ signal }) => {
      const list = await valueFrom(
        client.GET('/api/voice/models/speakers', { params: { query: { envelope: '1' } }, signal }),
      );
      return 'speakers' in list ? list.speakers : list;
    },
  });

export interface NewVoice {
  readonly name: string;
  readonly language: string;
  readonly description: string;
  readonly consent: string;
  readonly clip: File;
}

export function createVoice({ clip, ...fields }: NewVoice, options: SendOptions): Promise<Answer<Created>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('reference_audio', clip);
  return sendForm('/api/voice/models/speakers', form, options);
}
export const deployVoice = (name: string) =>
  answerTo(client.POST('/api/voice/models/speakers/{name}/deploy', ofName(name)));
export const undeployVoice = (name: string) =>
  answerTo(client.DELETE('/api/voice/models/speakers/{name}/deploy', ofName(name)));
export const removeVoice = (name: string) => answerTo(client.DELETE('/api/voice/models/speakers/{name}', ofName(name)));
/** Returns a blob URL of the clip. Release it with `URL.revokeObjectURL`. */
export const clipOf = (name: string): Promise<string> =>
  soundAt(`/api/voice/models/speakers/${encodeURIComponent(name)}/reference`);

/** Returns a blob URL of a sound. Throws the server's error message. */
async function soundAt(path: string, body?: object): Promise<string> {
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const address = new URL(path, window.location.origin);
  const response = await signedFetch(new Request(address, body === undefined ? {} : json));
  if (response.ok) return URL.createObjectURL(await response.blob());
  const refused = refusal(response.status, await response.json().catch(() => undefined));
  throw new RequestError(refused.ok ? 'The sound could not be loaded.' : refused.detail, response.status);
}

/** Every voice and language for which a clip can be created. */
export const useSampleCatalog = () =>
  useQuery({
    queryKey: ['voice-sample-catalog'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/voice-samples/catalog', { signal })),
  });
/** Audition clips. Polled every second while `isMaking`. */
export const useVoiceSamples = (isMaking: boolean) =>
  useQuery({
    queryKey: ['voice-samples'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/voice-samples', { signal })),
    refetchInterval: isMaking ? 1000 : false,
  });
export const generateSample = (speaker: string, language: string) => generateSamples([speaker], language);
export const generateSamples = (speakers: readonly string[], language: string) =>
  answerTo(
    client.POST('/api/voice/voice-samples/generate', { body: { speakers: [...speakers], languages: [language] } }),
  );
export const sampleSound = (url: string): Promise<string> => soundAt(url);

export type Pronunciation = components['schemas']['Pronunciation'];
type NewPronunciation = paths['/api/voice/pronunciations']['post']['requestBody']['content']['application/json'];

/** The lexicon of the organisation. */
export const usePronunciations = () =>
  useQuery({
    queryKey: ['pronunciations'],
    queryFn: ({ signal }) =>
      wholeList((page) => valueFrom(client.GET('/api/voice/pronunciations', { params: { query: page }, signal }))),
  });
export const addPronunciation = (body: NewPronunciation) =>
  answerTo(client.POST('/api/voice/pronunciations', { body }));
export const changePronunciation = (uuid: string, body: Partial<NewPronunciation>) =>
  answerTo(client.PATCH('/api/voice/pronunciations/{uuid}', { params: { path: { uuid } }, body }));
export const removePronunciation = (uuid: string) =>
  answerTo(client.DELETE('/api/voice/pronunciations/{uuid}', { params: { path: { uuid } } }));
export const wordSpoken = (body: NewPronunciation): Promise<string> =>
  soundAt('/api/voice/pronunciations/preview', body);

export type ModelRouting = components['schemas']['ModelRouting'];
type RoutingPatch = NonNullable<
  paths['/api/settings/model-routing']['patch']['requestBody']
>['content']['application/json'];
export type AnalysisRouting =
  paths['/api/analysis/model-routing']['get']['responses'][200]['content']['application/json'];
type AnalysisPatch = NonNullable<
  paths['/api/analysis/model-routing']['patch']['requestBody']
>['content']['application/json'];

export const useModelRouting = () =>
  useQuery({
    queryKey: ['model-routing'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/settings/model-routing', { signal })),
  });
export const changeModelRouting = (body: RoutingPatch) =>
  answerTo(client.PATCH('/api/settings/model-routing', { body }));
export const useAnalysisRouting = () =>
  useQuery({
    queryKey: ['analysis-routing'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/analysis/model-routing', { signal })),
  });
export const changeAnalysisRouting = (body: AnalysisPatch) =>
  answerTo(client.PATCH('/api/analysis/model-routing', { body }));

export type StageTrial = components['schemas']['StageTrial'];
export type TriedStage = 'transcription' | 'synthesis' | 'voice_activity' | 'end_of_turn' | 'embedding' | 'vllm';
export type SpeechProvider = 'platform' | 'speech_a' | 'speech_b';
export const tryStage = (stage: TriedStage, provider?: SpeechProvider) =>
  answerTo(
    client.POST('/api/settings/model-routing/try', { body: provider === undefined ? { stage } : { stage, provider } }),
  );
