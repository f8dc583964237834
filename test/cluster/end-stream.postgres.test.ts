import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openClusterModule } from '../../src/app/platform/cluster-module.ts';
import type { MediaLink } from '../../src/app/platform/media-link.ts';
import { createDatabaseClock, createTicketStore, openBus } from '../../src/cluster/index.ts';
import { createLog } from '../../src/log.ts';
import { onPostgres, openAt } from '../data/databases.ts';

onPostgres('the end of a stream of another node', ({ place }) => {
  async function openNodes() {
    const where = await place();
    const open = async (name: string) => {
      const database = await openAt(where);
      const id = `${name}-${randomUUID()}`;
      const streams = new Set<string>();
      const asked: string[] = [];
      const bus = openBus({
        channels: database,
        node: id,
        secret: 'one installation',
        wallMs: Date.now,
        onRefused: () => {},
        onTrouble: () => {},
      });
      onTestFinished(() => bus.close());
      const media: Pick<MediaLink, 'endCall'> = {
        endCall(uuid, reason) {
          asked.push(`${uuid} ${reason}`);
          return streams.delete(uuid);
        },
      };
      const cluster = openClusterModule({
        config: { cluster: { role: 'all', natsUrls: [] }, http: {}, version: 'test' } as never,
        storage: { database, owner: { id }, bus } as never,
        media: media as MediaLink,
        clock: createDatabaseClock(),
        nowMs: () => performance.now(),
        log: createLog({ level: 'silent' }),
      });
      return { id, cluster, streams, asked, tickets: createTicketStore(database, id), bus };
    };
    const nodes = [await open('a'), await open('b'), await open('c')] as const;
    for (const { id, bus } of nodes) {
      bus.serve('ready', async () => 'yes');
      await expect.poll(() => nodes[0].bus.request(id, 'ready', {})).toEqual({ kind: 'answer', body: 'yes' });
    }
    return nodes;
  }
  const ticket = { kind: 'briefing', dialect: 'browser', nodeId: null, reservedForMs: 0, ttlMs: 60_000 };

  test('is asked of the node that has it, and of no other', async () => {
    const [a, b, c] = await openNodes();
    const sessionUuid = randomUUID();
    await a.tickets.add({ ...ticket, token: randomUUID(), sessionUuid: randomUUID() });
    const token = randomUUID();
    await a.tickets.add({ ...ticket, token, sessionUuid });
    await b.tickets.claim(token, 'browser');
    b.streams.add(sessionUuid);
    a.cluster.endStream(sessionUuid, 'transferred');
    await expect.poll(() => b.asked).toEqual([`${sessionUuid} transferred`]);
    expect(b.streams).toEqual(new Set());
    expect(c.asked).toEqual([]);
  });

  test('is news for all nodes when nobody knows which one has it', async () => {
    const [a, b, c] = await openNodes();
    const sessionUuid = randomUUID();
    c.streams.add(sessionUuid);
    a.cluster.endStream(sessionUuid, 'operator');
    await expect.poll(() => c.streams).toEqual(new Set());
    await expect.poll(() => b.asked).toEqual([`${sessionUuid} operator`]);
  });
});
