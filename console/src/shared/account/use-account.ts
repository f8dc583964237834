import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { dropToken, readToken, useLapsedToken, useToken } from '../../server/token.ts';
import { getMe, getSetUp, logout, type Me } from './requests.ts';

export const useSetUp = (isNeeded: boolean) =>
  useQuery({ queryKey: ['set-up'], queryFn: ({ signal }) => getSetUp(signal), enabled: isNeeded, retry: 3 });

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
