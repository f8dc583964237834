import { readServerMessage, type ServerMessage } from './messages.ts';

export type ClientEvent =
  | { readonly event: 'start'; readonly sample_rate: number; readonly encoding: 'l16' }
  | { readonly event: 'played'; readonly name: string }
  | { readonly event: 'dtmf'; readonly digit: string }
  | { readonly event: 'interrupt' }
  | { readonly event: 'stop' };

/** The stream of a call. Once closed, its methods have no effect. */
export interface CallSocket {
  tell(event: ClientEvent): void;
  sendAudio(frame: Int16Array<ArrayBuffer>): void;
  close(): void;
}

export interface CallSocketEvents {
  readonly open: () => void;
  readonly message: (message: ServerMessage) => void;
  readonly unreadable: () => void;
  /** Called once, whichever side closed. */
  readonly closed: () => void;
}

/** Two seconds of audio. Further frames are dropped until the network has caught up. */
const maxWaitingBytes = 64_000;
const openWithinMs = 10_000;

/** Throws `SyntaxError` when the URL is invalid. */
export function openCallSocket(url: string, events: CallSocketEvents): CallSocket {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  const deadline = setTimeout(() => socket.close(), openWithinMs);
  socket.onopen = () => {
    clearTimeout(deadline);
    events.open();
  };
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readServerMessage(data);
    if (message === undefined) events.unreadable();
    else events.message(message);
  };
  socket.onclose = () => {
    clearTimeout(deadline);
    events.closed();
  };
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN;
  return {
    tell(event) {
      if (isOpen()) socket.send(JSON.stringify(event));
    },
    sendAudio(frame) {
      if (isOpen() && socket.bufferedAmount < maxWaitingBytes) socket.send(frame);
    },
    close: () => socket.close(1000),
  };
}
