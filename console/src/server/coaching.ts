import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components, paths } from './api.d.ts';
import { type Answer, RequestError, signedFetch } from './ask.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { onlyAt } from './only-at.ts';
import { type SendOptions, sendForm } from './send-form.ts';
import { wholeList } from './whole-list.ts';

type Body<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody?: { content: { 'application/json': infer Value } };
}
  ? Value
  : never;

export type Persona = components['schemas']['Persona'];
export type PersonaBody = Body<'/api/pf-coach/personas', 'post'>;
export type Scenario = components['schemas']['Scenario'];
export type LiveScenario = components['schemas']['LiveScenario'];
export type ScenarioBody = Body<'/api/pf-coach/scenarios', 'post'>;
export type ScenarioPreview = components['schemas']['ScenarioPreview'];
type PreviewBody = Body<'/api/pf-coach/scenarios/preview', 'post'>;
export type CoachDocument = components['schemas']['CoachDocument'];
export type PracticeRun = components['schemas']['PracticeRun'];
export type NextScenario = components['schemas']['NextScenario'];
export type PracticeProgress = components['schemas']['PracticeProgress'];
export type RunBody = Body<'/api/pf-coach/runs', 'post'>;
type RunQuery = NonNullable<paths['/api/pf-coach/runs']['get']['parameters']['query']>;
export type RunFilter = Pick<RunQuery, 'status' | 'verdict' | 'scenario_uuid' | 'target_uuid' | 'sort' | 'order'>;

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });
const signalOf = (signal?: AbortSignal) => (signal === undefined ? {} : { signal });
const again = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof RequestError && error.status === 404);
const everyMs = 1500;

/** Returns whether a run is queued or being played. */
export const isOpen = ({ status }: Pick<PracticeRun, 'status'>): boolean => status === 'queued' || status === 'running';

const getRuns = (query: Page & RunFilter, signal?: AbortSignal) =>
  valueFrom(client.GET('/api/pf-coach/runs', { params: { query }, ...signalOf(signal) }));
/** Polled while a run in the list is open. */
export const useRuns = (query: Page & RunFilter) =>
  useQuery({
    queryKey: ['runs', query],
    queryFn: ({ signal }) => getRuns(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isOpen) ? everyMs : false),
  });
export const loadRuns = async (query: Page & RunFilter): Promise<readonly PracticeRun[]> =>
  (await getRuns(query)).results;
export const useRun = (uuid: string) =>
  useQuery({
    queryKey: ['run', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/pf-coach/runs/{uuid}', { ...ofUuid(uuid), signal })),
    enabled: uuid !== '',
    retry: again,
    refetchInterval: ({ state }) => (state.data !== undefined && isOpen(state.data) ? everyMs : false),
  });
/** Returns the customer's reply in a scenario that is not created yet. */
export const previewScenario = (body: PreviewBody) =>
  answerTo(client.POST('/api/pf-coach/scenarios/preview', { body }));
export const startRun = (body: RunBody) => answerTo(client.POST('/api/pf-coach/runs', { body }));
/** Opens a session of live practice. Its stream uses the browser dialect. */
export const openPractice = (scenarioUuid: string, signal: AbortSignal) =>
  answerTo(client.POST('/api/pf-coach/live/sessions', { body: { scenario_uuid: scenarioUuid }, signal }));
export const endPractice = (uuid: string) =>
  answerTo(client.POST('/api/pf-coach/live/sessions/{uuid}/end', ofUuid(uuid)));
/** The scenario that the signed-in user should practise next. */
export const useNextScenario = () =>
  useQuery({
    queryKey: ['runs', 'next'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/pf-coach/live/next', { signal })),
  });
export const useProgress = (days: number) =>
  useQuery({
    queryKey: ['runs', 'progress', days],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/pf-coach/progress', { params: { query: { days } }, signal })),
    placeholderData: keepPreviousData,
  });
export type ReviewBody = Body<'/api/pf-coach/runs/{uuid}/review', 'put'>;
/** Stores a user's review of a run. Replaces an earlier review. */
export const reviewRun = (uuid: string, body: ReviewBody) =>
  answerTo(client.PUT('/api/pf-coach/runs/{uuid}/review', { ...ofUuid(uuid), body }));
export type JudgeQuality = components['schemas']['JudgeQuality'];
export const useJudgeQuality = () =>
  useQuery({
    queryKey: ['runs', 'judge'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/pf-coach/judge', { signal })),
  });
export const checkJudge = () => answerTo(client.POST('/api/pf-coach/judge/checks', { body: { limit: 20 } }));
export const removeRun = (uuid: string) => answerTo(client.DELETE('/api/pf-coach/runs/{uuid}', ofUuid(uuid)));
export async function soundOfRun(uuid: string, signal: AbortSignal): Promise<Blob> {
  const response = await signedFetch(new Request(`/api/pf-coach/runs/${encodeURIComponent(uuid)}/audio`, { signal }));
  if (!response.ok) throw new RequestError(`The server answered ${response.status}.`, response.status);
  return response.blob();
}

export const useAllScenarios = () =>
  useQuery({
    queryKey: ['scenarios', 'all'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/pf-coach/scenarios', { params: { query }, signal }))),
  });
export const useScenario = (uuid: string) =>
  useQuery({
    queryKey: ['scenario', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/pf-coach/scenarios/{uuid}', { ...ofUuid(uuid), signal })),
    enabled: uuid !== '',
    retry: again,
  });
/** Scenarios without the customer's hidden facts. */
export const useLiveScenarios = () =>
  useQuery({
    queryKey: ['scenarios', 'live'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/pf-coach/live/scenarios', { params: { query }, signal }))),
  });
export const useLiveScenario = (uuid: string) =>
  useQuery({
    queryKey: ['scenario', 'live', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/pf-coach/live/scenarios/{uuid}', { ...ofUuid(uuid), signal })),
    enabled: uuid !== '',
    retry: again,
  });
export const addScenario = (body: ScenarioBody) => answerTo(client.POST('/api/pf-coach/scenarios', { body }));
/** For a call, an upload or a browser test whose analysis has ended. */
export const addScenarioOfCall = (uuid: string) =>
  answerTo(client.POST('/api/pf-coach/scenarios/from-call', { body: { call_uuid: uuid, prove: true } }));
export const removeScenario = (uuid: string) => answerTo(client.DELETE('/api/pf-coach/scenarios/{uuid}', ofUuid(uuid)));

export const useAllPersonas = () =>
  useQuery({
    queryKey: ['personas', 'all'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/pf-coach/personas', { params: { query }, signal }))),
  });
export const getPersona = (uuid: string) => answerTo(client.GET('/api/pf-coach/personas/{uuid}', ofUuid(uuid)));
/** Not refetched while mounted, because the data must not change during editing. */
export const usePersona = (uuid: string) =>
  useQuery({
    queryKey: ['persona', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/pf-coach/personas/{uuid}', { ...ofUuid(uuid), signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: again,
  });
export const addPersona = (body: PersonaBody) => answerTo(client.POST('/api/pf-coach/personas', { body }));
/** Returns 409 if the persona has another version meanwhile. */
export const changePersona = ({ uuid, version }: Pick<Persona, 'uuid' | 'version'>, body: PersonaBody) =>
  answerTo(
    client.PATCH('/api/pf-coach/personas/{uuid}', { params: { path: { uuid }, header: onlyAt(version) }, body }),
  );
export const removePersona = (uuid: string) => answerTo(client.DELETE('/api/pf-coach/personas/{uuid}', ofUuid(uuid)));

const isBeingRead = ({ status }: Pick<CoachDocument, 'status'>): boolean => status === 'processing';
/** Polled while a document in the list is being processed. */
export const useAllCoachDocuments = () =>
  useQuery({
    queryKey: ['coach-documents', 'all'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/pf-coach/documents', { params: { query }, signal }))),
    refetchInterval: ({ state }) => (state.data?.results.some(isBeingRead) ? everyMs : false),
  });
export const useCoachDocument = (uuid: string) =>
  useQuery({
    queryKey: ['coach-document', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/pf-coach/documents/{uuid}', { ...ofUuid(uuid), signal })),
    retry: again,
    refetchInterval: ({ state }) => (state.data !== undefined && isBeingRead(state.data) ? everyMs : false),
  });
export const addCoachText = (title: string, text: string) =>
  answerTo(client.POST('/api/pf-coach/documents', { body: { title, text } }));
export function addCoachFile(file: File, title: string, options: SendOptions): Promise<Answer<CoachDocument>> {
  const form = new FormData();
  if (title !== '') form.append('title', title);
  form.append('file', file);
  return sendForm('/api/pf-coach/documents', form, options);
}
export const removeCoachDocument = (uuid: string) =>
  answerTo(client.DELETE('/api/pf-coach/documents/{uuid}', ofUuid(uuid)));

/** Score fields of call analysis, by category. */
export const useRubrics = () =>
  useQuery({
    queryKey: ['rubrics'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/pf-coach/rubrics', { params: { query }, signal }))),
  });
