import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReadingKind, ReadingList } from './answers.ts';
import { RequestError } from './ask.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { wholeList } from './whole-list.ts';

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });
const retryUnlessGone = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof RequestError && error.status === 404);

type Readings = Pick<ReadingList, 'readings' | 'total'>;

/** All documents or recordings. `again` returns the milliseconds until the next poll. */
export const useAllReadings = (
  kind: ReadingKind,
  again: (list: Readings | undefined) => number | false = () => false,
) =>
  useQuery({
    queryKey: ['readings', 'list', kind, 'all'],
    queryFn: ({ signal }) =>
      wholeList((page) => valueFrom(client.GET('/api/kb/readings', { params: { query: { kind, ...page } }, signal }))),
    refetchInterval: ({ state }: { state: { data: Readings | undefined } }) => again(state.data),
  });

export const useReading = (uuid: string) =>
  useQuery({
    queryKey: ['readings', 'one', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/kb/documents/{uuid}/reading', { ...ofUuid(uuid), signal })),
    retry: retryUnlessGone,
  });

export const beginReading = (uuid: string) =>
  answerTo(client.POST('/api/kb/documents/{uuid}/reading', { ...ofUuid(uuid), body: {} }));
export const callOffReading = (uuid: string) =>
  answerTo(client.DELETE('/api/kb/documents/{uuid}/reading', ofUuid(uuid)));

/** One page of the content as processed at `processedAt`. */
export const useDocumentPage = (uuid: string, pageNumber: number, processedAt: string) =>
  useQuery({
    queryKey: ['read-page', uuid, pageNumber, processedAt],
    queryFn: ({ signal }) => {
      const query = { limit: 1, offset: pageNumber - 1 };
      return valueFrom(client.GET('/api/kb/documents/{uuid}/pages', { params: { path: { uuid }, query }, signal }));
    },
    placeholderData: keepPreviousData,
    retry: retryUnlessGone,
  });

export const useTranscript = (uuid: string, processedAt: string) =>
  useQuery({
    queryKey: ['transcript', uuid, processedAt],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/kb/documents/{uuid}/transcript', { ...ofUuid(uuid), signal })),
    retry: retryUnlessGone,
  });

export const useConversations = (uuid: string) =>
  useQuery({
    queryKey: ['conversations', uuid],
    queryFn: ({ signal }) => {
      const params = { path: { uuid }, query: { limit: 100 } };
      return valueFrom(client.GET('/api/kb/documents/{uuid}/conversations', { params, signal }));
    },
  });

export const useConversation = (number: number | undefined) =>
  useQuery({
    queryKey: ['conversation', number],
    queryFn: ({ signal }) => {
      const params = { path: { conversation_id: number as number } };
      return valueFrom(client.GET('/api/kb/conversations/{conversation_id}', { params, signal }));
    },
    enabled: number !== undefined,
    retry: retryUnlessGone,
  });

export const askQuestion = (uuid: string, question: string, conversation: number | undefined) =>
  answerTo(
    client.POST('/api/kb/documents/{uuid}/questions', {
      ...ofUuid(uuid),
      body: { question, ...(conversation === undefined ? {} : { conversation_id: conversation }) },
    }),
  );

export function removeConversation(kind: ReadingKind, number: number) {
  const params = { path: { conversation_id: number } };
  return kind === 'audio'
    ? answerTo(client.DELETE('/api/agents/audio_agent/conversations/{conversation_id}', { params }))
    : answerTo(client.DELETE('/api/agents/ocr_agent/conversations/{conversation_id}', { params }));
}
