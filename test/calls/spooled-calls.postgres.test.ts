import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type CallRow, newState } from '../../src/features/calls/calls/call-rows.ts';
import type { CallRecord } from '../../src/features/calls/calls/call-spool.ts';
import { onPostgres } from '../data/databases.ts';
import { ended, line, started, turnOf } from '../http/stored-calls.ts';
import { flowUuid, lineNumber, openTestApp } from '../http/test-app.ts';

const secrets = { SESSION_SECRET: 's'.repeat(32), SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };
const calls = 100;
const everyMs = 4_000;
const turns = 6;

/** Returns the records of calls that began one after another and overlap, in the order in which a server spools them. */
function overlappingCalls(organisationId: CallRow['organisationId']): CallRecord[] {
  const records = Array.from({ length: calls }, (_, index): { atMs: number; record: CallRecord }[] => {
    const beganMs = Date.parse('2026-03-02T10:00:00Z') + index * everyMs;
    const uuid = randomUUID();
    const at = (ms: number) => new Date(beganMs + ms).toISOString();
    const call: CallRow = {
      ...newState,
      uuid,
      organisationId,
      flowUuid,
      callType: 'inbound',
      dialect: 'telephony_a',
      status: 'ringing',
      fromNumber: `+1555${1_000_000 + index}`,
      toNumber: lineNumber,
      providerCallId: uuid,
      createdAt: at(0),
    };
    const event = (atMs: number, of: ReturnType<typeof started>) => ({
      atMs: beganMs + atMs,
      record: { callUuid: uuid, event: of, recordedAt: at(atMs) },
    });
    const spoken = Array.from({ length: turns }, (_turn, turn) => [
      event(turn * 8_000 + 4_000, line(turn, 'customer', 'Are you open on Friday?', turn * 8_000)),
      event(turn * 8_000 + 4_300, turnOf(turn, 400)),
      event(turn * 8_000 + 7_000, line(turn, 'agent', 'Until six.', turn * 8_000 + 4_300)),
    ]);
    return [
      { atMs: beganMs, record: { call } },
      event(10, started(beganMs)),
      ...spoken.flat(),
      event(58_000, ended('caller_hung_up', beganMs + 58_000)),
    ];
  });
  return records
    .flat()
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ record }) => record);
}

/** Counts statements from now on. */
function countStatements() {
  const counts = { all: 0 };
  const prototype = pg.Client.prototype as unknown as { query(...given: unknown[]): Promise<unknown> };
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...given) {
    counts.all += 1;
    return query.apply(this, given);
  };
  onTestFinished(() => void Object.assign(prototype, { query }));
  return counts;
}

onPostgres('calls that a server spooled while the database was away', ({ place }) => {
  test('are stored with few statements', async () => {
    const { dataDir, databaseUrl = '' } = await place();
    const env = { ...secrets, DATABASE_URL: databaseUrl };
    const first = await openTestApp({ dataDir, env });
    const { flows, calls: table } = first.database.tables;
    const [flow] = await first.database.system.read.select().from(flows);
    const records = overlappingCalls(flow?.organisationId as CallRow['organisationId']);
    await first.close();
    const spool = join(dataDir, 'spool');
    mkdirSync(spool, { recursive: true });
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    writeFileSync(join(spool, `${randomUUID()}.${randomUUID()}.jsonl`), lines.join(''));
    const counts = countStatements();
    const next = await openTestApp({ dataDir, env });
    expect(counts.all).toBeLessThan(calls * 10);
    const rows = await next.database.system.read.select().from(table);
    expect(rows.map(({ status, turns: counted, medianLatencyMs }) => [status, counted, medianLatencyMs])).toEqual(
      Array.from({ length: calls }, () => ['completed', turns, 400]),
    );
  });
});
