import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnalysedSummary, BulkUpload } from './answers.ts';
import type { paths } from './api.d.ts';
import type { Answer } from './ask.ts';
import { noteJob } from './begun-jobs.ts';
import { client, valueFrom } from './client.ts';
import { type SendOptions, sendForm } from './send-form.ts';

const againEveryMs = 1500;

/** Uploads recordings in one form, with an optional CSV manifest. */
export async function uploadRecordings(
  files: readonly File[],
  manifest: File | undefined,
  options: SendOptions,
): Promise<Answer<BulkUpload>> {
  const form = new FormData();
  if (manifest !== undefined) form.append('manifest', manifest);
  for (const file of files) form.append('files', file);
  const answer = await sendForm<BulkUpload>('/api/uploads/bulk', form, options);
  if (answer.ok) noteJob({ kind: 'upload', id: answer.value.upload_id });
  return answer;
}

/** State of an upload's recordings. Polled until all are analysed. */
export const useBulkUpload = (id: string) =>
  useQuery({
    queryKey: ['upload', id],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/uploads/{upload_id}', { params: { path: { upload_id: id } }, signal })),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? againEveryMs : false),
  });

type Query = NonNullable<paths['/api/calls']['get']['parameters']['query']>;
export type AnalysedFilter = Pick<
  Query,
  | 'source'
  | 'status'
  | 'outcome'
  | 'sentiment'
  | 'agent'
  | 'campaign_id'
  | 'direction'
  | 'channel'
  | 'customer_id'
  | 'q'
  | 'words'
  | 'min_seconds'
  | 'max_seconds'
  | 'min_latency_ms'
  | 'max_latency_ms'
  | 'min_cost'
  | 'max_cost'
  | 'min_score'
  | 'max_score'
  | 'tag'
  | 'end_reason'
  | 'date_from'
  | 'date_to'
>;
type Page = AnalysedFilter & { readonly limit: number; readonly offset: number };

const getAnalysed = (page: Page, signal?: AbortSignal) =>
  valueFrom(client.GET('/api/calls', { params: { query: page }, ...(signal === undefined ? {} : { signal }) }));

/** Who can be chosen as the agent of listed calls. */
export const useAgentsSeen = () =>
  useQuery({
    queryKey: ['analysed-calls', 'agents'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/calls/agents', { signal })),
  });

/** Analysed calls of every source. Polled while one is being analysed. */
export const useAnalysedCalls = (page: Page, isReady = true) =>
  useQuery({
    queryKey: ['analysed-calls', page],
    queryFn: ({ signal }) => getAnalysed(page, signal),
    enabled: isReady,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.calls.some(({ status }) => status === 'pending' || status === 'transcribing')
        ? againEveryMs * 2
        : false,
  });

export const loadAnalysedCalls = async (page: Page): Promise<readonly AnalysedSummary[]> =>
  (await getAnalysed(page)).calls;
