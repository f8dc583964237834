import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createNodeStore, createTicketStore, type NodeReport, placeAmongNodes } from '../../src/cluster/index.ts';
import { onPostgres, openAt } from '../data/databases.ts';

const report = (changes: Partial<NodeReport> = {}): NodeReport => ({
  role: 'media',
  state: 'serving',
  version: '0',
  mediaBaseUrl: null,
  capacity: 10,
  used: 0,
  ...changes,
});

onPostgres('the nodes of a database', ({ place }) => {
  async function open() {
    const database = await openAt(await place());
    return { database, nodes: createNodeStore(database) };
  }

  test('share exactly their slots, however many are requested at once', async () => {
    const { nodes } = await open();
    await nodes.beat('a', report({ capacity: 7, mediaBaseUrl: 'wss://a' }));
    await nodes.beat('b', report({ capacity: 8, used: 2 }));
    await nodes.beat('c', report({ capacity: 9, state: 'draining' }));
    await nodes.beat('d', report({ role: 'control', capacity: 0 }));
    const places = await Promise.all(Array.from({ length: 40 }, () => nodes.reserve([])));
    const of = (id: string) => places.filter((one) => one?.node === id).length;
    expect([of('a'), of('b'), of('c'), of('d')]).toEqual([7, 6, 0, 0]);
    expect(places.find((one) => one?.node === 'a')?.mediaBaseUrl).toBe('wss://a');
    expect(await nodes.reserve([])).toBeUndefined();
  });

  test('keep slots reserved for pending streams at the next heartbeat', async () => {
    const { database, nodes } = await open();
    await nodes.beat('a', report({ capacity: 3 }));
    const tickets = createTicketStore(database, 'control');
    for (let call = 0; call < 3; call++) await nodes.reserve([]);
    const ticket = { kind: 'call', dialect: 'browser', nodeId: 'a', reservedForMs: 20_000, ttlMs: 60_000 };
    await tickets.add({ ...ticket, token: 't', sessionUuid: 'awaited' });
    expect(await nodes.beat('a', report({ capacity: 3 }))).toEqual({ nodes: 1, capacity: 3, free: 2 });
    expect(await tickets.reservedAt('a')).toBe(1);
    await createTicketStore(database, 'a').claim('t', 'browser');
    expect(await nodes.beat('a', report({ capacity: 3, used: 1 }))).toEqual({ nodes: 1, capacity: 3, free: 2 });
  });

  test('are forgotten when they leave', async () => {
    const { nodes } = await open();
    await nodes.beat('a', report());
    await nodes.leave('a');
    expect(await nodes.list()).toEqual([]);
    expect(await nodes.reserve([])).toBeUndefined();
  });

  test('a ticket is claimed by one node, in its dialect, while it is valid', async () => {
    const { database } = await open();
    const control = createTicketStore(database, 'control');
    const ticket = { kind: 'call', dialect: 'browser', nodeId: null, reservedForMs: 0, ttlMs: 60_000 };
    const [sessionUuid, other] = [randomUUID(), randomUUID()];
    await control.add({ ...ticket, token: 'first', sessionUuid });
    await control.add({ ...ticket, token: 'second', sessionUuid });
    await control.add({ ...ticket, token: 'late', sessionUuid: other, ttlMs: -1 });
    const [a, b] = [createTicketStore(database, 'a'), createTicketStore(database, 'b')];
    expect(await a.claim('first', 'browser'), 'another took its place').toBeUndefined();
    expect(await a.claim('second', 'telephony_a')).toBeUndefined();
    expect(await control.awaited([sessionUuid, other])).toEqual(new Set([sessionUuid]));
    expect(await control.claimedBy(sessionUuid), 'nobody has it yet').toBeUndefined();
    const claims = await Promise.all([a, b, a, b].map((node) => node.claim('second', 'browser')));
    expect(claims.filter((one) => one !== undefined)).toEqual([{ kind: 'call', sessionUuid, issuedBy: 'control' }]);
    const winner = claims.findIndex((one) => one !== undefined) % 2 === 0 ? 'a' : 'b';
    expect(await control.claimedBy(sessionUuid)).toBe(winner);
    expect(await a.claim('late', 'browser')).toBeUndefined();
    expect(await control.revoke([sessionUuid, other]), 'claimed ones stay').toEqual([other]);
  });

  test('a node without its own address accepts calls itself while it has slots', async () => {
    const { nodes } = await open();
    await nodes.beat('self', report({ capacity: 5 }));
    await nodes.beat('other', report({ capacity: 5, mediaBaseUrl: 'wss://other' }));
    let room = 1;
    const media = { reserve: () => room-- > 0, slots: () => 5, isRefusing: async () => false };
    const load = () => ({ nodes: 2, capacity: 10, free: 10 });
    const placement = placeAmongNodes({
      nodes,
      media,
      node: 'self',
      isNearest: true,
      load,
      lastKnown: () => [],
      ask: async () => undefined,
    });
    expect(await placement.reserve('one')).toEqual({ node: 'self', mediaBaseUrl: null });
    expect(await placement.reserve('two')).toEqual({ node: 'other', mediaBaseUrl: 'wss://other' });
    expect(await placement.reserve('one')).toEqual({ node: 'self', mediaBaseUrl: null });
  });
});
