import { t } from '../../language/text.ts';
import type { Connection } from '../../server/answers.ts';

export type ConnectionState = 'connected' | 'unreadable' | 'not_connected';

export function stateOf({ is_connected, credentials }: Connection): ConnectionState {
  if (credentials === 'unreadable') return 'unreadable';
  return is_connected ? 'connected' : 'not_connected';
}

export const stateTexts: Readonly<Record<ConnectionState, string>> = {
  connected: t('Connected'),
  unreadable: t('Connect again'),
  not_connected: t('Not connected'),
};

/** Texts about numbers that the provider has not confirmed. */
export const proofTexts = {
  pending: t(
    'The provider has not confirmed yet that this account has the number. It is asked again until it does; calls work meanwhile.',
  ),
  refused: t(
    'The provider does not confirm that this account has the number. Check the number and the credentials: another organisation that proves the number answers its calls.',
  ),
} as const;
