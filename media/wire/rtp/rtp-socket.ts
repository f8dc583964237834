import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { RtpSource } from './source-lock.ts';

/** Sockets of one stream: RTP on an even port, RTCP on the next. */
export interface RtpSocket {
  readonly port: number;
  onPacket: (bytes: Buffer, from: RtpSource) => void;
  onControl: (bytes: Buffer, from: RtpSource) => void;
  send(bytes: Buffer, to: RtpSource): void;
  sendControl(bytes: Buffer, to: RtpSource): void;
  close(): void;
}

/** Ports for RTP, inclusive. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** Opens pairs of ports of a range. */
export interface RtpPorts {
  /** Resolves to undefined if every port of the range is taken. */
  open(): Promise<RtpSocket | undefined>;
}

export function createRtpPorts(host: string, { first, last }: PortRange): RtpPorts {
  const lowest = first + (first % 2);
  const pairs = Math.max(0, Math.floor((last - lowest + 1) / 2));
  /** Ports are used in turn, so that late packets of an ended call do not reach a new one. */
  let next = Math.floor(Math.random() * Math.max(1, pairs));
  return {
    async open() {
      for (let attempt = 0; attempt < pairs; attempt++) {
        const port = lowest + 2 * (next % pairs);
        next += 1;
        const socket = await openPair(host, port).catch(() => undefined);
        if (socket !== undefined) return socket;
      }
      return undefined;
    },
  };
}

async function openPair(host: string, port: number): Promise<RtpSocket> {
  const media = await bind(host, port);
  const control = await bind(host, port + 1).catch((error: unknown) => {
    media.close();
    throw error;
  });
  const pair: RtpSocket = {
    port,
    onPacket() {},
    onControl() {},
    send: (bytes, { address, port: to }) => media.send(bytes, to, address, ignore),
    sendControl: (bytes, { address, port: to }) => control.send(bytes, to, address, ignore),
    close() {
      media.close();
      control.close();
    },
  };
  media.on('message', (bytes: Buffer, from: RemoteInfo) => pair.onPacket(bytes, from));
  control.on('message', (bytes: Buffer, from: RemoteInfo) => pair.onControl(bytes, from));
  return pair;
}

/** A datagram that cannot be sent is lost like any other. */
const ignore = (): void => {};

function bind(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind(port, host, () => {
      socket.removeAllListeners('error');
      socket.on('error', ignore);
      resolve(socket);
    });
  });
}
