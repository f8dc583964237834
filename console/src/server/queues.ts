import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { wholeList } from './whole-list.ts';

type Listed = paths['/api/voice/queues']['get']['responses'][200]['content']['application/json'];
export type Queue = Listed['queues'][number];
export type QueueState =
  paths['/api/voice/calls/agent-availability']['get']['responses'][200]['content']['application/json'];
type Numbers = paths['/api/voice/agents/phone-numbers']['get']['responses'][200]['content']['application/json'];
export type Teammate = Numbers['phone_numbers'][number];
type QueueBody = NonNullable<paths['/api/voice/queues']['post']['requestBody']>['content']['application/json'];

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });
const ofUser = (uuid: string) => ({ params: { path: { user_uuid: uuid } } });

export const useQueues = (page: { readonly limit: number; readonly offset: number } = { limit: 100, offset: 0 }) =>
  useQuery({
    queryKey: ['queues', page],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/queues', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
  });

export const useAllQueues = () =>
  useQuery({
    queryKey: ['queues', 'all'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/voice/queues', { params: { query }, signal }))),
  });

/** The server allows thirty requests per minute. */
const statesEveryMs = 15_000;
const stateEachMs = 3000;

/** The teammates available to take calls now, by queue name. */
export const useQueueStates = (names: readonly string[]): ReadonlyMap<string, QueueState> =>
  useQueries({
    queries: names.map((target) => ({
      queryKey: ['queue-state', target],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        valueFrom(client.GET('/api/voice/calls/agent-availability', { params: { query: { target } }, signal })),
      refetchInterval: Math.max(statesEveryMs, names.length * stateEachMs),
      retry: false,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.target, data]]))),
  });

export const addQueue = (body: QueueBody) => answerTo(client.POST('/api/voice/queues', { body }));
export const changeQueue = (uuid: string, body: QueueBody) =>
  answerTo(client.PATCH('/api/voice/queues/{uuid}', { ...ofUuid(uuid), body }));
export const removeQueue = (uuid: string) => answerTo(client.DELETE('/api/voice/queues/{uuid}', ofUuid(uuid)));

/** Whether the user receives transferred calls. */
export const useAvailability = () =>
  useQuery({
    queryKey: ['availability'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/agents/me/availability', { signal })),
  });
export const setAvailability = (available: boolean) =>
  answerTo(client.PUT('/api/voice/agents/me/availability', { body: { available } }));

/** Teammates' phone numbers. */
export const useTeammates = () =>
  useQuery({
    queryKey: ['teammates'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/voice/agents/phone-numbers', { params: { query }, signal }))),
  });
export const setNumber = (userUuid: string, phoneNumber: string) =>
  answerTo(
    client.PUT('/api/voice/agents/phone-numbers/{user_uuid}', {
      ...ofUser(userUuid),
      body: { phone_number: phoneNumber },
    }),
  );
export const removeNumber = (userUuid: string) =>
  answerTo(client.DELETE('/api/voice/agents/phone-numbers/{user_uuid}', ofUser(userUuid)));

/** Contact tags assigned to teammates. */
export const useAssignments = () =>
  useQuery({
    queryKey: ['assignments'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/voice/agents/tag-assignments', { params: { query }, signal }))),
  });
export const setTags = (userUuid: string, tags: string[]) =>
  answerTo(client.PUT('/api/voice/agents/tag-assignments/{user_uuid}', { ...ofUser(userUuid), body: { tags } }));
export const removeTags = (userUuid: string) =>
  answerTo(client.DELETE('/api/voice/agents/tag-assignments/{user_uuid}', ofUser(userUuid)));
