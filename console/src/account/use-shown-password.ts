import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

export interface ShownPassword {
  readonly email: string;
  readonly password: string;
}

const queryKey = ['shown-password'];

/** A password that the server chose, in the memory of this page until it has been read. */
export function useShowPassword(): (shown: ShownPassword | null) => void {
  const queries = useQueryClient();
  return (shown) => {
    // Null stays: undefined would leave what is there.
    queries.setQueryData(queryKey, shown === null ? null : { email: shown.email, password: shown.password });
  };
}

export const useShownPassword = (): ShownPassword | null =>
  useQuery<ShownPassword | null>({ queryKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data ?? null;
