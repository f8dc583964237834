import { useQuery } from '@tanstack/react-query';
import type { Connection, Credentials } from './answers.ts';
import { answerTo, client, valueFrom } from './client.ts';

const ofProvider = (provider: string) => ({ params: { path: { provider } } });

/** Returns the connection of every available provider, including what prevents it. */
async function getConnections(signal: AbortSignal): Promise<Connection[]> {
  const { providers } = await valueFrom(client.GET('/api/integrations/telephony', { signal }));
  return Promise.all(
    providers.map(({ provider }) =>
      valueFrom(client.GET('/api/integrations/telephony/{provider}', { ...ofProvider(provider), signal })),
    ),
  );
}

/** For admins only. */
export const useConnections = (isAllowed: boolean) =>
  useQuery({
    queryKey: ['telephony'],
    queryFn: ({ signal }) => getConnections(signal),
    enabled: isAllowed,
  });

type Entered = Pick<Credentials, 'auth_id' | 'auth_token' | 'phone_number'> & {
  readonly signing_key?: string;
  readonly base_url?: string;
};

export const connectProvider = (provider: string, body: Entered) =>
  answerTo(client.PUT('/api/integrations/telephony/{provider}', { ...ofProvider(provider), body }));
export const disconnectProvider = (provider: string) =>
  answerTo(client.DELETE('/api/integrations/telephony/{provider}', ofProvider(provider)));
