import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { forOrganisation, openDatabase } from '../../src/data/index.ts';
import { newState } from '../../src/features/calls/calls/index.ts';
import { createDialWatch, type DialWatchOptions } from '../../src/features/calls/dialing/index.ts';
import { createTransferStore } from '../../src/features/calls/transfers/index.ts';
import { onEachDatabase } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { ours } from '../data/sample-rows.ts';

test('each of many continuing calls gets its turn to be checked, the newest too', async () => {
  const clock = { ms: 1_000_000_000 };
  const dialledAt = new Date(clock.ms - 100_000).toISOString();
  const waiting = Array.from({ length: 200 }, (_, index) => ({
    ...newState,
    uuid: `${index}`,
    organisationId: ours,
    callType: 'outbound',
    dialect: 'telephony_a',
    status: 'dialing',
    fromNumber: '',
    toNumber: '',
    createdAt: dialledAt,
    dialledAt,
    providerCallId: `${index}`,
  }));
  const asked: string[] = [];
  const watch = createDialWatch({
    log: { error() {} },
    store: { waiting: async () => waiting },
    calls: {},
    accountOf: async () => ({
      provider: {
        async find({ callUuid }: { callUuid: string }) {
          asked.push(callUuid);
          return { kind: 'live', providerCallId: callUuid };
        },
      },
    }),
    closePersons: async () => false,
    now: () => new Date(clock.ms),
    nowMs: () => clock.ms,
  } as unknown as DialWatchOptions);
  for (let round = 0; round < 25; round++) {
    await watch.round();
    expect(asked.length).toBeLessThanOrEqual((round + 1) * 8);
    clock.ms += 5000;
  }
  expect(new Set(asked).size).toBe(200);
});

onEachDatabase('more than a hundred people who talk', ({ place }) => {
  test('many waiting calls are all checked', async () => {
    const database = await openDatabase({ ...(await place()), migrationsDir });
    onTestFinished(() => database.close());
    const rows = Array.from({ length: 150 }, (_, index) => ({
      uuid: randomUUID(),
      callUuid: randomUUID(),
      target: 'sales',
      userUuid: randomUUID(),
      agentBrief: '',
      phoneNumber: '+12025550109',
      context: {},
      result: 'accepted' as const,
      finishedAt: null,
      joinedAt: null,
      providerRequestId: null,
      providerCallId: null,
      createdAt: new Date(1_000_000_000_000 + index).toISOString(),
    }));
    const calls = rows.map(({ callUuid: uuid, createdAt }) => ({
      ...({ ...newState, callType: 'inbound', dialect: 'telephony_a', status: 'completed' } as const),
      uuid,
      createdAt,
      flowUuid: 'f',
      fromNumber: '',
      toNumber: '',
      providerCallId: uuid,
    }));
    await forOrganisation(database, ours).tx(async (queries) => {
      await queries.insert(database.tables.calls, calls);
      await queries.insert(database.tables.transfers, rows);
    });
    const store = createTransferStore(database, { freeIn: async () => [], reachesPhones: () => false });
    expect(await store.connected()).toEqual(rows.map(({ uuid }) => uuid));
  });
});
