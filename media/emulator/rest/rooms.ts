import { pause, systemClock } from '../../kit/clock.ts';
import type { ProviderCall } from './provider-call.ts';
import type { Exchange } from './rest-dialect.ts';

interface Member {
  readonly call: ProviderCall;
  readonly left: AbortController;
}

/**
 * Creates conference rooms for two: when one leaves, the conference ends for the other. A single member waits until
 * they are hung up.
 */
export function createRooms(): Pick<Exchange, 'meet'> {
  const rooms = new Map<string, Set<Member>>();
  return {
    async meet(call, room, signal) {
      const members = rooms.get(room) ?? new Set();
      rooms.set(room, members);
      const me: Member = { call, left: new AbortController() };
      members.add(me);
      call.rooms.push(room);
      const leave = (): void => me.left.abort();
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      // The second participant speaks and then hangs up.
      const isSecond = members.size > 1;
      if (isSecond) await pause(systemClock, call.fate.talkMs, me.left.signal);
      else await new Promise<void>((over) => me.left.signal.addEventListener('abort', () => over(), { once: true }));
      members.delete(me);
      for (const other of members) other.left.abort();
      if (members.size === 0) rooms.delete(room);
    },
  };
}
