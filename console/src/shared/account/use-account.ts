import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { dropToken, readToken, useLapsedToken, useToken } from '../../server/token.ts';
import { getMe, getSetUp, logout, type Me } from './requests.ts';

const againMs = 10_000;

/** The console cannot open without these answers, so it asks again until the server gives them. */
const untilKnown = ({ state }: Pick<Query, 'state'>): number | false =>
  state.status === 'error' && state.data === undefined ? againMs : false;

export const useSetUp = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['set-up'],
    queryFn: ({ signal }) => getSetUp(signal),
    enabled: isNeeded,
    retry: 3,
    refetchInterval: untilKnown,
  });

/** Long enough that consecutive pages do not request the user again. */
const freshMs = 60_000;

/** The signed-in user, also while they have to sign in again. Sends no request without a token. */
export function useMe() {
  const token = useToken();
  const lapsed = useLapsedToken();
  return useQuery<Me>({
    queryKey: ['me', token ?? lapsed],
    queryFn: ({ signal }) => getMe(signal),
    enabled: token !== undefined,
    staleTime: freshMs,
    refetchInterval: untilKnown,
  });
}

/** Returns a function that ends the session here and on the server, and clears cached data. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    const token = readToken();
    await logout();
    if (token !== undefined) dropToken(token);
    queries.clear();
  }, [queries]);
}
