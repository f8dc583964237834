import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { type Broker, openBus } from '../../src/cluster/index.ts';
import { createMessageSeal } from '../../src/cluster/message-seal.ts';
import type { Database } from '../../src/data/index.ts';
import { onEachDatabase, openAt, type TestDatabase } from '../data/databases.ts';
import { onNats, openTestBroker } from './nats.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

onEachDatabase('the bus between nodes', (database) => contract(database, () => undefined));
onNats('the bus between nodes over NATS', (database) => {
  const secret = randomUUID();
  contract(database, (node) => openTestBroker({ node, secret }), secret);
});

function contract(
  { place }: TestDatabase,
  brokerOf: (node: string) => Broker | undefined,
  secret: string = randomUUID(),
): void {
  /** Nodes on one database; on SQLite, which one process has alone, they share its channels. */
  async function openNodes() {
    const where = await place();
    const first = await openAt(where);
    const other = where.databaseUrl === undefined ? first : await openAt(where);
    const open = (database: Database) => {
      const node = randomUUID();
      const clock = { aheadMs: 0 };
      const troubles: unknown[] = [];
      const refused: string[] = [];
      const broker = brokerOf(node);
      const ways = { channels: database, ...(broker === undefined ? {} : { broker }) };
      const bus = openBus({
        ...ways,
        node,
        secret,
        wallMs: () => Date.now() + clock.aheadMs,
        onRefused: (why) => refused.push(why),
        onTrouble: (error) => troubles.push(error),
      });
      onTestFinished(() => bus.close());
      return { node, bus, broker, clock, refused, troubles };
    };
    const [a, b] = [open(first), open(other)];
    // PostgreSQL is listened to a moment later.
    for (const { node, bus } of [a, b]) {
      bus.serve('ready', async () => 'yes');
      await expect.poll(() => a.bus.request(node, 'ready', {})).toEqual({ kind: 'answer', body: 'yes' });
    }
    // Over NATS they are reached before PostgreSQL is listened to. Channels are begun in the order in which they came.
    for (const database of [first, other]) {
      let isHeard = false;
      const end = database.listen('ready', () => {
        isHeard = true;
      });
      await expect.poll(() => first.notify('ready', '').then(() => isHeard)).toBe(true);
      await end();
    }
    return { a, b, database: first };
  }

  test('publishes to every node, including this one, until the subscription ends', async () => {
    const { a, b } = await openNodes();
    const heard: string[] = [];
    const end = a.bus.subscribe('news', (body) => heard.push(`a ${body}`));
    b.bus.subscribe('news', (body) => heard.push(`b ${body}`));
    b.bus.subscribe('other', () => heard.push('never'));
    expect(await a.bus.publish('news', 1)).toBe(true);
    await expect.poll(() => [...heard].sort()).toEqual(['a 1', 'b 1']);
    end();
    await b.bus.publish('news', 2);
    await expect.poll(() => [...heard].sort()).toEqual(['a 1', 'b 1', 'b 2']);
  });

  test('carries a request to one node and returns its response', async () => {
    const { a, b } = await openNodes();
    b.bus.serve('double', async (body) => Number(body) * 2);
    a.bus.serve('double', async () => 'the wrong node');
    expect(await a.bus.request(b.node, 'double', 21)).toEqual({ kind: 'answer', body: 42 });
  });

  test('returns why a handler failed', async () => {
    const { a, b } = await openNodes();
    b.bus.serve('fail', async () => {
      throw new Error('the call is over');
    });
    expect(await a.bus.request(b.node, 'fail', {})).toEqual({ kind: 'failed', why: 'the call is over' });
  });

  test('returns no_answer within the time limit for a missing node and for a subject without a handler', async () => {
    const { a, b } = await openNodes();
    expect(await a.bus.request(randomUUID(), 'ready', {}, { timeoutMs: 100 })).toEqual({ kind: 'no_answer' });
    expect(await a.bus.request(b.node, 'unknown', {}, { timeoutMs: 100 })).toEqual({ kind: 'no_answer' });
  });

  test('runs a request once, however often its id arrives', async () => {
    const { a, b } = await openNodes();
    let runs = 0;
    b.bus.serve('slow', async () => {
      runs += 1;
      await pause(1200);
      return runs;
    });
    // Sent again after half of the time, since nothing came yet.
    const options = { timeoutMs: 2000, id: randomUUID() };
    const first = await a.bus.request(b.node, 'slow', {}, options);
    const again = await a.bus.request(b.node, 'slow', {}, options);
    expect([first, again]).toEqual([
      { kind: 'answer', body: 1 },
      { kind: 'answer', body: 1 },
    ]);
    expect(runs).toBe(1);
  });

  test('rejects a message that is too long for the channel, and reports the same for a response', async () => {
    const { a, b } = await openNodes();
    const long = 'x'.repeat(8000);
    b.bus.serve('long', async () => long);
    expect(await a.bus.request(b.node, 'ready', long)).toMatchObject({ kind: 'too_large' });
    expect(await a.bus.publish('news', long)).toBe(false);
    expect(await a.bus.request(b.node, 'long', {})).toEqual({ kind: 'failed', why: 'the answer is too large' });
  });

  const forged = (to: string, subject: string) => ({
    to,
    from: 'a stranger',
    kind: 'ask',
    id: randomUUID(),
    subject,
    body: 1,
  });

  test('drops and counts messages that no node of the installation signed', async () => {
    const { a, b, database } = await openNodes();
    let runs = 0;
    b.bus.serve('count', async () => ++runs);
    const stranger = createMessageSeal({ secret: 'another secret', node: 'a stranger', wallMs: Date.now });
    const genuine = createMessageSeal({ secret, node: 'a node', wallMs: Date.now }).seal(forged(b.node, 'count'));
    const texts = [
      'no json',
      JSON.stringify(forged(b.node, 'count')),
      JSON.stringify(forged('*', 'count')),
      stranger.seal(forged(b.node, 'count')),
      genuine.replace('"body":1', '"body":2'),
      `${genuine.slice(0, 43)}{}`,
    ];
    for (const text of texts) await database.notify('parley_bus', text);
    await expect.poll(() => b.refused).toHaveLength(texts.length);
    expect(b.refused).toEqual([...Array(3).fill('unsigned'), ...Array(3).fill('wrong_signature')]);
    expect([runs, b.troubles]).toEqual([0, []]);
    expect(await a.bus.request(b.node, 'count', {})).toEqual({ kind: 'answer', body: 1 });
  });

  test('receives a message once, however often it is sent', async () => {
    const { b, database } = await openNodes();
    let runs = 0;
    b.bus.serve('count', async () => ++runs);
    const { seal } = createMessageSeal({ secret, node: 'a node', wallMs: Date.now });
    const [first, second] = [seal(forged(b.node, 'count')), seal(forged(b.node, 'count'))];
    for (const text of [second, first, first, second]) await database.notify('parley_bus', text);
    await expect.poll(() => b.refused).toEqual(['repeated', 'repeated']);
    await expect.poll(() => runs).toBe(2);
  });

  test('a request to all nodes is not answered', async () => {
    const { a, b } = await openNodes();
    let runs = 0;
    b.bus.serve('count', async () => ++runs);
    expect(await a.bus.request('*', 'count', {}, { timeoutMs: 200 })).toEqual({ kind: 'no_answer' });
    expect(runs).toBe(0);
  });

  test('clocks may differ by nine minutes, and a message of eleven minutes ago is dropped', async () => {
    const { a, b } = await openNodes();
    a.clock.aheadMs = 9 * 60_000;
    expect(await a.bus.request(b.node, 'ready', {})).toEqual({ kind: 'answer', body: 'yes' });
    a.clock.aheadMs = -11 * 60_000;
    expect(await a.bus.request(b.node, 'ready', {}, { timeoutMs: 200 })).toEqual({ kind: 'no_answer' });
    expect(b.refused).toContain('out_of_time');
  });

  test('rejects pending requests when it closes', async () => {
    const { a } = await openNodes();
    const waiting = a.bus.request(randomUUID(), 'ready', {}, { timeoutMs: 60_000 });
    await a.bus.close();
    expect(await waiting).toEqual({ kind: 'no_answer' });
  });
}
