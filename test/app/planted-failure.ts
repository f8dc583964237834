import type { Log } from '../../src/log.ts';

/** Items of a loop; handling the second one fails. */
export const ids = ['first', 'planted', 'last'];
export const planted = new Error('planted');

/** What a loop did: the items that it handled, the log lines with the id of an item, and what it recorded on items. */
export interface Seen {
  readonly handled: string[];
  readonly logged: string[];
  readonly recorded: string[];
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>;
  /** Handles an item; throws for the planted one. */
  handle(id: string): void;
}

export function newSeen(): Seen {
  const handled: string[] = [];
  const logged: string[] = [];
  const log: Pick<Log, 'error' | 'warn' | 'info'> = {
    error(fields: object, message = '') {
      const isNamed = Object.values(fields).includes('planted');
      logged.push(isNamed ? message : `${message} (without the id)`);
    },
    warn() {},
    info() {},
  };
  const handle = (id: string): void => {
    if (id === 'planted') throw planted;
    handled.push(id);
  };
  return { handled, logged, recorded: [], log, handle };
}
