import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { onlyAt } from './only-at.ts';

export type VersionSummary = components['schemas']['VersionSummary'];
export type VersionDifference = components['schemas']['VersionDifference'];

/** What has versions: an agent, or a campaign with its conversation. */
export interface Versioned {
  readonly kind: 'agents' | 'flows';
  readonly uuid: string;
}

/** Renewed with the lists of what has the versions. */
const keyOf = ({ kind, uuid }: Versioned) => [kind === 'agents' ? 'agents' : 'campaigns', 'versions', uuid] as const;

export const useVersions = (of: Versioned, page: { readonly limit: number; readonly offset: number }) =>
  useQuery({
    queryKey: [...keyOf(of), page],
    queryFn: ({ signal }) =>
      valueFrom(
        client.GET(`/api/voice/${of.kind}/{uuid}/versions`, {
          params: { path: { uuid: of.uuid }, query: page },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const useDifference = (of: Versioned, { from, to }: { readonly from: number; readonly to: number }) =>
  useQuery({
    queryKey: [...keyOf(of), 'diff', from, to],
    queryFn: ({ signal }) =>
      valueFrom(
        client.GET(`/api/voice/${of.kind}/{uuid}/versions/diff`, {
          params: { path: { uuid: of.uuid }, query: { from, to } },
          signal,
        }),
      ),
  });

/** Saves a version again, if `current` is still the current one. */
export const restoreVersion = ({ kind, uuid }: Versioned, version: number, current: number) =>
  answerTo<object>(
    client.POST(`/api/voice/${kind}/{uuid}/versions/{version}/restore`, {
      params: { path: { uuid, version }, header: onlyAt(current) },
      body: {},
    }),
  );
