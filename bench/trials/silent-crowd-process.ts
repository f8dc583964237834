/** Opens silent connections and keeps them, in a separate process: the server under attack has fewer descriptors. */
import { connect, type Socket } from 'node:net';

export interface CrowdOrder {
  readonly ports: readonly number[];
  readonly count: number;
}

const held: Socket[] = [];

/** Resolves once the connection is established, refused or closed. */
const keepSilent = (port: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    held.push(socket);
    socket.once('connect', () => resolve());
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });

process.on('message', async ({ ports, count }: CrowdOrder) => {
  await Promise.all(Array.from({ length: count }, (_, index) => keepSilent(ports[index % ports.length] as number)));
  process.send?.('opened');
});
process.on('disconnect', () => process.exit());
