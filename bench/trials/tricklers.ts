import { connect, type Socket } from 'node:net';

/** How a client keeps a connection open with minimal effort. */
export type Trickle = 'silent' | 'headers' | 'body';

export interface Held {
  readonly how: Trickle;
  /** Time from connection until the server closed it; undefined while it is open. */
  closedMs: number | undefined;
}

export interface Tricklers {
  readonly held: readonly Held[];
  /** Resolves when the server has closed all of these, or after `timeoutMs`. */
  closed(how: readonly Trickle[], timeoutMs: number): Promise<boolean>;
  leave(): void;
}

export interface TricklerOptions {
  readonly port: number;
  readonly path: string;
  /** Number of each kind. */
  readonly counts: Readonly<Partial<Record<Trickle, number>>>;
}

const everyMs = 500;

/** Opens connections that never complete a request and send at most a byte twice a second. */
export function openTricklers({ port, path, counts }: TricklerOptions): Tricklers {
  const sockets: Socket[] = [];
  const held: Held[] = [];
  const timers: NodeJS.Timeout[] = [];
  const openings: Readonly<Record<Trickle, string>> = {
    silent: '',
    headers: `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nX-Slow: `,
    body: `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`,
  };
  for (const [how, count] of Object.entries(counts) as [Trickle, number][]) {
    for (let i = 0; i < count; i++) {
      const one: Held = { how, closedMs: undefined };
      const socket = connect({ host: '127.0.0.1', port });
      const openedMs = performance.now();
      socket.on('error', () => {});
      // Responses must be read, or the end would not be noticed.
      socket.resume();
      socket.on('close', () => {
        one.closedMs ??= performance.now() - openedMs;
      });
      socket.write(openings[how]);
      if (how !== 'silent') timers.push(setInterval(() => socket.writable && socket.write('a'), everyMs));
      sockets.push(socket);
      held.push(one);
    }
  }
  return {
    held,
    async closed(how, timeoutMs) {
      const giveUpAt = performance.now() + timeoutMs;
      const left = (): boolean => held.some((one) => how.includes(one.how) && one.closedMs === undefined);
      while (left() && performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 50));
      return !left();
    },
    leave() {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
