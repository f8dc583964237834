import { connect } from 'node:net';
import { headerBytes } from './audio-socket.ts';
import { type CallRun, callOver, type FarEndOptions } from './far-end.ts';
import type { FarSocket, FarSocketEvents } from './far-socket.ts';

interface AudioSocketCallOptions extends Pick<FarEndOptions, 'network' | 'acks'> {
  readonly host: string;
  readonly port: number;
  /** From the answer to the call. */
  readonly uuid: string;
  readonly identity: { readonly callId: string; readonly from: string; readonly to: string };
}

/** Runs the application `AudioSocket` of a dialplan. */
export function placeAudioSocketCall({ host, port, uuid, identity, ...conditions }: AudioSocketCallOptions): CallRun {
  return callOver((events) => openPackets(host, port, events), {
    ...conditions,
    dialect: 'audiosocket',
    identity: { ...identity, streamId: uuid },
  });
}

/** Opens a connection on which each message is a packet. */
function openPackets(host: string, port: number, events: FarSocketEvents): FarSocket {
  const socket = connect({ host, port, noDelay: true });
  let rest: Buffer = Buffer.alloc(0);
  socket.on('connect', () => events.opened());
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= headerBytes) {
      const length = headerBytes + rest.readUInt16BE(1);
      if (rest.length < length) break;
      events.message(new Uint8Array(rest.subarray(0, length)));
      rest = rest.subarray(length);
    }
  });
  socket.on('error', (error) => events.closed(1006, error.message));
  socket.on('close', () => events.closed(1000, ''));
  return {
    get isOpen() {
      return socket.readyState === 'open';
    },
    send: (message) => void socket.write(message),
    close: () => socket.end(),
    terminate: () => socket.destroy(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}
