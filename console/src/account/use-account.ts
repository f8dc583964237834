import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getMe, getSetUp, logout, type Me } from './requests.ts';
import { dropToken, readToken, useToken } from './token.ts';

export const useSetUp = (isNeeded: boolean) =>
  useQuery({ queryKey: ['set-up'], queryFn: ({ signal }) => getSetUp(signal), enabled: isNeeded, retry: 3 });

/** Pages that follow each other need no new answer. */
const freshMs = 60_000;

/** Who is signed in; not asked while nobody is. */
export function useMe() {
  const token = useToken();
  return useQuery<Me>({
    queryKey: ['me', token],
    queryFn: ({ signal }) => getMe(signal),
    enabled: token !== undefined,
    staleTime: freshMs,
  });
}

/** Ends the session here and at the server, and forgets what it showed. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    const token = readToken();
    await logout();
    if (token !== undefined) dropToken(token);
    queries.clear();
  }, [queries]);
}
