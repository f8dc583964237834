import { type AddressInfo, createServer, type Socket } from 'node:net';
import { MediaFault } from '../line/fault.ts';
import { plainAddress } from './address.ts';
import { createConnectionAdmission } from './connection-admission.ts';
import { packetHeaderBytes, packetKinds, packetOf, uuidOf } from './dialects/audio-socket.ts';
import type { RawSocket } from './guarded-socket.ts';
import { createPacketReader } from './packets.ts';
import type { MediaTransport, TransportOptions } from './transport.ts';

/** Length of the first packet, which has the UUID of the call. */
const firstBytes = packetHeaderBytes + 16;
const hangUp = packetOf(packetKinds.hangUp, new Uint8Array(0));

/**
 * Listens for AudioSocket connections of Asterisk. The first packet names the call, and each packet is a message of the
 * stream. A connection without a UUID that is expected is closed. Throws `port_in_use`.
 */
export async function openAudioSocketTransport<T>(
  options: Omit<TransportOptions<T>, 'sharePort'>,
): Promise<Omit<MediaTransport, 'driver'>> {
  const connections = createConnectionAdmission(options);
  const { limits, log } = options;
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A peer may disconnect at any time; `close` follows.
    socket.on('error', () => socket.destroy());
    const remoteAddress = plainAddress(socket.remoteAddress);
    const pending = connections.enter(remoteAddress, () => socket.destroy());
    if (pending === undefined) return void socket.destroy();
    socket.once('close', pending.leave);
    readFirst(socket, (first, rest) => {
      const uuid = first[0] === packetKinds.uuid ? uuidOf(first.subarray(packetHeaderBytes)) : undefined;
      if (uuid === undefined) return void socket.destroy();
      pending.arrived();
      void connections.decideOn(uuid, 'audiosocket', remoteAddress).then((admission) => {
        if (!admission.ok) {
          log('refused an AudioSocket connection', { detail: admission.detail });
          return socket.destroy();
        }
        pending.leave();
        if (socket.destroyed) return connections.forgo(admission.value);
        accept(socket, remoteAddress, admission.value, [first, rest]);
      });
    });
  });

  function accept(socket: Socket, remoteAddress: string, value: T, begun: readonly Uint8Array[]): void {
    const packets = createPacketReader(limits.maxFrameBytes);
    const guard = connections.accept(
      rawOf(socket, () => guard.drained()),
      remoteAddress,
      value,
    );
    const receive = (bytes: Uint8Array): void => {
      const complete = packets.push(bytes);
      if (complete === 'too_long') {
        guard.closed(1009, '');
        return void socket.destroy();
      }
      for (const packet of complete) guard.received(packet, true);
    };
    socket.once('close', () => {
      connections.left(guard);
      guard.closed(1006, '');
    });
    for (const bytes of begun) receive(bytes);
    socket.on('data', receive);
    socket.resume();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      connections.close();
      const { host, port } = options;
      const inUse = new MediaFault('port_in_use', `Cannot listen on ${host}:${port}.`, { cause: error });
      reject(error.code === 'EADDRINUSE' ? inUse : error);
    });
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const closeNow = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      connections.close();
      for (const socket of sockets) if (!socket.writableEnded) socket.destroy();
    });
  return {
    port,
    get connections() {
      return connections.open;
    },
    get waiting() {
      return connections.waiting;
    },
    counters: connections.counters,
    close() {
      closing ??= closeNow();
      return closing;
    },
  };
}

/** Reads the first packet and pauses the socket. `rest`: the bytes after it. */
function readFirst(socket: Socket, done: (first: Uint8Array, rest: Uint8Array) => void): void {
  let read: Buffer = Buffer.alloc(0);
  const onData = (bytes: Buffer): void => {
    read = Buffer.concat([read, bytes]);
    // Anything else than a UUID is refused before it is complete.
    if (read.length >= packetHeaderBytes && !read.subarray(0, packetHeaderBytes).equals(uuidHeader))
      return void socket.destroy();
    if (read.length < firstBytes) return;
    socket.off('data', onData);
    socket.pause();
    done(read.subarray(0, firstBytes), read.subarray(firstBytes));
  };
  socket.on('data', onData);
}

const uuidHeader = Buffer.from([packetKinds.uuid, 0, 16]);

function rawOf(socket: Socket, drained: () => void): RawSocket {
  const sent = (): void => {
    if (socket.writableLength === 0) drained();
  };
  const send = (bytes: Uint8Array) => {
    if (!socket.writable) return 'dropped';
    socket.write(bytes, sent);
    return socket.writableLength > 0 ? 'queued' : 'sent';
  };
  return {
    get bufferedBytes() {
      return socket.writableLength;
    },
    send: (message) => send(typeof message === 'string' ? Buffer.from(message) : message),
    sendText: (utf8) => send(Buffer.from(utf8)),
    end: () => void socket.end(hangUp),
    terminate: () => void socket.destroy(),
    // The protocol has no heartbeat. Asterisk itself ends a connection without audio after two seconds.
    ping: () => {},
  };
}
