import { useSessionStorage } from '@mantine/hooks';

export interface ShownPassword {
  readonly email: string;
  readonly password: string;
}

const stored = { key: 'parley.sample_password', defaultValue: null, getInitialValueInEffect: false } as const;

/**
 * Returns a setter for a password that the server generated. It is stored in this tab until its owner confirms having
 * saved it.
 */
export function useShowPassword(): (shown: ShownPassword | null) => void {
  const [, store] = useSessionStorage<ShownPassword | null>(stored);
  return (shown) => store(shown === null ? null : { email: shown.email, password: shown.password });
}

export const useShownPassword = (): ShownPassword | null => useSessionStorage<ShownPassword | null>(stored)[0];
