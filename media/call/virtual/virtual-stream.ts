import type { FarSocket, FarSocketEvents } from '../../emulator/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Dialect } from '../../line/wire.ts';
import { createWireStream, defaultStreamLimits, type WireStream } from '../../wire/wire-stream.ts';

export interface VirtualStreamOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** One-way delay; messages keep their order. */
  readonly networkMs: number;
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}

export interface VirtualStream {
  /** The server's end: identical to the stream of a WebSocket except for the transport. */
  readonly stream: WireStream;
  connect(events: FarSocketEvents): FarSocket;
}

/**
 * Opens a stream in memory. Messages are delayed by the clock, and the dialect prints and parses them as on a socket.
 */
export function openVirtualStream({ dialect, clock, networkMs, log }: VirtualStreamOptions): VirtualStream {
  let far: FarSocketEvents | undefined;
  /** State of the connection as each end knows it. */
  const open = { far: false, server: false };
  const arrive = (act: () => void): void => void clock.after(networkMs, act);
  const utf8 = new TextDecoder();

  const toFar = (message: string | Uint8Array): 'sent' | 'dropped' => {
    if (!open.server) return 'dropped';
    arrive(() => open.far && far?.message(message));
    return 'sent';
  };
  const stream = createWireStream({
    socket: {
      remoteAddress: '127.0.0.1',
      bufferedBytes: 0,
      send: toFar,
      sendText: (message) => toFar(utf8.decode(message)),
      close(code, reason) {
        if (!open.server) return;
        open.server = false;
        stream.closed(code, reason, true);
        arrive(() => farOver(code, reason));
      },
    },
    dialect,
    limits: defaultStreamLimits,
    clock,
    log,
  });

  function farOver(code: number, reason: string): void {
    open.far = false;
    far?.closed(code, reason);
  }

  /** Closes the connection from the far end. */
  function leave(code: number): void {
    if (!open.far) return;
    open.far = false;
    arrive(() => {
      if (!open.server) return;
      open.server = false;
      stream.closed(code, '', false);
    });
    arrive(() => farOver(code, ''));
  }

  return {
    stream,
    connect(events) {
      far = events;
      open.far = true;
      open.server = true;
      arrive(() => events.opened());
      return {
        get isOpen() {
          return open.far;
        },
        send: (message) => arrive(() => open.server && stream.message(message)),
        close: leave,
        terminate: () => leave(1006),
        pause() {},
        resume() {},
      };
    },
  };
}
