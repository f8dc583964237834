import { EventEmitter } from 'node:events';
import type { Channels } from '../database.ts';

/**
 * Channels within the only process that uses the data. A message arrives after the caller's turn, as it would from a
 * server.
 */
export function createLocalChannels(): Channels {
  const listeners = new EventEmitter().setMaxListeners(0);
  return {
    listen(channel, heard) {
      listeners.on(channel, heard);
      return async () => void listeners.off(channel, heard);
    },
    async notify(channel, message) {
      setImmediate(() => listeners.emit(channel, message));
    },
  };
}
