import type { Listener } from '../server/supervision.ts';

/** Who listens now, in a sentence; undefined when nobody does. */
export function listenersText(listeners: readonly Listener[]): string | undefined {
  if (listeners.length === 0) return undefined;
  const names = [...new Set(listeners.map(({ user_name: name }) => name ?? 'Somebody who has left'))];
  const verb = names.length === 1 ? 'is' : 'are';
  return `${new Intl.ListFormat('en').format(names)} ${verb} listening.`;
}
