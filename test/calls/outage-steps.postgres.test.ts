import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { localOrganisation, openDatabase } from '../../src/data/index.ts';
import { DatabaseAway, isDiskTrouble } from '../../src/data/trouble.ts';
import { createCallLog } from '../../src/features/calls/calls/call-log.ts';
import { type CallRow, newState } from '../../src/features/calls/calls/call-rows.ts';
import { openCallSpool } from '../../src/features/calls/calls/call-spool.ts';
import { createCallStore } from '../../src/features/calls/calls/store.ts';
import { createLog } from '../../src/log.ts';
import { onPostgres } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { ended, line, started, turnOf } from '../http/stored-calls.ts';
import { flowUuid, lineNumber } from '../http/test-app.ts';

const turns = 8;
const log = createLog({ level: 'silent', stream: { write: () => {} } });

/** The events of a call, turn by turn. */
const parts: readonly (readonly CallEvent[])[] = [
  [started(0)],
  ...Array.from({ length: turns }, (_, turn) => [
    line(turn + 1, 'customer', `Words of turn ${turn + 1}.`, turn * 5000),
    turnOf(turn + 1, 400),
    line(turn + 1, 'agent', 'Until six.', turn * 5000 + 3000),
  ]),
  [ended('caller_hung_up', 60_000)],
];

const callRow = (uuid: string): CallRow => ({
  ...newState,
  uuid,
  organisationId: localOrganisation,
  flowUuid,
  callType: 'inbound',
  dialect: 'telephony_a',
  status: 'ringing',
  fromNumber: '+15551000000',
  toNumber: lineNumber,
  providerCallId: uuid,
  createdAt: new Date(0).toISOString(),
});

onPostgres('a call during which the database goes away', ({ place }) => {
  test.each([1, 2, 5])(
    'has every turn, once and in order, at whatever step it goes away for %s steps',
    async (forSteps) => {
      const { dataDir, databaseUrl = '' } = await place();
      let onStep = (): void => {};
      const at = (): void => onStep();
      const database = await openDatabase({ dataDir, databaseUrl, migrationsDir, at });
      onTestFinished(() => database.close());
      const { calls, callEvents } = database.tables;
      const { read } = database.system;
      for (let first = 1, isDone = false; !isDone; first++) {
        const uuid = randomUUID();
        const spool = await openCallSpool({ path: join(dataDir, `${uuid}.jsonl`), maxBytes: 1 << 20, onTrouble() {} });
        const store = createCallStore(database, { owner: 'us', leaseUntil: () => '' });
        const callLog = createCallLog({
          write: store.append,
          spool,
          isDiskTrouble,
          log,
          now: () => new Date(steps),
          capacity: 1000,
        });
        const left = parts.flat();
        let steps = 0;
        // New words arrive while earlier ones are being stored.
        onStep = () => {
          steps += 1;
          const event = left.shift();
          if (event !== undefined) callLog.note(uuid, event);
          if (steps >= first && steps < first + forSteps) throw new DatabaseAway(new Error('gone'));
        };
        await callLog.open(callRow(uuid));
        for (let tries = 0; left.length > 0 || callLog.waiting > 0; tries++) {
          expect(tries, `first ${first}`).toBeLessThan(200);
          const next = left.shift();
          if (next !== undefined) callLog.note(uuid, next);
          await callLog.flush().catch(() => {});
        }
        onStep = () => {};
        isDone = steps < first;
        await callLog.close();
        const rows = await read.select().from(callEvents).where(eq(callEvents.callUuid, uuid)).orderBy(callEvents.seq);
        expect(
          rows.map(({ body }) => body),
          `away from step ${first}`,
        ).toEqual(JSON.parse(JSON.stringify(parts.flat())));
        const [call] = await read.select().from(calls).where(eq(calls.uuid, uuid));
        expect(call).toMatchObject({ status: 'completed', endReason: 'caller_hung_up', turns });
        expect(callLog.refused).toBe(0);
        expect(first < 30 && isDone, 'storing a call takes more steps').toBe(false);
      }
    },
  );
});
