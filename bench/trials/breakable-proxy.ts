import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP relay that can be cut, like a stopping server, or silenced, like a network that drops packets. */
export interface BreakableProxy {
  readonly port: number;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Forwards nothing: connections stay open without an answer, and new ones get none either. */
  silence(): void;
  /** Delivers what was sent meanwhile, as TCP does after lost packets. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Listens on loopback by default. */
export async function openBreakableProxy(
  target: { readonly host: string; readonly port: number },
  address = '127.0.0.1',
): Promise<BreakableProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let server: Server | undefined;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  async function listen(port: number): Promise<Server> {
    const opened = createServer((near) => {
      const far = connect(target);
      for (const socket of [near, far]) keep(socket);
      near.pipe(far).pipe(near);
      if (isSilent) for (const socket of [near, far]) socket.pause();
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject);
      opened.listen(port, address, resolve);
    });
    return opened;
  }
  async function cut(): Promise<void> {
    const open = server;
    server = undefined;
    const closed = new Promise<void>((resolve) => (open === undefined ? resolve() : open.close(() => resolve())));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  server = await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
      server ??= await listen(port);
    },
    close: cut,
  };
}
