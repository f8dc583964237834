import { describe, expect, onTestFinished, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { localOrganisation } from '../../src/data/index.ts';
import { createLink } from '../../src/data/postgres/link.ts';
import { holdSessionLock } from '../../src/data/postgres/owner.ts';
import { createCallStore, createLeases, createReconciler } from '../../src/features/calls/calls/index.ts';
import { onEachDatabase, openAt, type TestDatabase } from './databases.ts';

const started: CallEvent = {
  type: 'started',
  atMs: 0,
  format: { encoding: 'mulaw', rateHz: 8000 },
  providerCallId: 'p',
  streamId: 's',
  wallMs: 1000,
};
const ended: CallEvent = { type: 'ended', atMs: 5, reason: 'caller_hung_up', wallMs: 3000 };
const digit: CallEvent = { type: 'dtmf', atMs: 7, digit: '1', from: 'caller' };

/** One process on the database, with clocks that are wound by hand. */
async function openProcess(
  place: Awaited<ReturnType<TestDatabase['place']>>,
  clock: { wallMs: number; nowMs: number },
) {
  const database = await openAt(place);
  const now = (): Date => new Date(clock.wallMs);
  const nowMs = (): number => clock.nowMs;
  const { databaseUrl } = place;
  const lock = await (databaseUrl === undefined
    ? database.ownerLock()
    : holdSessionLock(databaseUrl, createLink('test', undefined), nowMs));
  onTestFinished(() => lock.close());
  const leases = createLeases({ now, nowMs });
  const announced: string[] = [];
  /** Processes that answer which calls they carry. */
  const reachable = new Map<string, readonly string[]>();
  const link = { isSteady: true };
  const store = createCallStore(database, {
    owner: lock.id,
    leaseUntil: leases.until,
    carries: (uuid) => leases.stageOf(uuid) === 'live',
    onOver: async (_queries, _organisation, over) => void announced.push(...over.map(({ news }) => news.event)),
  });
  const lost: string[] = [];
  const asked: string[] = [];
  const neverOpened: string[] = [];
  const reconciler = createReconciler({
    log: { error() {} },
    store,
    leases,
    owner: lock.id,
    isAlive: lock.isAlive,
    isSteady: () => link.isSteady,
    carriedBy: async (id, uuids) => uuids.filter((uuid) => reachable.get(id)?.includes(uuid)),
    flush: async () => {},
    now,
    nowMs,
    recordedMs: async () => undefined,
    awaited: async () => new Set(),
    onLost: (uuid) => lost.push(uuid),
    onEndAsked: (call) => asked.push(`${call.uuid} ${call.endReason}`),
    onNeverOpened: (uuid) => neverOpened.push(uuid),
  });
  const tell = async (callUuid: string, event: CallEvent): Promise<{ unknown: number; fenced: number }> => {
    leases.saw(callUuid, event);
    return store.append([{ callUuid, event, recordedAt: now().toISOString() }]);
  };
  return {
    lock,
    store,
    leases,
    lost,
    asked,
    neverOpened,
    announced,
    reachable,
    link,
    tell,
    round: reconciler.round,
    async offer(uuid: string) {
      leases.take(uuid);
      await store.findOrAdd(localOrganisation, {
        uuid,
        flowUuid: 'f',
        callType: 'inbound',
        dialect: 'telephony_a',
        status: 'ringing',
        fromNumber: '1',
        toNumber: '2',
        providerCallId: uuid,
        createdAt: now().toISOString(),
      });
    },
    reasonOf: async (uuid: string) => (await store.find(uuid))?.endReason,
  };
}

onEachDatabase('leases of calls', ({ name, place: newPlace }) => {
  async function twoProcesses() {
    const place = await newPlace();
    const clock = { wallMs: Date.parse('2026-03-01T10:00:00Z'), nowMs: 0 };
    const pass = (ms: number): void => {
      clock.wallMs += ms;
      clock.nowMs += ms;
    };
    return { a: await openProcess(place, clock), b: await openProcess(place, clock), clock, pass };
  }

  describe('a call with two processes', () => {
    test('is left alone by the other process while its owner renews the lease', async () => {
      const { a, b, pass } = await twoProcesses();
      await a.offer('call');
      await a.tell('call', started);
      for (let i = 0; i < 30; i++) {
        await a.round();
        expect(await b.round()).toBe(0);
        pass(5000);
      }
      expect(await a.reasonOf('call')).toBeNull();
    });

    test('is closed when its process has died: at once, or later if a connection was lost', async () => {
      const { a, b, pass } = await twoProcesses();
      await a.offer('call');
      await a.tell('call', started);
      expect(await b.round()).toBe(0);
      await a.lock.close();
      if (name === 'postgres') {
        expect(await b.round()).toBe(0);
        pass(15_000);
      }
      expect(await b.round()).toBe(1);
      expect(await b.reasonOf('call')).toBe('interrupted');
    });

    /** Lets the first process miss its renewals until the second one closes its call. */
    async function giveUp({ a, b, pass }: Awaited<ReturnType<typeof twoProcesses>>): Promise<void> {
      await a.offer('call');
      await a.tell('call', started);
      await a.round();
      for (let i = 0; i < 3; i++) {
        expect(await b.round()).toBe(0);
        pass(5000);
      }
      expect(await b.round()).toBe(1);
      expect(await b.reasonOf('call')).toBe('lease_expired');
    }
    const typesOf = async ({ store }: Awaited<ReturnType<typeof openProcess>>) =>
      (await store.events(localOrganisation, 'call')).map(({ event }) => event.type);

    test('is closed when its process hangs for the length of a lease, and open again when it returns', async () => {
      const both = await twoProcesses();
      const { a, b } = both;
      await giveUp(both);
      expect(await a.tell('call', digit)).toEqual({ unknown: 0, fenced: 0 });
      expect(await b.store.find('call')).toMatchObject({ status: 'in_progress', endReason: null, endedAt: null });
      expect(await typesOf(b)).toEqual(['started', 'closed', 'dtmf']);
      expect(await a.round()).toBe(0);
      expect(a.lost).toEqual([]);
      expect(await b.round()).toBe(0);
      await a.tell('call', ended);
      expect(await b.store.find('call')).toMatchObject({
        status: 'completed',
        endReason: 'caller_hung_up',
        durationMs: 2000,
      });
      expect([...a.announced, ...b.announced], 'its end is announced once').toEqual(['call.ended']);
    });

    test('is not closed by a process that has just got the database back, before its own process has', async () => {
      const { a, b, pass } = await twoProcesses();
      await a.offer('call');
      await a.tell('call', started);
      await a.round();
      await b.round();
      b.link.isSteady = false;
      for (let i = 0; i < 10; i++) {
        pass(3000);
        expect(await b.round()).toBe(0);
      }
      await a.round();
      b.link.isSteady = true;
      expect(await b.round()).toBe(0);
      for (let i = 0; i < 2; i++) {
        pass(3000);
        expect(await b.round()).toBe(0);
      }
      pass(3000);
      expect(await b.round(), 'its process does not renew').toBe(1);
    });

    test('is reopened by its process when nothing was said meanwhile', async () => {
      const both = await twoProcesses();
      const { a, b } = both;
      await giveUp(both);
      await a.round();
      expect(a.lost).toEqual([]);
      expect(await b.store.find('call')).toMatchObject({ status: 'in_progress', leaseOwner: a.lock.id });
      await a.tell('call', ended);
      expect(await b.reasonOf('call')).toBe('caller_hung_up');
      expect([...a.announced, ...b.announced]).toEqual(['call.ended']);
    });

    test('gets its own end if it ended while its process was taken for dead', async () => {
      const both = await twoProcesses();
      const { a, b } = both;
      await giveUp(both);
      expect(await a.tell('call', ended)).toEqual({ unknown: 0, fenced: 0 });
      expect(await b.store.find('call')).toMatchObject({ status: 'completed', endReason: 'caller_hung_up' });
      expect([...a.announced, ...b.announced]).toEqual(['call.ended']);
    });

    test('stays closed while events join it that an ended process had not written', async () => {
      const both = await twoProcesses();
      const { a, b } = both;
      await giveUp(both);
      a.leases.drop('call');
      expect(await a.tell('call', digit)).toEqual({ unknown: 0, fenced: 0 });
      expect(await b.reasonOf('call')).toBe('lease_expired');
      expect(await typesOf(b)).toEqual(['started', 'closed', 'dtmf']);
    });

    test('is hung up by its process when another one has it', async () => {
      const both = await twoProcesses();
      const { a, b } = both;
      await a.offer('call');
      await a.tell('call', started);
      const row = await b.store.find('call');
      expect(row && (await b.store.takeOver(row))).toBe(true);
      expect((await a.tell('call', digit)).fenced).toBe(1);
      await a.round();
      expect(a.lost).toEqual(['call']);
    });

    test('stays open while its process cannot renew it but says that it carries it', async () => {
      const { a, b, pass } = await twoProcesses();
      await a.offer('call');
      await a.tell('call', started);
      await a.round();
      b.reachable.set(a.lock.id, ['call']);
      for (let i = 0; i < 6; i++) {
        expect(await b.round()).toBe(0);
        pass(5000);
      }
      expect(await b.reasonOf('call')).toBeNull();
      b.reachable.clear();
      expect(await b.round()).toBe(1);
    });

    test('is not lost to a jump of the wall clock, nor to a pause of the observer', async () => {
      const { a, b, clock, pass } = await twoProcesses();
      await a.offer('call');
      await a.tell('call', started);
      await b.round();
      for (const jump of [86_400_000, -2 * 86_400_000]) {
        clock.wallMs += jump;
        expect(await b.round()).toBe(0);
        pass(5000);
        await a.round();
        expect(await b.round()).toBe(0);
      }
      // Both slept, and the looker wakes first.
      pass(600_000);
      expect(await b.round()).toBe(0);
      await a.round();
      pass(5000);
      expect(await b.round()).toBe(0);
      expect(await b.reasonOf('call')).toBeNull();
    });

    test('can be ended from the other process', async () => {
      const { a, b } = await twoProcesses();
      await a.offer('call');
      await a.tell('call', started);
      expect(await b.store.requestEnd(localOrganisation, 'call', 'workflow_close')).toBe(true);
      await a.round();
      expect(a.asked).toEqual(['call workflow_close']);
    });

    test('without a stream can be taken over, once', async () => {
      const { a, b } = await twoProcesses();
      await a.offer('call');
      const row = await b.store.find('call');
      if (row === undefined) throw new Error('no row');
      expect(await b.store.takeOver(row)).toBe(true);
      expect(await a.store.takeOver(row)).toBe(false);
      expect((await a.tell('call', started)).fenced).toBe(1);
      expect((await b.tell('call', started)).fenced).toBe(0);
    });
  });

  describe('a call of this process', () => {
    test('whose end was lost is closed in the second round', async () => {
      const { a } = await twoProcesses();
      await a.offer('call');
      await a.tell('call', started);
      a.leases.saw('call', ended);
      expect(await a.round()).toBe(0);
      expect(await a.round()).toBe(1);
      expect(await a.reasonOf('call')).toBe('lease_expired');
    });

    test('whose end is late keeps its own reason', async () => {
      const { a } = await twoProcesses();
      await a.offer('call');
      await a.tell('call', started);
      a.leases.saw('call', ended);
      await a.round();
      await a.tell('call', ended);
      await a.round();
      expect(await a.reasonOf('call')).toBe('caller_hung_up');
    });

    test('whose stream never begins is reported after three minutes', async () => {
      const { a, pass } = await twoProcesses();
      await a.offer('call');
      pass(180_000);
      await a.round();
      expect(a.neverOpened).toEqual([]);
      pass(1);
      await a.round();
      expect(a.neverOpened).toEqual(['call']);
    });
  });
});
