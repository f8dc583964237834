import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { type Broker, openBus } from '../../src/cluster/index.ts';
import { probeNats } from '../../src/cluster/nats.ts';
import { openAt } from '../data/databases.ts';
import { natsUrl, onNats, openTestBroker, ownNats } from './nats.ts';

onNats('nodes with NATS and PostgreSQL', ({ place }) => {
  async function openNodes(url: string, brokerOf = (_index: number, broker: Broker): Broker | undefined => broker) {
    const where = await place();
    const secret = randomUUID();
    const nodes = [];
    for (const index of [0, 1]) {
      const node = randomUUID();
      const broker = openTestBroker({ node, secret, url });
      const channels = await openAt(where);
      const used = brokerOf(index, broker);
      const bus = openBus({
        channels,
        ...(used && { broker: used }),
        node,
        secret,
        wallMs: Date.now,
        onRefused: () => {},
        onTrouble: () => {},
      });
      onTestFinished(async () => {
        await bus.close();
        await broker.close();
      });
      let runs = 0;
      bus.serve('count', async () => ++runs);
      bus.serve('ready', async () => 'yes');
      nodes.push({ node, bus, broker });
    }
    const [a, b] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
    await expect.poll(() => a.bus.request(b.node, 'ready', {})).toEqual({ kind: 'answer', body: 'yes' });
    return { a, b };
  }

  test('a request reaches the other node over the database while NATS is away, and over NATS once it is back', async () => {
    const nats = await ownNats();
    const { a, b } = await openNodes(nats.url);
    await expect.poll(() => a.broker.isUp && b.broker.isUp).toBe(true);
    await nats.stop();
    await expect.poll(() => a.broker.isUp || b.broker.isUp).toBe(false);
    expect(await a.bus.request(b.node, 'count', {})).toEqual({ kind: 'answer', body: 1 });
    nats.start();
    await expect.poll(() => a.broker.isUp && b.broker.isUp).toBe(true);
    expect(await a.bus.request(b.node, 'count', {})).toEqual({ kind: 'answer', body: 2 });
  });

  test('a request reaches a node that is away from NATS alone, once', async () => {
    const { a, b } = await openNodes(natsUrl, (index, broker) => (index === 0 ? broker : undefined));
    await expect.poll(() => a.broker.isUp).toBe(true);
    expect(await a.bus.request(b.node, 'count', {})).toEqual({ kind: 'answer', body: 1 });
  });

  test('installations with other secrets do not hear each other', async () => {
    const heard: string[] = [];
    const brokers = ['one', 'two'].map((secret) => openTestBroker({ node: 'same', secret }));
    onTestFinished(async () => void (await Promise.all(brokers.map((broker) => broker.close()))));
    const [one, two] = brokers as [(typeof brokers)[0], (typeof brokers)[0]];
    one.listen('same', (message) => heard.push(`one ${message}`));
    two.listen('same', (message) => heard.push(`two ${message}`));
    await Promise.all(brokers.map((broker) => broker.untilUp()));
    two.send('*', 'hello');
    await expect.poll(() => heard).toEqual(['two hello']);
  });

  test('the doctor measures the way to the server, and fails where there is none', async () => {
    expect((await probeNats([natsUrl])).rttMs).toBeLessThan(1000);
    await expect(probeNats(['nats://127.0.0.1:9'])).rejects.toThrow();
  });
});
