import { useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

type Listed = paths['/api/voice/numbers']['get']['responses'][200]['content']['application/json'];
export type ListedNumber = Listed['numbers'][number];
export type TriedAccount = Listed['accounts'][number];
export type TestedConnection =
  paths['/api/integrations/telephony/{provider}/test']['post']['responses'][200]['content']['application/json'];

/** Each query asks the providers. For admins only. */
export const useNumbers = () =>
  useQuery({
    queryKey: ['numbers'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/numbers', { signal })),
    refetchOnWindowFocus: false,
  });

const mostCampaigns = 100;

export const useInboundCampaigns = () =>
  useQuery({
    queryKey: ['campaigns', 'inbound'],
    queryFn: ({ signal }) =>
      valueFrom(
        client.GET('/v1/campaigns', {
          params: { query: { kind: 'inbound', limit: mostCampaigns, offset: 0 } },
          signal,
        }),
      ),
  });

export const setAnswerUrl = (provider: string, phoneNumber: string) =>
  answerTo(client.POST('/api/voice/numbers/answer-url', { body: { provider, phone_number: phoneNumber } }));

/** Asks the provider of a connection; an answer says what it returned. */
export const testConnection = (provider: string) =>
  answerTo(client.POST('/api/integrations/telephony/{provider}/test', { params: { path: { provider } } }));
