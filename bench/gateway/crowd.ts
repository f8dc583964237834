import { setTimeout as sleep } from 'node:timers/promises';
import { round } from '../table.ts';
import { openProvider } from './provider.ts';
import { startServer } from './server-process.ts';

export interface CrowdOptions {
  readonly idle: number;
  readonly live: number;
  readonly env: NodeJS.ProcessEnv;
}

const settleMs = 2_000;

/** Measures the cost of idle sockets for a gateway that carries live streams. */
export async function measureCrowd({ idle, live, env }: CrowdOptions) {
  const server = await startServer('uws', { env });
  const empty = await server.settle();
  const talking = await openProvider({ port: server.port, streams: live });
  await sleep(settleMs);
  const before = await server.settle();
  const crowd = await openProvider({ port: server.port, streams: idle, idle: true });
  await sleep(settleMs);
  const after = await server.settle();
  const figures = {
    idle,
    live,
    rssMb: round(before.rssBytes / 1e6, 1),
    growthMb: round((after.rssBytes - before.rssBytes) / 1e6, 1),
    heapKbPerStream: round((before.heapBytes - empty.heapBytes) / live / 1000, 1),
    heapKbPerIdleSocket: round((after.heapBytes - before.heapBytes) / idle / 1000, 1),
    connected: after.streams - live,
    lost: talking.lost + crowd.lost,
  };
  talking.close();
  crowd.close();
  await server.close();
  return figures;
}
