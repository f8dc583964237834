import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/data/index.ts';
import type { CallFilter } from '../../src/features/calls/call-stats/call-filter.ts';
import type { OnSpoken } from '../../src/features/calls/calls/call-over.ts';
import type { LoggedEvent, StoredEvent } from '../../src/features/calls/calls/call-rows.ts';
import { createCallViewStore } from '../../src/features/calls/calls/call-view-store.ts';
import { createCallStore } from '../../src/features/calls/calls/store.ts';
import { createFlowStore } from '../../src/features/campaigns/campaigns/definition-store.ts';
import { onEachDatabase, openAt } from './databases.ts';
import { newCall, newFlow, ours, theirs } from './sample-rows.ts';

const page = { limit: 10, offset: 0 };

const told = (callUuid: string, event: StoredEvent): LoggedEvent => ({
  callUuid,
  event,
  recordedAt: '2026-01-01T00:00:05.000Z',
});
const started = (callUuid: string) =>
  told(callUuid, {
    type: 'started',
    atMs: 0,
    format: { encoding: 'mulaw', rateHz: 8000 },
    providerCallId: 'p',
    streamId: 's',
    wallMs: Date.parse('2026-01-01T00:00:01.000Z'),
  });
const ended = (callUuid: string) =>
  told(callUuid, {
    type: 'ended',
    atMs: 3000,
    reason: 'caller_hung_up',
    wallMs: Date.parse('2026-01-01T00:00:04.000Z'),
  });
const digit = (callUuid: string, name: string) =>
  told(callUuid, { type: 'dtmf', atMs: 7.25, digit: name, from: 'caller' });

/** What every store promises, on whatever it stands. A store of another room adds its suite here. */
onEachDatabase('a store', ({ place }) => {
  let database: Database;
  beforeEach(async () => {
    database = await openAt(await place());
  });

  describe('of flows', () => {
    test('keeps a flow and its documents in order, and the first of one uuid', async () => {
      const store = createFlowStore(database);
      const config = { greeting: 'नमस्ते', goals: [{ ask: 'name' }] };
      const documents = [
        { id: 'b', title: 'B', text: 'second letter' },
        { id: 'a', title: 'A', text: '' },
      ];
      expect(await store.addNew(ours, newFlow('one', { config }), documents)).toBe(true);
      expect(await store.addNew(ours, newFlow('one', { name: 'again' }), documents)).toBe(false);
      expect(await store.get(ours, 'one')).toEqual({ ...newFlow('one', { config }), organisationId: ours });
      expect(await store.knowledge(ours, 'one')).toEqual(documents);
    });

    test('lists the oldest first, of one organisation only', async () => {
      const store = createFlowStore(database);
      for (const [uuid, day] of [
        ['b', 2],
        ['c', 1],
        ['a', 2],
      ] as const)
        await store.addNew(ours, newFlow(uuid, { createdAt: `2026-01-0${day}T00:00:00.000Z` }), []);
      await store.addNew(theirs, newFlow('d'), [{ id: 'x', title: '', text: '' }]);
      const { rows, total } = await store.list(ours, {}, { limit: 2, offset: 1 });
      expect([rows.map(({ uuid }) => uuid), total]).toEqual([['a', 'b'], 3]);
      expect(await store.get(ours, 'd')).toBeUndefined();
      expect(await store.knowledge(ours, 'd')).toEqual([]);
      expect(await store.addNew(ours, newFlow('d'), [])).toBe(false);
    });

    test('finds the flow that answers a number in any organisation: the oldest active one', async () => {
      const store = createFlowStore(database);
      const phoneKey = '2025550143';
      await store.addNew(ours, newFlow('draft', { phoneKey, status: 'draft' }), []);
      await store.addNew(ours, newFlow('calls out', { phoneKey, kind: 'outbound' }), []);
      await store.addNew(ours, newFlow('young', { phoneKey, createdAt: '2026-02-01T00:00:00.000Z' }), []);
      await store.addNew(theirs, newFlow('old', { phoneKey }), []);
      expect((await store.activeInboundByPhone(phoneKey))[0]).toMatchObject({ uuid: 'old', organisationId: theirs });
      expect(await store.activeInboundByPhone('1')).toEqual([]);
      expect((await store.speakers(2)).map(({ name }) => name)).toEqual(['calls out', 'draft']);
    });
  });

  describe('of calls', () => {
    const storeOf = (owner = 'this') =>
      createCallStore(database, { owner, leaseUntil: () => '2026-01-01T00:00:30.000Z' });

    test('stores a provider’s call once per organisation, also under concurrent requests', async () => {
      const store = storeOf();
      const offers = await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((uuid) => store.findOrAdd(ours, newCall(uuid, { providerCallId: 'p' }))),
      );
      expect(offers.filter(({ added }) => added)).toHaveLength(1);
      expect(new Set(offers.map(({ call }) => call.uuid)).size).toBe(1);
      const other = await store.findOrAdd(theirs, newCall('f', { providerCallId: 'p' }));
      expect(other).toMatchObject({ added: true, call: { uuid: 'f', organisationId: theirs, turns: 0 } });
      expect((await store.findByProvider(theirs, 'telephony_a', 'p'))?.uuid).toBe('f');
      expect(await store.findByProvider(theirs, 'telephony_b', 'p')).toBeUndefined();
      expect(await store.findEverywhere('telephony_a', 'p')).toHaveLength(2);
    });

    test('has the words of few calls in memory when many end at once', async () => {
      let [open, most, all] = [0, 0, 0];
      const onSpoken: OnSpoken = async (_queries, _organisation, spoken) => {
        open += spoken.length;
        all += spoken.length;
        most = Math.max(most, open);
        await new Promise(setImmediate);
        open -= spoken.length;
      };
      const leaseUntil = () => '2026-01-01T00:00:30.000Z';
      const store = createCallStore(database, { owner: 'this', leaseUntil, onSpoken });
      const uuids = Array.from({ length: 100 }, (_, nth) => `many-${nth}`);
      for (const uuid of uuids) await store.findOrAdd(ours, newCall(uuid));
      await store.append(uuids.map(started));
      await store.append(uuids.map((uuid) => ended(uuid)));
      expect([all, most < 50]).toEqual([100, true]);
    });

    test('advances a call by its events in order, in its organisation', async () => {
      const store = storeOf();
      await store.findOrAdd(ours, newCall('one'));
      await store.findOrAdd(theirs, newCall('two'));
      const events = [started('one'), digit('two', '9'), digit('one', '1'), digit('none', '1')];
      expect(await store.append(events)).toEqual({ unknown: 1, fenced: 0 });
      expect(await store.get(ours, 'one')).toMatchObject({ status: 'in_progress', outcome: null });
      expect(await store.append([ended('one')])).toEqual({ unknown: 0, fenced: 0 });
      expect(await store.get(ours, 'one')).toMatchObject({
        status: 'completed',
        outcome: 'connected',
        endReason: 'caller_hung_up',
        durationMs: 3000,
      });
      const kept = await store.events(ours, 'one');
      expect(kept.map(({ seq, event }) => [seq, event.type])).toEqual([
        [1, 'started'],
        [2, 'dtmf'],
        [3, 'ended'],
      ]);
      expect(kept[1]?.event).toEqual(digit('one', '1').event);
      expect(await store.events(theirs, 'one')).toEqual([]);
      expect(await store.events(theirs, 'two')).toHaveLength(1);
    });

    test('loses no event under concurrent writes', async () => {
      const store = storeOf();
      await store.findOrAdd(ours, newCall('one'));
      await Promise.all(Array.from({ length: 12 }, (_, index) => store.append([digit('one', String(index))])));
      const kept = await store.events(ours, 'one');
      expect(kept.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
      expect(new Set(kept.map(({ event }) => (event as { digit?: string }).digit)).size).toBe(12);
    });

    test('lists the newest first, filters, pages and counts, up to the last write', async () => {
      const store = storeOf();
      const add = (uuid: string, second: number, flowUuid = 'f') =>
        store.findOrAdd(ours, newCall(uuid, { flowUuid, createdAt: `2026-01-01T00:00:0${second}.000Z` }));
      await add('a', 1);
      await add('b', 3);
      await add('c', 3, 'g');
      await store.findOrAdd(theirs, newCall('d'));
      const views = createCallViewStore(database);
      const view = { organisation: ours, sight: undefined };
      const uuids = async (filter: CallFilter, from = page) => {
        const { rows, total } = await views.list(view, filter, from);
        return [rows.map(({ uuid }) => uuid).join(' '), total];
      };
      expect(await uuids({})).toEqual(['b c a', 3]);
      expect(await uuids({}, { limit: 1, offset: 1 })).toEqual(['c', 3]);
      expect(await uuids({ flowUuid: 'g' })).toEqual(['c', 1]);
      expect(await uuids({ from: '2026-01-01T00:00:02.000Z' })).toEqual(['b c', 2]);
      expect(await uuids({ before: '2026-01-01T00:00:03.000Z' })).toEqual(['a', 1]);
      const live = async () => (await views.live(view, 'all')).map(({ uuid }) => uuid).join(' ');
      expect(await live()).toBe('');
      await store.append([started('a'), started('b'), started('c'), started('d')]);
      expect(await live()).toBe('b c a');
      await store.append([ended('a'), ended('b'), ended('c')]);
      expect(await live()).toBe('');
      expect(await uuids({ outcome: 'connected' })).toEqual(['b c a', 3]);
      await add('e', 4);
      expect(await uuids({})).toEqual(['e b c a', 4]);
      expect((await views.list({ ...view, organisation: theirs }, {}, page)).total).toBe(1);
    });

    test('prevents ending a call of another organisation', async () => {
      const store = storeOf();
      await store.findOrAdd(ours, newCall('one'));
      expect(await store.requestEnd(theirs, 'one', 'mine')).toBe(false);
      expect(await store.requestEnd(ours, 'one', 'enough')).toBe(true);
      expect(await store.get(ours, 'one')).toMatchObject({ endReason: 'enough' });
      expect(await store.get(theirs, 'one')).toBeUndefined();
    });

    test('assigns a call to one process, and ignores others', async () => {
      const [a, b, c] = [storeOf('a'), storeOf('b'), storeOf('c')];
      await a.findOrAdd(ours, newCall('one'));
      await a.findOrAdd(theirs, newCall('two'));
      const row = await b.find('one');
      expect(row).toMatchObject({ leaseOwner: 'a', organisationId: ours });
      expect((await b.open()).map(({ uuid }) => uuid).sort()).toEqual(['one', 'two']);
      if (row === undefined) return;
      const taken = await Promise.all([b.takeOver(row), c.takeOver(row)]);
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await a.append([started('one'), started('two')])).toEqual({ unknown: 0, fenced: 1 });
      await a.renew(['one', 'two'], 'later');
      expect((await a.find('one'))?.leaseUntil).not.toBe('later');
      expect((await a.find('two'))?.leaseUntil).toBe('later');
    });

    test('closes a call it considers dead in the same step', async () => {
      const [a, b] = [storeOf('a'), storeOf('b')];
      await a.findOrAdd(ours, newCall('one'));
      const row = await b.find('one');
      const closed = told('one', { type: 'closed', atMs: 0, status: 'failed', reason: 'interrupted', wallMs: 0 });
      if (row !== undefined) expect(await b.takeOver(row, closed)).toBe(true);
      expect(await b.get(ours, 'one')).toMatchObject({ status: 'failed', endReason: 'interrupted', leaseOwner: 'b' });
      expect(await b.events(ours, 'one')).toHaveLength(1);
      expect(await b.open()).toEqual([]);
    });
  });
});
