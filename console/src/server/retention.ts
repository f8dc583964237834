import { useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

export type Erasure = paths['/api/voice/erasures/{uuid}']['get']['responses'][200]['content']['application/json'];
export type Retention = paths['/api/voice/retention']['get']['responses'][200]['content']['application/json'];
export type RetentionDays = Retention['days'];

const againEveryMs = 1000;
const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });
const ofId = (id: number) => ({ params: { path: { id: `${id}` } } });

export const eraseContact = (uuid: string) => answerTo(client.POST('/api/voice/customers/{uuid}/erase', ofUuid(uuid)));
export const eraseNumber = (phone: string) => answerTo(client.POST('/api/voice/erasures', { body: { phone } }));

/** Polled until the erasure is done. */
export const useErasure = (uuid: string) =>
  useQuery({
    queryKey: ['erasures', 'one', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/erasures/{uuid}', { ...ofUuid(uuid), signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : againEveryMs),
  });

/** The latest erasures. Polled while one is pending. */
export const useErasures = () =>
  useQuery({
    queryKey: ['erasures'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/erasures', { params: { query: { limit: 20 } }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.erasures.some(({ status }) => status === 'pending') === true ? againEveryMs : false,
  });

/** Polled while a run is in progress. */
export const useRetention = (isAwaited: boolean) =>
  useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/retention', { signal })),
    refetchInterval: ({ state }) =>
      isAwaited || (state.data?.last_run != null && state.data.last_run.finished_at === null) ? againEveryMs : false,
  });

export const putRetention = (body: RetentionDays) => answerTo(client.PUT('/api/voice/retention', { body }));
export const previewRetention = (body: RetentionDays) =>
  answerTo(client.POST('/api/voice/retention/preview', { body }));
export const runRetention = () => answerTo(client.POST('/api/voice/retention/run'));

export const deleteCall = (id: number) => answerTo(client.DELETE('/api/calls/{id}', ofId(id)));
