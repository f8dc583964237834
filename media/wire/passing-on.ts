import { type RawData, WebSocket } from 'ws';
import type { StreamRequest } from '../line/stream-request.ts';
import type { MediaSocket, SocketHandlers, WireLog } from './transport.ts';

/** A connection to the server that takes over a stream. */
export interface Onward {
  /** Passes the messages of both sides on to each other until one closes. Called once. */
  relay(socket: MediaSocket, probe: string | undefined): SocketHandlers;
  /** Closes a connection whose far end is gone before `relay`. */
  abandon(): void;
}

export interface OnwardOptions {
  readonly maxFrameBytes: number;
  /** Unsent bytes beyond which the other server is considered too slow. */
  readonly maxBufferedBytes: number;
  /** What the far end has asked for: its signature covers it. */
  readonly request: StreamRequest;
  readonly log: WireLog;
}

const openWithinMs = 1500;
/** Messages of the other server that arrive before the far end's socket is open. */
const mostEarly = 100;

interface Message {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
}

/** Opens a stream at another server. Resolves to undefined if that refuses it or does not answer in time. */
export function openOnward(url: string, options: OnwardOptions): Promise<Onward | undefined> {
  const { host, origin, signatures } = options.request;
  const ws = new WebSocket(url, {
    headers: { 'x-forwarded-host': host, ...(origin === '' ? {} : { origin }), ...signatures },
    maxPayload: options.maxFrameBytes,
    handshakeTimeout: openWithinMs,
    followRedirects: false,
    perMessageDeflate: false,
  });
  const early: Message[] = [];
  let deliver = (message: Message): void => {
    if (early.push(message) > mostEarly) ws.terminate();
  };
  ws.on('message', (data: RawData, isBinary: boolean) => deliver({ bytes: data as Buffer, isBinary }));

  function relay(socket: MediaSocket, probe: string | undefined): SocketHandlers {
    const sendBack = ({ bytes, isBinary }: Message): void => {
      if (isBinary) socket.send(new Uint8Array(bytes));
      else socket.sendText(bytes);
    };
    const send = (message: string | Uint8Array, binary: boolean): void => {
      if (ws.readyState !== ws.OPEN) return;
      ws.send(message, { binary });
      if (ws.bufferedAmount > options.maxBufferedBytes) ws.terminate();
    };
    for (const message of early.splice(0)) sendBack(message);
    deliver = sendBack;
    ws.once('close', (code, reason) => socket.close(closeCodeOf(code), reason.toString()));
    if (ws.readyState !== ws.OPEN) socket.close(1011, 'the server that took the stream is gone');
    return {
      probe,
      text(utf8) {
        // The library may keep the bytes until they are sent.
        send(Buffer.from(utf8), false);
        return true;
      },
      message: (message) => send(message, typeof message !== 'string'),
      drained: () => {},
      closed(code, reason, ourselves) {
        if (ws.readyState === ws.OPEN) ws.close(closeCodeOf(code), ourselves ? '' : reason);
      },
    };
  }

  let trouble = 'another server did not take a stream';
  return new Promise((resolve) => {
    ws.on('error', (error) => {
      options.log(trouble, { error: String(error) });
      resolve(undefined);
    });
    ws.once('open', () => {
      trouble = 'lost the connection to the server that took a stream';
      resolve({ relay, abandon: () => ws.terminate() });
    });
  });
}

/** Codes that describe a connection without a close frame may not be sent. */
const closeCodeOf = (code: number): number => (code === 1005 ? 1000 : code === 1006 || code === 1015 ? 1011 : code);
