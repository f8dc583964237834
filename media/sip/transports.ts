import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { createMessageFramer } from './frame-messages.ts';
import { peerKey, type SendTo, type SipPeer, type SipTransportName } from './transport.ts';

export interface TransportsOptions {
  readonly host: string;
  /** UDP and TCP port; TLS listens on the next one. 0 selects free ports. */
  readonly port: number;
  readonly names: readonly SipTransportName[];
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  onMessage(bytes: Buffer, source: SipPeer): void;
  log(message: string, detail: Readonly<Record<string, unknown>>): void;
}

/** Sockets of the signalling. */
export interface Transports {
  readonly send: SendTo;
  portOf(name: SipTransportName): number;
  close(): Promise<void>;
}

const maxConnections = 500;
const maxPerAddress = 20;
/** Phones keep a connection alive with a ping at least every two minutes. */
const idleMs = 600_000;
/** Bytes that may wait for a peer that reads slowly. */
const maxUnsentBytes = 256 * 1024;

/** Listens for SIP messages. Rejects with the system's error if a port is taken. */
export async function openTransports(options: TransportsOptions): Promise<Transports> {
  const { host, names } = options;
  const ports = new Map<SipTransportName, number>();
  const closers: (() => Promise<void>)[] = [];
  const connections = createConnections(options);
  let udp: UdpSocket | undefined;
  let closing: Promise<unknown> | undefined;

  async function open(name: SipTransportName): Promise<void> {
    if (name === 'udp') {
      udp = await openUdp(options);
      ports.set('udp', udp.address().port);
      const socket = udp;
      closers.push(() => new Promise((resolve) => socket.close(() => resolve())));
      return;
    }
    // A port that is free for UDP may be taken for TCP.
    const wanted = options.port === 0 ? 0 : name === 'tls' ? options.port + 1 : options.port;
    const accept = (socket: Socket): void => connections.add(name, socket);
    const server = name === 'tls' ? createTlsServer({ ...options.tls }, accept) : createServer(accept);
    server.maxConnections = maxConnections;
    await listen(server, wanted, host);
    ports.set(name, (server.address() as AddressInfo).port);
    closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  }

  const close = async (): Promise<void> => {
    connections.close();
    closing ??= Promise.all(closers.map((end) => end()));
    await closing;
  };
  try {
    for (const name of ['udp', 'tcp', 'tls'] as const) if (names.includes(name)) await open(name);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    send(bytes, peer) {
      if (closing !== undefined) return;
      if (peer.transport !== 'udp') return connections.send(bytes, peer);
      udp?.send(bytes, peer.port, peer.address, (error) => {
        if (error !== null) options.log('failed to send a SIP message', { error: String(error) });
      });
    },
    portOf: (name) => ports.get(name) ?? ports.get('udp') ?? ports.get('tcp') ?? 0,
    close,
  };
}

function openUdp({ host, port, onMessage, log }: TransportsOptions): Promise<UdpSocket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 1024 * 1024 });
    socket.once('error', reject);
    socket.on('message', (bytes, { address, port: from }) =>
      onMessage(bytes, { transport: 'udp', address, port: from }),
    );
    socket.bind(port, host, () => {
      socket.off('error', reject);
      socket.on('error', (error) => log('error on the SIP socket', { error: String(error) }));
      resolve(socket);
    });
  });
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Connections with peers, opened by either side. */
function createConnections({ onMessage, log }: TransportsOptions) {
  const sockets = new Map<string, Socket>();
  const byAddress = new Map<string, number>();

  function add(transport: SipTransportName, socket: Socket, known?: SipPeer): void {
    const { remoteAddress: address = '', remotePort: port = 0 } = socket;
    const source = known ?? { transport, address: address.replace(/^::ffff:/, ''), port };
    const count = byAddress.get(source.address) ?? 0;
    if (count >= maxPerAddress) return void socket.destroy();
    byAddress.set(source.address, count + 1);
    sockets.set(peerKey(source), socket);
    const framer = createMessageFramer();
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on('data', (bytes) => {
      for (const message of framer.push(bytes)) onMessage(message, source);
      if (framer.isBroken) return socket.destroySoon();
      if (framer.takePings() > 0) socket.write('\r\n');
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      if (sockets.get(peerKey(source)) === socket) sockets.delete(peerKey(source));
      const left = (byAddress.get(source.address) ?? 1) - 1;
      if (left <= 0) byAddress.delete(source.address);
      else byAddress.set(source.address, left);
    });
  }

  function openTo(peer: SipPeer): Socket {
    const { address: host, port } = peer;
    // A trunk's certificate is checked against its name by the platform; by address there is none to check.
    const socket =
      peer.transport === 'tls' ? connectTls({ host, port, servername: peer.name ?? '' }) : connect({ host, port });
    add(peer.transport, socket, peer);
    socket.once('error', (error) => log('failed to connect to a SIP peer', { error: String(error) }));
    return socket;
  }

  return {
    add: (transport: SipTransportName, socket: Socket): void => add(transport, socket),
    send(bytes: Buffer, peer: SipPeer): void {
      const socket = sockets.get(peerKey(peer)) ?? openTo(peer);
      if (socket.writableLength > maxUnsentBytes) return void socket.destroy();
      socket.write(bytes);
    },
    close(): void {
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}
