import { useQuery } from '@tanstack/react-query';
import { nullIfMissing } from './agent-proofs.ts';
import type { components } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

export type Split = components['schemas']['AgentSplitAnswer'];
export type SplitMeasure = components['schemas']['SplitMeasure'];

export type SplitSummary = components['schemas']['AgentSplit'];

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });
const everyMs = 15_000;

/** The split test in progress, or else the latest one; null if there was none. Polled while it is in progress. */
export const useSplit = (uuid: string) =>
  useQuery({
    queryKey: ['agent-split', uuid],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/voice/agents/{uuid}/split', { ...ofUuid(uuid), signal })).catch(nullIfMissing),
    refetchInterval: ({ state }) => (state.data != null && state.data.ended_at === null ? everyMs : false),
  });

const mostListed = 100;

/** The split tests of an agent, newest first, without their results. */
export const useSplits = (uuid: string) =>
  useQuery({
    queryKey: ['agent-split', uuid, 'list'],
    queryFn: ({ signal }) =>
      valueFrom(
        client.GET('/api/voice/agents/{uuid}/splits', {
          params: { path: { uuid }, query: { limit: mostListed, offset: 0 } },
          signal,
        }),
      ),
  });

/** One split test with its results. */
export const useSplitOf = ({ agent_uuid: uuid, uuid: split_uuid }: SplitSummary) =>
  useQuery({
    queryKey: ['agent-split', uuid, 'one', split_uuid],
    queryFn: ({ signal }) =>
      valueFrom(
        client.GET('/api/voice/agents/{uuid}/splits/{split_uuid}', { params: { path: { uuid, split_uuid } }, signal }),
      ),
  });

export const startSplit = (uuid: string, body: { readonly version: number; readonly percent: number }) =>
  answerTo(client.POST('/api/voice/agents/{uuid}/split', { ...ofUuid(uuid), body }));
export const stopSplit = (uuid: string) => answerTo(client.POST('/api/voice/agents/{uuid}/split/stop', ofUuid(uuid)));
export const promoteSplit = (uuid: string) =>
  answerTo(client.POST('/api/voice/agents/{uuid}/split/promote', { ...ofUuid(uuid), body: {} }));
