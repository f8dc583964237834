import { numberLocale } from '../../../language/language.ts';
import { t } from '../../../language/text.ts';
import type { Listener } from '../../../server/supervision.ts';

/** Returns who is listening now, in a sentence; undefined if nobody is. */
export function listenersText(listeners: readonly Listener[]): string | undefined {
  if (listeners.length === 0) return undefined;
  const names = [...new Set(listeners.map(({ user_name: name }) => name ?? t('Somebody who has left')))];
  return t('{count, plural, one {{names} is listening.} other {{names} are listening.}}', {
    count: names.length,
    names: new Intl.ListFormat(numberLocale).format(names),
  });
}
