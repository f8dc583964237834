import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openTransfersModule } from '../../src/app/calls/transfers-module.ts';
import { everyAtMost } from '../../src/app/platform/rounds.ts';
import { forOrganisation, openDatabase } from '../../src/data/index.ts';
import { newState } from '../../src/features/calls/calls/index.ts';
import { noOwnLegs } from '../../src/features/calls/transfers/index.ts';
import { createLog } from '../../src/log.ts';
import { onEachDatabase } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { ours } from '../data/sample-rows.ts';
import { providersWith } from '../telephony/registered.ts';

type Plane = Parameters<typeof openTransfersModule>[0];
const never = new Promise<never>(() => {});

onEachDatabase('what looks after transfers', ({ place }) => {
  test('ringing transfers expire, and close, while the provider does not respond about connected ones', async () => {
    const database = await openDatabase({ ...(await place()), migrationsDir });
    onTestFinished(() => database.close());
    const clock = { ms: Date.parse('2026-05-01T10:00:00.000Z') };
    const asked: string[] = [];
    const provider = {
      find: ({ providerCallId = '' }) => {
        asked.push(providerCallId);
        return never;
      },
      hangUp: async () => ({ kind: 'done' }),
    };
    const plane = openTransfersModule({
      database,
      queues: { freeIn: async () => [] },
      publicBaseUrl: () => 'https://a.example',
      log: createLog({ level: 'silent' }),
      every: everyAtMost(20),
      now: () => new Date(clock.ms),
      organisationOf: async () => ours,
      flush: async () => {},
      announce: async () => {},
      end: async () => {},
      ownLegs: noOwnLegs,
      streamUrlFor: async () => undefined,
      mayRecord: async () => false,
      expectRecording: async () => {},
      providers: providersWith(),
      briefing: { voiceFor: async () => undefined, endStream: () => false },
      accountOf: async () => ({ kind: 'ready', provider, phoneNumber: '+12025550100' }),
    } as unknown as Plane);
    plane.start();
    const closing: { closed?: Promise<void> } = {};
    onTestFinished(() => closing.closed ?? plane.close());

    const { calls, transfers } = database.tables;
    async function handOn(result: 'accepted' | null): Promise<string> {
      const [callUuid, uuid, createdAt] = [randomUUID(), randomUUID(), new Date(clock.ms).toISOString()];
      const call = {
        ...({ ...newState, callType: 'inbound', dialect: 'telephony_a', status: 'in_progress' } as const),
        uuid: callUuid,
        flowUuid: 'f',
        fromNumber: '+15550001111',
        toNumber: '+12025550143',
        createdAt,
        providerCallId: `caller-${callUuid}`,
      };
      const transfer = {
        uuid,
        callUuid,
        target: 'sales',
        userUuid: randomUUID(),
        phoneNumber: '+12025550109',
        agentBrief: '',
        context: {},
        result,
        createdAt,
        finishedAt: null,
        joinedAt: result && createdAt,
        providerRequestId: null,
        providerCallId: `teammate-${uuid}`,
      };
      await forOrganisation(database, ours).tx(async (queries) => {
        await queries.insert(calls, [call]);
        await queries.insert(transfers, [transfer]);
      });
      return uuid;
    }
    await handOn('accepted');
    const askedLater = (): number => {
      clock.ms += 31_000;
      return asked.length;
    };
    await expect.poll(askedLater, { timeout: 60_000 }).toBeGreaterThan(0);

    const ringing = await handOn(null);
    clock.ms += 80_000;
    const read = async () => (await database.system.read.select().from(transfers)).find(({ uuid }) => uuid === ringing);
    await expect.poll(async () => (await read())?.result, { timeout: 60_000 }).toBe('no_answer');
    closing.closed = plane.close();
    await closing.closed;
  });
});
