import { useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import type { Answer } from './ask.ts';
import { changeCampaign } from './campaigns.ts';
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

interface Move {
  /** Campaign that answers the number so far. */
  readonly from: string | undefined;
  /** Campaign that answers it from now on. */
  readonly to: string | undefined;
}

/** Changes the campaign that answers a number. If the new one is refused, the old one gets the number back. */
export async function moveNumber(phoneNumber: string, { from, to }: Move): Promise<Answer<unknown>> {
  if (from !== undefined) {
    const released = await changeCampaign(from, { phone_number: null });
    if (!released.ok || to === undefined) return released;
  }
  const answer = await changeCampaign(to as string, { phone_number: phoneNumber, status: 'active' });
  if (!answer.ok && from !== undefined) await changeCampaign(from, { phone_number: phoneNumber });
  return answer;
}

export const setAnswerUrl = (provider: string, phoneNumber: string) =>
  answerTo(client.POST('/api/voice/numbers/answer-url', { body: { provider, phone_number: phoneNumber } }));

/** Asks the provider of a connection; an answer says what it returned. */
export const testConnection = (provider: string) =>
  answerTo(client.POST('/api/integrations/telephony/{provider}/test', { params: { path: { provider } } }));
