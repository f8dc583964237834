import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AgentBody } from './answers.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { onlyAt } from './only-at.ts';
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

const ofDraft = (uuid: string) => ({ params: { path: { uuid }, query: { draft: 'true' as const } } });

/** Returns the agent, or its draft. */
export const getAgent = (uuid: string, isDraft: boolean) =>
  answerTo(client.GET('/api/voice/agents/{uuid}', isDraft ? ofDraft(uuid) : ofUuid(uuid)));

/** The agent with its draft. Not refetched while mounted, because the data must not change during editing. */
export const useAgent = (uuid: string) =>
  useQuery({
    queryKey: ['agent', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/agents/{uuid}', { ...ofDraft(uuid), signal })),
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

export interface AgentSave {
  readonly uuid: string;
  readonly body: AgentBody;
  readonly isDraft: boolean;
  /** The version that the change is based on. */
  readonly version: number;
}

/** Returns 409 if the agent has another version meanwhile. */
export const saveAgent = ({ uuid, body, isDraft, version }: AgentSave) =>
  answerTo(
    client.PATCH('/api/voice/agents/{uuid}', {
      params: { path: { uuid }, query: { draft: isDraft ? 'true' : 'false' }, header: onlyAt(version) },
      body,
    }),
  );
export const removeAgent = (uuid: string) => answerTo(client.DELETE('/api/voice/agents/{uuid}', ofUuid(uuid)));

export const publishDraft = (uuid: string, draft: number, note: string) =>
  answerTo(
    client.POST('/api/voice/agents/{uuid}/publish', {
      params: { path: { uuid }, header: onlyAt(draft) },
      body: { version_note: note },
    }),
  );

export const discardDraft = (uuid: string, draft: number) =>
  answerTo(client.DELETE('/api/voice/agents/{uuid}/draft', { params: { path: { uuid }, header: onlyAt(draft) } }));
