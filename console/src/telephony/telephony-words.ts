import type { Connection } from '../server/answers.ts';

interface ProviderWords {
  /** As people know it; undefined for one that is not carried yet. */
  readonly name?: string;
  /** What is entered at the provider: for what, and the path of it. */
  readonly addresses: readonly { readonly use: string; readonly path: string }[];
}

const hooks = '/api/voice/webhooks';

const words: Readonly<Record<Connection['provider'], ProviderWords>> = {
  telephony_a: {
    name: 'Plivo',
    addresses: [
      { use: 'Answer URL of the application, GET or POST', path: `${hooks}/telephony_a/answer` },
      { use: 'Hangup URL of the application', path: `${hooks}/telephony_a/hangup` },
    ],
  },
  telephony_b: {
    name: 'Exotel',
    addresses: [
      { use: 'URL of the Voicebot applet', path: `${hooks}/telephony_b/answer` },
      { use: 'Status callback, if you use one', path: `${hooks}/telephony_b/status` },
    ],
  },
  telephony_c: { addresses: [] },
};

export const wordsOf = (provider: Connection['provider']): ProviderWords => words[provider];

/** As a title has it: "Plivo (telephony_a)". */
export const nameOf = (provider: Connection['provider']): string => {
  const { name } = words[provider];
  return name === undefined ? provider : `${name} (${provider})`;
};

export type ConnectionState = 'connected' | 'unreadable' | 'not_connected' | 'not_implemented';

export function stateOf({ implemented, is_connected, credentials }: Connection): ConnectionState {
  if (credentials === 'unreadable') return 'unreadable';
  if (is_connected) return 'connected';
  return implemented ? 'not_connected' : 'not_implemented';
}

export const stateTexts: Readonly<Record<ConnectionState, string>> = {
  connected: 'Connected',
  unreadable: 'Connect again',
  not_connected: 'Not connected',
  not_implemented: 'Not available yet',
};
