import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AgentBody } from './answers.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { wholeList } from './whole-list.ts';

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

export const useAgents = (page: { readonly limit: number; readonly offset: number }) =>
  useQuery({
    queryKey: ['agents', page],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/agents', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
  });

export const useAllAgents = () =>
  useQuery({
    queryKey: ['agents', 'all'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/voice/agents', { params: { query }, signal }))),
  });

/** Not refetched while mounted, because the data must not change during editing. */
export const useAgent = (uuid: string) =>
  useQuery({
    queryKey: ['agent', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/agents/{uuid}', { ...ofUuid(uuid), signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

export const useVoices = () =>
  useQuery({
    queryKey: ['voices'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/speakers', { signal })),
  });

export const addAgent = (body: AgentBody) => answerTo(client.POST('/api/voice/agents', { body }));
export const changeAgent = (uuid: string, body: AgentBody) =>
  answerTo(client.PATCH('/api/voice/agents/{uuid}', { ...ofUuid(uuid), body }));
export const removeAgent = (uuid: string) => answerTo(client.DELETE('/api/voice/agents/{uuid}', ofUuid(uuid)));
