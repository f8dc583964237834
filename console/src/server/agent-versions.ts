import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

export type VersionSummary = components['schemas']['VersionSummary'];
export type VersionDifference = components['schemas']['VersionDifference'];

const url = '/api/voice/agents/{uuid}/versions';

/** Condition that the agent still has this version. */
export const onlyAt = (version: number) => ({ 'if-match': `"${version}"` });

export const useVersions = (uuid: string, page: { readonly limit: number; readonly offset: number }) =>
  useQuery({
    queryKey: ['agent-versions', uuid, page],
    queryFn: ({ signal }) => valueFrom(client.GET(url, { params: { path: { uuid }, query: page }, signal })),
    placeholderData: keepPreviousData,
  });

export const useDifference = (uuid: string, { from, to }: { readonly from: number; readonly to: number }) =>
  useQuery({
    queryKey: ['agent-versions', uuid, 'diff', from, to],
    queryFn: ({ signal }) =>
      valueFrom(client.GET(`${url}/diff`, { params: { path: { uuid }, query: { from, to } }, signal })),
  });

export const restoreVersion = (uuid: string, version: number, current: number) =>
  answerTo(
    client.POST(`${url}/{version}/restore`, {
      params: { path: { uuid, version }, header: onlyAt(current) },
      body: {},
    }),
  );

export const publishDraft = (uuid: string, draft: number) =>
  answerTo(
    client.POST('/api/voice/agents/{uuid}/publish', { params: { path: { uuid }, header: onlyAt(draft) }, body: {} }),
  );

export const discardDraft = (uuid: string, draft: number) =>
  answerTo(client.DELETE('/api/voice/agents/{uuid}/draft', { params: { path: { uuid }, header: onlyAt(draft) } }));
