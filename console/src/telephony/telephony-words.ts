import type { Connection } from '../server/answers.ts';

export type ConnectionState = 'connected' | 'unreadable' | 'not_connected';

export function stateOf({ is_connected, credentials }: Connection): ConnectionState {
  if (credentials === 'unreadable') return 'unreadable';
  return is_connected ? 'connected' : 'not_connected';
}

export const stateTexts: Readonly<Record<ConnectionState, string>> = {
  connected: 'Connected',
  unreadable: 'Connect again',
  not_connected: 'Not connected',
};
