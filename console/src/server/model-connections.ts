import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components, paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { wholeList } from './whole-list.ts';

const url = '/api/settings/models';
const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

export type ModelConnection = components['schemas']['ModelConnection'];
export type NewModelConnection = paths[typeof url]['post']['requestBody']['content']['application/json'];
export type ModelConnectionPatch = NonNullable<
  paths['/api/settings/models/{uuid}']['patch']['requestBody']
>['content']['application/json'];
export type ModelTest =
  paths['/api/settings/models/{uuid}/test']['post']['responses'][200]['content']['application/json'];
export type AvailableModels =
  paths['/api/settings/models/{uuid}/available']['get']['responses'][200]['content']['application/json'];
export type TokenUse = components['schemas']['TokenUse'];

/** For managers and admins. */
export const useModelConnections = (isAllowed = true) =>
  useQuery({
    queryKey: ['model-connections'],
    queryFn: ({ signal }) => wholeList((query) => valueFrom(client.GET(url, { params: { query }, signal }))),
    enabled: isAllowed,
  });

/** Not refetched while mounted, because the data must not change during editing. */
export const useModelConnection = (uuid: string) =>
  useQuery({
    queryKey: ['model-connection', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/settings/models/{uuid}', { ...ofUuid(uuid), signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

const dayMs = 86_400_000;

/** What calls of the last days used. */
export const useModelUsage = (days: number) =>
  useQuery({
    queryKey: ['model-usage', days],
    queryFn: ({ signal }) => {
      const query = { date_from: new Date(Date.now() - days * dayMs).toISOString() };
      return valueFrom(client.GET('/api/settings/model-usage', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

export const addModelConnection = (body: NewModelConnection) => answerTo(client.POST(url, { body }));
export const changeModelConnection = (uuid: string, body: ModelConnectionPatch) =>
  answerTo(client.PATCH('/api/settings/models/{uuid}', { ...ofUuid(uuid), body }));
export const removeModelConnection = (uuid: string) =>
  answerTo(client.DELETE('/api/settings/models/{uuid}', ofUuid(uuid)));
export const testModelConnection = (uuid: string) =>
  answerTo(client.POST('/api/settings/models/{uuid}/test', ofUuid(uuid)));
export const listAvailableModels = (uuid: string) =>
  answerTo(client.GET('/api/settings/models/{uuid}/available', ofUuid(uuid)));
