import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { forOrganisation, openDatabase } from '../../src/data/index.ts';
import { type CallOver, createCallStore, createOutboundStore } from '../../src/features/calls/calls/index.ts';
import { createDialWatch, createOutboundCalls } from '../../src/features/calls/dialing/index.ts';
import type { Found, Placed, TelephonyProvider } from '../../src/telephony/index.ts';
import { onEachDatabase, type TestDatabase } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { newFlow, ours } from '../data/sample-rows.ts';
import { providersWith } from './registered.ts';

const secondMs = 1000;

/** One process that dials, a clock that is wound by hand, and a provider that remembers whom it was asked for. */
async function openDialler(place: Awaited<ReturnType<TestDatabase['place']>>) {
  const clock = { wallMs: Date.parse('2026-05-01T10:00:00.000Z') };
  const now = () => new Date(clock.wallMs);
  const fault = { left: Number.POSITIVE_INFINITY };
  const at = (): void => {
    fault.left -= 1;
    if (fault.left === 0) throw new Error('crash');
  };
  const database = await openDatabase({ ...place, migrationsDir, at });
  onTestFinished(() => database.close());
  const told = new Map<string, CallOver>();
  const calls = createCallStore(database, {
    owner: randomUUID(),
    leaseUntil: () => now().toISOString(),
    // A refused transaction runs again, and repeats this call.
    async onOver(_queries, _organisation, over) {
      for (const call of over) told.set(call.uuid, call);
    },
  });
  const store = createOutboundStore(database);
  const rung: string[] = [];
  const asked: string[] = [];
  const script: { placed: Placed; found: Found } = {
    placed: { kind: 'accepted', requestId: 'r' },
    found: { kind: 'absent' },
  };
  const meanwhile = { connecting: async () => {}, finding: async () => {} };
  const provider: TelephonyProvider = {
    async place({ callUuid }, sending = (send) => send()) {
      await meanwhile.connecting();
      await sending(async () => void rung.push(callUuid));
      return script.placed;
    },
    async find({ callUuid }) {
      asked.push(callUuid);
      await meanwhile.finding();
      return script.found.kind === 'absent' && rung.includes(callUuid)
        ? { kind: 'unknown', detail: 'It is there.' }
        : script.found;
    },
    hangUp: async () => ({ kind: 'done' }),
    transfer: async () => ({ kind: 'unsupported' }),
    recordings: async () => ({ kind: 'found', recordings: [] }),
    owns: async () => ({ kind: 'owned' }),
  };
  const revoked: string[] = [];
  const outbound = createOutboundCalls({
    providers: providersWith(),
    store,
    calls,
    log: { note: () => {} },
    now,
    at,
    publicBaseUrl: () => 'https://voice.example.com',
    accountOf: async () => ({ kind: 'ready', provider, phoneNumber: '+12025550100' }),
    streamUrlFor: async () => 'wss://voice.example.com/media',
    revokeStream: (uuid) => revoked.push(uuid),
  });
  const watchOf = (over: typeof store) =>
    createDialWatch({
      store: over,
      calls,
      now,
      nowMs: () => clock.wallMs,
      closePersons: async () => false,
      log: { error() {} },
      accountOf: async () => ({ provider, phoneNumber: '+12025550100' }),
    });
  const { flows } = database.tables;
  await forOrganisation(database, ours).tx((queries) => queries.insertNew(flows, [newFlow('f', { kind: 'outbound' })]));
  return {
    clock,
    fault,
    database,
    flows,
    rung,
    asked,
    script,
    meanwhile,
    outbound,
    revoked,
    store,
    watch: watchOf(store),
    watchOf,
    over: () => [...told.values()],
    ends: async (uuid: string) =>
      (await calls.events(ours, uuid)).filter(({ event }) => event.type === 'closed').length,
    row: async (uuid: string) => (await store.get(ours, uuid))!,
    prepare: (to = '+12025550111') =>
      forOrganisation(database, ours).tx((queries) =>
        outbound.prepareOutbound(queries, ours, {
          flowUuid: 'f',
          contactUuid: 'c',
          from: '+12025550100',
          to,
          provider: 'telephony_a',
          targetUuid: 't',
        }),
      ),
  };
}

onEachDatabase('a prepared call', ({ place }) => {
  test('a call is dialled at most once, whichever step its process dies at and whichever node retries', async () => {
    const { fault, outbound, prepare, rung, row, clock, watch, over, ends: endsOf } = await openDialler(await place());
    let finished = false;
    const ends = new Set<string>();
    for (let step = 1; !finished && step < 100; step++) {
      const uuid = await prepare();
      fault.left = step;
      finished = await outbound.dial(ours, uuid).then(
        () => true,
        () => false,
      );
      fault.left = Number.POSITIVE_INFINITY;
      const rungBefore = rung.filter((one) => one === uuid).length;
      const again = await outbound.dial(ours, uuid);
      const times = rung.filter((one) => one === uuid).length;
      const intended = (await row(uuid)).dialledAt !== null;
      expect(times).toBeLessThanOrEqual(1);
      expect(intended).toBe(true);
      // The call is either placed again from the start, or its result is unknown; never both.
      expect(again.kind).toBe(rungBefore === 0 && times === 1 ? 'placed' : 'already');
      ends.add(`${rungBefore} rung before, ${times} after`);
    }
    expect(finished).toBe(true);
    expect([...ends].sort()).toEqual(['0 rung before, 0 after', '0 rung before, 1 after', '1 rung before, 1 after']);
    // Calls without a result are found and closed once.
    clock.wallMs += 400 * secondMs;
    for (let rounds = 0; rounds < 8; rounds++) await watch.round();
    expect(over().length).toBeGreaterThan(2);
    expect(new Set(over().map(({ reason }) => reason))).toEqual(new Set(['placing_unknown', 'not_placed']));
    for (const { uuid, reason, attempted } of over()) {
      expect([reason, attempted]).toEqual(rung.includes(uuid) ? ['placing_unknown', true] : ['not_placed', false]);
      expect(await endsOf(uuid)).toBe(1);
    }
    expect(over()[0]).toMatchObject({ targetUuid: 't', contactUuid: 'c', status: 'failed' });
  });

  test('a call is dialled once by any number of processes', async () => {
    const where = await place();
    const first = await openDialler(where);
    // SQLite has one process; on PostgreSQL there are two.
    const second = where.databaseUrl === undefined ? first : await openDialler(where);
    const uuid = await first.prepare();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? first : second).outbound.dial(ours, uuid)),
    );
    expect(results.filter(({ kind }) => kind === 'placed')).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === 'already')).toHaveLength(11);
    expect([...new Set([first.rung, second.rung])].flat()).toEqual([uuid]);
  });

  test('a call prepared long ago is not dialled', async () => {
    const { outbound, prepare, clock, rung, over, watch } = await openDialler(await place());
    const uuid = await prepare();
    const forgotten = await prepare();
    clock.wallMs += 301 * secondMs;
    expect(await outbound.dial(ours, uuid)).toEqual({ kind: 'already' });
    expect(await watch.round()).toBe(1);
    expect(over()).toMatchObject(
      [uuid, forgotten].map((one) => ({ uuid: one, reason: 'not_dialled', attempted: false })),
    );
    expect(rung).toEqual([]);
  });

  test('an observer from before the dialling does not close a call as undialled', async () => {
    const { outbound, prepare, clock, meanwhile, over, row, rung, store, watchOf } = await openDialler(await place());
    const uuid = await prepare();
    let seen: Awaited<ReturnType<typeof store.waiting>> = [];
    meanwhile.connecting = async () => {
      clock.wallMs += 301 * secondMs;
      seen = await store.waiting();
    };
    expect(await outbound.dial(ours, uuid)).toEqual({ kind: 'placed' });
    expect(seen).toMatchObject([{ uuid, status: 'queued' }]);
    expect(await watchOf({ ...store, waiting: async () => seen }).round()).toBe(0);
    expect([(await row(uuid)).status, rung, over()]).toEqual(['dialing', [uuid], []]);
  });

  test.each(['stopped', 'removed'])('is not dialled once its campaign is %s', async (how) => {
    const { outbound, prepare, rung, over, database, flows, row } = await openDialler(await place());
    const uuid = await prepare();
    const mine = eq(flows.uuid, 'f');
    await forOrganisation(database, ours).tx((queries) =>
      how === 'removed' ? queries.delete(flows, mine) : queries.update(flows, { status: 'paused' }, mine),
    );
    expect(await outbound.dial(ours, uuid)).toEqual({ kind: 'already' });
    expect(rung).toEqual([]);
    expect(over()).toMatchObject([{ uuid, targetUuid: 't', reason: 'not_dialled', attempted: false }]);
    expect(await row(uuid)).toMatchObject({ status: 'cancelled', dialledAt: null });
    expect(await outbound.dial(ours, uuid)).toEqual({ kind: 'already' });
    expect(rung).toEqual([]);
  });

  test('a rejected call is over, and not an attempt', async () => {
    const { outbound, prepare, script, over, revoked } = await openDialler(await place());
    script.placed = { kind: 'rejected', reason: 'provider_rejected', detail: 'No.' };
    const [rejected, invalid] = [await prepare(), await prepare('+1202')];
    expect(await outbound.dial(ours, rejected)).toMatchObject({ kind: 'refused', reason: 'provider_rejected' });
    expect(await outbound.dial(ours, invalid)).toMatchObject({
      kind: 'refused',
      reason: 'invalid_number',
    });
    expect(over()).toMatchObject(
      ['provider_rejected', 'invalid_number'].map((reason) => ({ reason, attempted: false })),
    );
    expect(revoked).toEqual([rejected, invalid]);
  });
});

onEachDatabase('a call that was asked for and never heard of', ({ place }) => {
  test('an uncertain call is looked up, not dialled again, and closed as the provider reports', async () => {
    const { outbound, prepare, script, clock, watch, asked, row, rung, over } = await openDialler(await place());
    script.placed = { kind: 'unknown', detail: 'No answer.' };
    const uuid = await prepare();
    expect(await outbound.dial(ours, uuid)).toEqual({ kind: 'unknown' });
    expect((await row(uuid)).status).toBe('dialing');
    clock.wallMs += 80 * secondMs;
    await watch.round();
    expect(asked).toEqual([]);
    clock.wallMs += 20 * secondMs;
    script.found = { kind: 'live', providerCallId: 'p-1' };
    await watch.round();
    await watch.round();
    expect(asked).toEqual([uuid]);
    expect(await row(uuid)).toMatchObject({ status: 'dialing', providerCallId: 'p-1' });
    clock.wallMs += 600 * secondMs;
    script.found = { kind: 'unknown', detail: 'Away.' };
    const other = await prepare();
    await outbound.dial(ours, other);
    script.found = { kind: 'over', providerCallId: 'p-1', ended: { status: 'busy', reason: 'busy' } };
    expect(await watch.round()).toBe(1);
    expect(over()).toMatchObject([{ uuid, status: 'busy', outcome: 'no-answer', attempted: true }]);
    expect(rung).toEqual([uuid, other]);
  });

  test('a call that starts to ring during the lookup is not closed as never placed', async () => {
    const { outbound, prepare, script, clock, meanwhile, rung, row, store, watch, over } = await openDialler(
      await place(),
    );
    script.placed = { kind: 'unknown', detail: 'No answer.' };
    const uuid = await prepare();
    await outbound.dial(ours, uuid);
    rung.length = 0;
    clock.wallMs += 301 * secondMs;
    meanwhile.finding = async () => void (await store.ringing(ours, uuid));
    expect(await watch.round()).toBe(0);
    expect([(await row(uuid)).status, over()]).toEqual(['ringing', []]);
  });

  test('a call is closed as unknown when its state cannot be determined', async () => {
    const { outbound, prepare, script, clock, watch, over } = await openDialler(await place());
    script.placed = { kind: 'unknown', detail: 'No answer.' };
    script.found = { kind: 'unknown', detail: 'Away.' };
    const uuid = await prepare();
    await outbound.dial(ours, uuid);
    for (let rounds = 0; rounds < 4; rounds++) {
      clock.wallMs += 60 * secondMs;
      await watch.round();
    }
    expect(over()).toEqual([]);
    clock.wallMs += 90 * secondMs;
    expect(await watch.round()).toBe(1);
    expect(over()).toMatchObject([{ uuid, status: 'failed', reason: 'placing_unknown', attempted: true }]);
  });
});
