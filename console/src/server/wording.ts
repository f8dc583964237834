import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { client, valueFrom } from './client.ts';

type Route = paths['/api/voice/agents/wording-preview']['post'];
export type WordingRequest = NonNullable<Route['requestBody']>['content']['application/json'];

/** Texts filled in as a call with a contact would, and the values of that contact. */
export const useWording = (body: WordingRequest) =>
  useQuery({
    queryKey: ['wording', body],
    queryFn: ({ signal }) => valueFrom(client.POST('/api/voice/agents/wording-preview', { body, signal })),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
