import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { forOrganisation, openDatabase } from '../../src/data/index.ts';
import {
  createCallStore,
  createOutboundStore,
  newState,
  uncarriedClose,
} from '../../src/features/calls/calls/index.ts';
import { createClickToCall, createClickToCallStore } from '../../src/features/calls/click-to-call/index.ts';
import { createDialWatch } from '../../src/features/calls/dialing/index.ts';
import type { TelephonyProvider } from '../../src/telephony/index.ts';
import { phoneOf } from '../contacts/contacts-app.ts';
import { onEachDatabase } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { ours } from '../data/sample-rows.ts';
import { providersWith } from '../telephony/registered.ts';

onEachDatabase('a person’s call whose process dies', ({ place }) => {
  test('a crash at any step rings at most once and closes the call, so that both can be called again', async () => {
    const clock = { ms: Date.parse('2026-05-01T10:00:00.000Z') };
    const now = () => new Date(clock.ms);
    const fault = { left: Number.POSITIVE_INFINITY };
    const at = (): void => {
      fault.left -= 1;
      if (fault.left <= 0) throw new Error('crash');
    };
    const database = await openDatabase({ ...(await place()), migrationsDir, at });
    onTestFinished(() => database.close());
    const { agentPhoneNumbers, contacts, calls, memberships, organisations, users } = database.tables;
    const [userUuid, contactUuid] = [randomUUID(), randomUUID()];
    const createdAt = now().toISOString();
    await database.system.tx(async (queries) => {
      const account = { uuid: userUuid, email: 'ada@example.com', superadmin: false, createdAt };
      await queries.insert(organisations).values({ uuid: ours, name: 'ours', createdAt }).onConflictDoNothing();
      await queries.insert(users).values({ ...account, waitlistStatus: 'none' });
      await queries.insert(memberships).values({ userUuid, organisationId: ours, role: 'member', createdAt });
    });
    await forOrganisation(database, ours).tx(async (queries) => {
      await queries.insert(agentPhoneNumbers, [{ userUuid, phoneNumber: phoneOf(9) }]);
      await queries.insert(contacts, [
        {
          uuid: contactUuid,
          phone: phoneOf(1),
          name: null,
          email: null,
          languageCode: null,
          timezone: null,
          metadata: {},
          optedOut: false,
          dncReason: null,
          attempts: 0,
          lastCalledAt: null,
          lastOutcome: null,
          search: '',
          createdAt,
          updatedAt: createdAt,
        },
      ]);
    });
    const rung: string[] = [];
    const provider: TelephonyProvider = {
      async place({ callUuid }) {
        rung.push(callUuid);
        return { kind: 'accepted', requestId: randomUUID() };
      },
      find: async ({ callUuid }) =>
        rung.includes(callUuid)
          ? { kind: 'over', providerCallId: callUuid, ended: { status: 'no_answer', reason: 'no_answer' } }
          : { kind: 'absent' },
      hangUp: async () => ({ kind: 'done' }),
      transfer: async () => ({ kind: 'unsupported' }),
      recordings: async () => ({ kind: 'found', recordings: [] }),
      owns: async () => ({ kind: 'owned' }),
    };
    const store = createCallStore(database, { owner: randomUUID(), leaseUntil: () => now().toISOString() });
    const clickToCall = createClickToCall({
      ownPeopleCalls: { call: async () => ({ kind: 'not_placed', detail: '' }) },
      onTrouble() {},
      providers: providersWith(),
      store: createClickToCallStore(database, { newState, announce: async () => {} }),
      publicBaseUrl: () => 'https://voice.example.com',
      now,
      sees: async () => true,
      close: uncarriedClose({ calls: store, get: store.get, now }),
      accountOf: async () => ({ kind: 'ready', name: 'telephony_a', provider, phoneNumber: '+12025550100' }),
      recorded: async () => {},
    });
    const outbound = createOutboundStore(database);
    let finished = false;
    for (let step = 1; !finished && step < 100; step++) {
      fault.left = step;
      const viewer = { organisationId: ours, userUuid };
      const result = await clickToCall.call(viewer, contactUuid).catch(() => undefined);
      fault.left = Number.POSITIVE_INFINITY;
      finished = result !== undefined;
      if (result !== undefined) expect(result.kind).toBe('dialing');
      // As a new process does, which has only the database.
      const watch = createDialWatch({
        store: outbound,
        calls: store,
        now,
        nowMs: () => clock.ms,
        closePersons: clickToCall.over,
        log: { error() {} },
        accountOf: async () => ({ provider, phoneNumber: '+12025550100' }),
      });
      clock.ms += 400_000;
      await watch.round();
      expect(await outbound.waiting()).toEqual([]);
    }
    expect(finished).toBe(true);
    const ended = await database.system.read.select().from(calls);
    expect(new Set(rung).size).toBe(rung.length);
    for (const { uuid, status, endReason } of ended)
      expect([status, endReason]).toEqual(rung.includes(uuid) ? ['no_answer', 'no_answer'] : ['failed', 'not_placed']);
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['no_answer', 'failed']));
  });
});
