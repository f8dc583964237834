import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { onlyAt } from './only-at.ts';

type Listed = paths['/v1/campaigns']['get']['responses'][200]['content']['application/json'];
export type Campaign = Listed['campaigns'][number];
type CampaignBody = NonNullable<paths['/api/voice/flows']['post']['requestBody']>['content']['application/json'];
export type CampaignPatch = NonNullable<
  paths['/api/voice/flows/{uuid}']['patch']['requestBody']
>['content']['application/json'];
type Targets = paths['/api/voice/flows/{uuid}/targets']['get']['responses'][200]['content']['application/json'];
export type Target = Targets['targets'][number];
export type TargetCounts = Targets['counts'];

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });
const whileRunningMs = 3000;

export type FlowCoverage =
  paths['/api/voice/flows/{uuid}/coverage']['get']['responses'][200]['content']['application/json'];

/** Which steps and branches of a campaign its practice runs reached. */
export const useFlowCoverage = (uuid: string) =>
  useQuery({
    queryKey: ['campaigns', 'coverage', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/flows/{uuid}/coverage', { ...ofUuid(uuid), signal })),
  });

type Preflight = paths['/api/voice/flows/{uuid}/preflight']['get']['responses'][200]['content']['application/json'];
export type PreflightCheck = Preflight['checks'][number];
export type CampaignProgress =
  paths['/api/voice/flows/{uuid}/progress']['get']['responses'][200]['content']['application/json'];

type CampaignQuery = NonNullable<paths['/v1/campaigns']['get']['parameters']['query']>;

export interface CampaignFilter extends Pick<CampaignQuery, 'q' | 'sort' | 'order'> {
  readonly status?: Campaign['status'];
  readonly kind?: Campaign['kind'];
}
type Page = CampaignFilter & { readonly limit: number; readonly offset: number };

const getCampaigns = (page: Page, signal?: AbortSignal) =>
  valueFrom(
    client.GET('/v1/campaigns', {
      params: { query: { ...page, include_metrics: 'true' } },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
export const loadCampaigns = async (page: Page): Promise<readonly Campaign[]> => (await getCampaigns(page)).campaigns;

/** Includes metrics. Polled while a campaign is running. */
export const useCampaigns = (page: Page) =>
  useQuery({
    queryKey: ['campaigns', page],
    queryFn: ({ signal }) => getCampaigns(page, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.campaigns.some(({ status, kind }) => status === 'active' && kind === 'outbound')
        ? whileRunningMs
        : false,
  });

export const useCampaign = (uuid: string) =>
  useQuery({
    queryKey: ['campaigns', 'one', uuid],
    queryFn: ({ signal }) =>
      valueFrom(
        client.GET('/v1/campaigns/{uuid}', {
          params: { path: { uuid }, query: { include_metrics: 'true' } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? whileRunningMs : false),
  });

/** The contacts that an outbound campaign with these tags would call; all contacts without tags. */
export const useAudience = (branches: readonly string[]) =>
  useQuery({
    queryKey: ['contacts', 'audience', branches],
    queryFn: ({ signal }) =>
      valueFrom(client.POST('/api/voice/flows/audience', { body: { branches: [...branches] }, signal })),
  });

/** Refetched whenever it is shown, because other pages change what it checks. */
export const usePreflight = (uuid: string) =>
  useQuery({
    queryKey: ['campaigns', 'preflight', uuid],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/voice/flows/{uuid}/preflight', { params: { path: { uuid } }, signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

export const useProgress = (uuid: string, isRunning: boolean) =>
  useQuery({
    queryKey: ['campaigns', 'progress', uuid],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/voice/flows/{uuid}/progress', { params: { path: { uuid } }, signal })),
    refetchInterval: isRunning ? whileRunningMs : false,
  });

interface TargetAsk {
  readonly limit: number;
  readonly offset: number;
  readonly status?: Target['status'];
}

export const useTargets = (uuid: string, ask: TargetAsk, isRunning: boolean) =>
  useQuery({
    queryKey: ['campaigns', 'targets', uuid, ask],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/voice/flows/{uuid}/targets', { params: { path: { uuid }, query: ask }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: isRunning ? whileRunningMs : false,
  });

export const loadTargets = async (uuid: string, ask: TargetAsk) =>
  (await valueFrom(client.GET('/api/voice/flows/{uuid}/targets', { params: { path: { uuid }, query: ask } }))).targets;

export const getCampaign = (uuid: string) => answerTo(client.GET('/v1/campaigns/{uuid}', ofUuid(uuid)));
export const addCampaign = (body: CampaignBody) => answerTo(client.POST('/api/voice/flows', { body }));
/** Changes a campaign; refused with 409 if it has another version than `version`. */
export const changeCampaign = (uuid: string, body: CampaignPatch, version?: number) =>
  answerTo(
    client.PATCH('/api/voice/flows/{uuid}', {
      params: { path: { uuid }, ...(version === undefined ? {} : { header: onlyAt(version) }) },
      body,
    }),
  );
export const removeCampaign = (uuid: string) => answerTo(client.DELETE('/api/voice/flows/{uuid}', ofUuid(uuid)));
export const launchCampaign = (uuid: string) => answerTo(client.POST('/v1/campaigns/{uuid}/launch', ofUuid(uuid)));
export const stopCampaign = (uuid: string) => answerTo(client.POST('/v1/campaigns/{uuid}/stop', ofUuid(uuid)));
