import { useSessionStorage } from '@mantine/hooks';

export interface ShownPassword {
  readonly email: string;
  readonly password: string;
}

const stored = { key: 'parley.sample_password', defaultValue: null, getInitialValueInEffect: false } as const;

/** A password that the server chose, kept in this tab until its owner has confirmed that it is saved. */
export function useShowPassword(): (shown: ShownPassword | null) => void {
  const [, store] = useSessionStorage<ShownPassword | null>(stored);
  return (shown) => store(shown === null ? null : { email: shown.email, password: shown.password });
}

export const useShownPassword = (): ShownPassword | null => useSessionStorage<ShownPassword | null>(stored)[0];
