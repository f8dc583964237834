import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallEvent, TranscriptLine } from '../../media/ports.ts';
import { openModules } from '../../src/app/modules.ts';
import { openObservation } from '../../src/app/platform/observation.ts';
import type { AppOverrides } from '../../src/app/platform/overrides.ts';
import { makeConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';
import { localOrganisation } from '../../src/data/index.ts';
import type { FaultPoint } from '../../src/faults/fault-point.ts';
import { createLog } from '../../src/log.ts';
import { onEachDatabase, type TestDatabase } from '../data/databases.ts';
import { flowUuid, temporaryFolder } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';

type Place = Awaited<ReturnType<TestDatabase['place']>>;
type Plane = Awaited<ReturnType<typeof openPlane>>;

const rootDir = join(import.meta.dirname, '..', '..');
const rateHz = 8000;

/** All of a server but its media plane and its routes. A stop of what has crashed writes nothing any more. */
async function openPlane({ dataDir, databaseUrl }: Place, at: FaultPoint) {
  const url = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const env = readEnvironment({
    variables: { PORT: '0', DATA_DIR: dataDir, DISK_BALLAST_MB: '0', SESSION_SECRET: 's'.repeat(43), ...url },
    workingDir: temporaryFolder(),
  });
  const config = makeConfig(env, { rootDir, version: '0.0.0-test' });
  const log = createLog({ level: 'silent' });
  const overrides: AppOverrides = {
    at,
    async holdOwnerLock(database) {
      const lock = await database.ownerLock();
      // On PostgreSQL a lock counts as lost after 15 s. Here only the asking process is alive.
      return { ...lock, isAlive: async (id) => id === lock.id };
    },
  };
  const observation = await openObservation(config);
  const plane = await openModules({ config, overrides, log, observation });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= plane.close().then(observation.close);
    return closing;
  };
  onTestFinished(close);
  return { ...plane, close };
}

const line = (turn: number): TranscriptLine => ({
  turn,
  speaker: 'customer',
  text: `Words of turn ${turn}.`,
  startMs: turn * 100,
  endMs: turn * 100 + 50,
  words: [],
});
const latency = {
  endpoint: 1,
  recognition: 1,
  agent: 1,
  synthesis: 1,
  queue: 1,
  network: 1,
  total: 6,
  estimated: false,
};
const turn = (number: number): CallEvent[] => [
  { type: 'line', atMs: number * 100, line: line(number) },
  { type: 'turn', atMs: number * 100, turn: number, latency },
];
const ended: CallEvent = { type: 'ended', atMs: 500, reason: 'caller_hung_up', wallMs: Date.now() };

/** A webhook of the call's own name, and no other: what is put down for it is of this call. */
async function wantEvents({ database }: Plane, callUuid: string): Promise<void> {
  const { webhooks } = database.tables;
  const webhook = { uuid: callUuid, organisationId: localOrganisation, name: 'w', url: 'https://203.0.114.7' };
  await database.system.tx(async (queries) => {
    await queries.delete(webhooks);
    const rest = { events: ['call.ended'], isActive: true, createdAt: '', lastTriggeredAt: null };
    await queries.insert(webhooks).values({ ...webhook, ...rest });
  });
}

/** A call in progress, one turn and 100 ms of whose recording are on the disk. */
async function callInProgress(plane: Plane): Promise<string> {
  const names = { from: '+12025550101', to: '+12025550102', providerCallId: randomUUID() };
  const offer = await plane.calls.offer(localOrganisation, {
    flowUuid,
    callType: 'inbound',
    dialect: 'telephony_a',
    ...names,
  });
  if (offer.kind !== 'stream') throw new Error(`the call is ${offer.kind}`);
  const { callUuid } = offer;
  await wantEvents(plane, callUuid);
  const format = { encoding: 'mulaw', rateHz } as const;
  const started = { type: 'started', atMs: 0, format, providerCallId: 'p', streamId: 's', wallMs: Date.now() } as const;
  for (const event of [started, ...turn(1)]) plane.ports.log.append(ofCall(callUuid), event);
  await plane.ports.recordings.write(ofCall(callUuid), rateHz, new Int16Array(rateHz / 5));
  await plane.callLog.flush();
  return callUuid;
}

/** What the media plane does when a caller hangs up, in its order. */
async function end(plane: Plane, callUuid: string): Promise<void> {
  for (const event of turn(2)) plane.ports.log.append(ofCall(callUuid), event);
  await plane.ports.recordings.write(ofCall(callUuid), rateHz, new Int16Array(rateHz / 5));
  await plane.ports.recordings.finish(ofCall(callUuid));
  plane.ports.log.append(ofCall(callUuid), ended);
  await plane.callLog.flush().catch(() => {});
}

/** Of each of these a call that is over has one, whenever its process died. What is sent on its end belongs here. */
const oneEach: Readonly<Record<string, (plane: Plane, callUuid: string) => Promise<number>>> = {
  'event of its end': async (plane, callUuid) => {
    const [row] = await plane.database.system.read.rows<{ n: number }>(
      sql`SELECT count(*) AS n FROM call_events WHERE call_uuid = ${callUuid} AND type IN ('ended', 'closed')`,
    );
    return Number(row?.n);
  },
  'call.ended in the outbox': async (plane, callUuid) => {
    const [row] = await plane.database.system.read.rows<{ n: number }>(
      sql`SELECT count(*) AS n FROM webhook_deliveries WHERE event_type = 'call.ended' AND webhook_uuid = ${callUuid}`,
    );
    return Number(row?.n);
  },
};

const viewer = { organisationId: localOrganisation, userUuid: 'nobody' };

/** The states that a call may be in once its process has died and another was started. */
async function isWhole(plane: Plane, callUuid: string): Promise<'ended' | 'interrupted'> {
  for (const [what, count] of Object.entries(oneEach)) expect(await count(plane, callUuid), what).toBe(1);
  const found = await plane.visibleCalls.record(viewer, callUuid);
  const types = found!.events.map(({ event }) => event.type);
  const turns = types.filter((type) => type === 'turn').length;
  const { status, end_reason: reason, ended_at: endedAt, transcript } = found!.record;
  expect(endedAt).not.toBeNull();
  expect(types.slice(0, 3)).toEqual(['started', 'line', 'turn']);
  expect(
    (await plane.database.system.read.select().from(plane.database.tables.calls)).find(({ uuid }) => uuid === callUuid)
      ?.turns,
  ).toBe(turns);
  expect(transcript).toHaveLength(types.filter((type) => type === 'line').length);
  const recordedMs = await plane.recordings.lengthMs(callUuid);
  if (status === 'completed') {
    expect([reason, turns, recordedMs]).toEqual(['caller_hung_up', 2, 200]);
    return 'ended';
  }
  expect([status, reason]).toEqual(['failed', 'interrupted']);
  expect([100, 200]).toContain(recordedMs);
  return 'interrupted';
}

class Crash extends Error {}

onEachDatabase('the end of a call', ({ place: newPlace }) => {
  test('a call interrupted at any step of its end is complete or interrupted after restart, and ended once', async () => {
    const place = await newPlace();
    const seen: string[] = [];
    for (let last = 1; ; last++) {
      let steps = Number.NEGATIVE_INFINITY;
      let died = '';
      const before = await openPlane(place, (step) => {
        steps += 1;
        if (steps < last) return;
        died ||= step;
        throw new Crash();
      });
      const callUuid = await callInProgress(before);
      steps = 0;
      await end(before, callUuid);
      await before.close();
      if (died === '') break;

      const after = await openPlane(place, () => {});
      await after.start();
      const state = await isWhole(after, callUuid);
      seen.push(`${died.split(' ', 2).join(' ')}: ${state}`);
      await after.close();
      const again = await openPlane(place, () => {});
      await again.start();
      expect(await isWhole(again, callUuid)).toBe(state);
      await again.close();
    }
    expect(seen).toContain('recording: samples: interrupted');
    expect(seen).toContain('commit: interrupted');
    expect(seen.at(-1)).toBe('committed: ended');
    expect(seen.length).toBeGreaterThan(8);
  });

  test('a call whose end fails at any step is retried until it is complete, and ended once', async () => {
    const place = await newPlace();
    let step = 1;
    for (let isDone = false; !isDone; step++) {
      let steps = Number.NEGATIVE_INFINITY;
      const plane = await openPlane(place, (what) => {
        if (what.startsWith('recording')) return;
        steps += 1;
        if (steps === step) throw Object.assign(new Error('the disk is slow'), { code: 'SQLITE_IOERR' });
      });
      const callUuid = await callInProgress(plane);
      steps = 0;
      await end(plane, callUuid);
      await vi.waitFor(() => plane.callLog.flush(), { timeout: 60_000 });
      isDone = steps < step;
      expect(await isWhole(plane, callUuid)).toBe('ended');
      expect((await plane.visibleCalls.record(viewer, callUuid))!.events).toHaveLength(6);
      await plane.close();
    }
    expect(step).toBeGreaterThan(6);
  });
});
