import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type Clock, systemClock } from '../../media/kit/clock.ts';
import type { OpenTransportOptions } from '../../media/wire/open-transport.ts';
import {
  type Admission,
  defaultLimits,
  type Knock,
  type MediaSocket,
  type MediaTransport,
  type TransportLimits,
} from '../../media/wire/transport.ts';

export interface Seen {
  readonly socket: MediaSocket;
  readonly value: string;
  readonly messages: (string | Uint8Array)[];
  readonly closes: { code: number; reason: string }[];
  drains: number;
}

export type Open = (options: Omit<OpenTransportOptions<string>, 'driver'>) => Promise<MediaTransport>;

export const handshake = (path: string, method = 'GET'): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n');

export const until = async (condition: () => boolean, what: string): Promise<void> => {
  const giveUpAt = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > giveUpAt) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

interface Rig {
  readonly transport: MediaTransport;
  readonly seen: Seen[];
  readonly knocks: Knock[];
  readonly logged: string[];
}

interface Client {
  readonly ws: WebSocket;
  readonly got: (string | Uint8Array)[];
  readonly closed: Promise<{ code: number; reason: string }>;
}

/** A transport and its peers, which are gone when the test ends. */
export function createRig(open: Open) {
  async function rig(
    settings: {
      limits?: Partial<TransportLimits>;
      clock?: Clock;
      admit?: (knock: Knock) => Promise<Admission<string>>;
      onOpen?: (socket: MediaSocket) => void;
      onMessage?: (seen: Seen, message: string | Uint8Array) => void;
      probe?: string;
    } = {},
  ): Promise<Rig> {
    const seen: Seen[] = [];
    const knocks: Knock[] = [];
    const logged: string[] = [];
    const transport = await open({
      host: '127.0.0.1',
      port: 0,
      limits: { ...defaultLimits, ...settings.limits },
      clock: settings.clock ?? systemClock,
      log: (message) => logged.push(message),
      async admit(knock) {
        knocks.push(knock);
        return settings.admit ? settings.admit(knock) : { ok: true, value: knock.token };
      },
      open(socket, value) {
        const one: Seen = { socket, value, messages: [], closes: [], drains: 0 };
        seen.push(one);
        settings.onOpen?.(socket);
        return {
          probe: settings.probe,
          message(message) {
            one.messages.push(message);
            settings.onMessage?.(one, message);
          },
          drained() {
            one.drains += 1;
          },
          closed: (code, reason) => one.closes.push({ code, reason }),
        };
      },
    });
    onTestFinished(() => transport.close());
    return { transport, seen, knocks, logged };
  }

  function dial(
    transport: MediaTransport,
    path = '/media/telephony_a/token-1',
    subprotocols: readonly string[] = [],
  ): Promise<Client> {
    const ws = new WebSocket(`ws://127.0.0.1:${transport.port}${path}`, [...subprotocols]);
    onTestFinished(() => ws.terminate());
    const got: (string | Uint8Array)[] = [];
    ws.on('message', (data: Buffer, isBinary: boolean) => got.push(isBinary ? new Uint8Array(data) : data.toString()));
    const closed = new Promise<{ code: number; reason: string }>((resolve) =>
      ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    return new Promise((resolve, reject) => {
      ws.on('open', () => resolve({ ws, got, closed }));
      ws.on('error', reject);
    });
  }

  function wire(transport: MediaTransport): { socket: Socket; text: () => string; closed: Promise<void> } {
    const socket = connect(transport.port, '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    return { socket, text: () => text, closed };
  }

  async function answerTo(transport: MediaTransport, request: string): Promise<{ status: number; body: unknown }> {
    const { socket, text, closed } = wire(transport);
    socket.write(request);
    await closed;
    return { status: Number(text().slice(9, 12)), body: JSON.parse(text().slice(text().indexOf('\r\n\r\n') + 4)) };
  }

  /** Opens a WebSocket peer that never responds: it only completes the handshake. */
  async function dialRaw(transport: MediaTransport): Promise<{ socket: Socket }> {
    const before = transport.connections;
    const { socket } = wire(transport);
    socket.write(handshake('/media/browser/raw'));
    await until(() => transport.connections === before + 1, 'the raw peer is in');
    return { socket };
  }

  return { rig, dial, dialRaw, wire, answerTo };
}
