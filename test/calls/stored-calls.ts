import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { Database, Tables } from '../../src/data/index.ts';
import { localOrganisation } from '../../src/data/index.ts';

type NewRow = Tables['calls']['$inferInsert'];

/** Stores a call, by default one that was connected for ten seconds. Returns its uuid. */
export async function storeCall({ system, tables }: Database, changes: Partial<NewRow> = {}): Promise<string> {
  const uuid = randomUUID();
  const call: NewRow = {
    uuid,
    organisationId: localOrganisation,
    flowUuid: 'f',
    callType: 'inbound',
    dialect: 'telephony_a',
    status: 'completed',
    outcome: 'connected',
    endReason: 'caller_hung_up',
    durationMs: 10_000,
    fromNumber: '+12025550111',
    toNumber: '+12025550143',
    createdAt: '2026-03-01T10:00:00.000Z',
    startedAt: '2026-03-01T10:00:01.000Z',
    endedAt: '2026-03-01T10:00:11.000Z',
    ...changes,
  };
  await system.tx(async (queries) => void (await queries.insert(tables.calls).values(call)));
  return uuid;
}

/** Stores a call in progress that another process carries. */
export async function talkingElsewhere(database: Database) {
  const lock = await database.ownerLock();
  onTestFinished(() => lock.close());
  const inProgress = {
    status: 'in_progress',
    outcome: null,
    endReason: null,
    endedAt: null,
    durationMs: null,
  } as const;
  return { ...inProgress, leaseOwner: lock.id } satisfies Partial<NewRow>;
}
