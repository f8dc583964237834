import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, forOrganisation, openDatabase } from '../../src/data/index.ts';
import { createCallStore, createOutboundStore } from '../../src/features/calls/calls/index.ts';
import { createCallEnds, createOutboundCalls, createTargetStore } from '../../src/features/calls/dialing/index.ts';
import { createContactStore } from '../../src/features/campaigns/contacts/index.ts';
import type { Placed, TelephonyProvider } from '../../src/telephony/index.ts';
import { onEachDatabase, type TestDatabase } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { newFlow, ours } from '../data/sample-rows.ts';
import { providersWith } from './registered.ts';

const now = () => new Date('2026-05-01T10:00:00.000Z');
const at = now().toISOString();

/** A process that dials for a campaign, and counts the transactions that were begun and those that were kept. */
async function openDialler(place: Awaited<ReturnType<TestDatabase['place']>>, placed: () => Placed) {
  const count = { begun: 0, kept: 0 };
  const database = await openDatabase({
    ...place,
    migrationsDir,
    at(step) {
      if (step === 'begin') count.begun += 1;
      if (step === 'commit') count.kept += 1;
    },
  });
  onTestFinished(() => database.close());
  const targets = createTargetStore(database);
  const contacts = createContactStore(database);
  const ends = createCallEnds({ store: targets, now });
  const calls = createCallStore(database, {
    owner: randomUUID(),
    leaseUntil: () => at,
    async onOver(queries, organisation, over) {
      for (const { contactUuid, outcome } of over)
        await contacts.called(queries, contactUuid as string, { at, outcome });
      await ends(queries, organisation, over);
    },
  });
  const store = createOutboundStore(database);
  const provider: Pick<TelephonyProvider, 'place'> = {
    async place(_request, sending = (send) => send()) {
      await sending(async () => {});
      return placed();
    },
  };
  const outbound = createOutboundCalls({
    providers: providersWith(),
    store,
    calls,
    log: { note: () => {} },
    now,
    at: () => {},
    publicBaseUrl: () => 'https://voice.example.com',
    accountOf: async () => ({ kind: 'ready', provider: provider as TelephonyProvider, phoneNumber: '+12025550100' }),
    streamUrlFor: async () => 'wss://voice.example.com/media',
    revokeStream: () => {},
  });
  return { count, database, calls, contacts, store, outbound };
}

type Dialler = Awaited<ReturnType<typeof openDialler>>;

/** A campaign that is dialling so many contacts, whose calls are written down. */
async function dialling({ database, contacts, outbound }: Dialler, many: number, flowUuid: string = randomUUID()) {
  const { tables } = database;
  const rows = Array.from({ length: many }, (_, index) => ({ phone: `+1202555${1000 + index}` }));
  const made = await contacts.upsert(ours, rows, { at, sight: undefined });
  const found = made.map(({ contact }) => contact as NonNullable<typeof contact>);
  return forOrganisation(database, ours).tx(async (queries) => {
    await queries.insert(tables.flows, [newFlow(flowUuid, { kind: 'outbound', status: 'active' })]);
    const calls = [];
    for (const contact of found) {
      const targetUuid = randomUUID();
      const call = { flowUuid, contactUuid: contact.uuid, to: contact.phone, from: '+12025550100', targetUuid };
      const callUuid = await outbound.prepareOutbound(queries, ours, { ...call, provider: 'telephony_a' });
      await queries.insert(tables.campaignTargets, [
        {
          uuid: targetUuid,
          flowUuid,
          contactUuid: contact.uuid,
          status: 'dialing',
          reason: null,
          attempts: 1,
          nextAt: null,
          callUuid,
          dialledAt: at,
          outcome: null,
          callbacks: 0,
          createdAt: at,
          updatedAt: at,
        },
      ]);
      calls.push({ callUuid, contactUuid: contact.uuid, targetUuid });
    }
    return { flowUuid, calls };
  });
}

const rung = (callUuid: string) =>
  ({ callUuid, recordedAt: at, event: { type: 'callback', atMs: 0, kind: 'status', fields: {} } }) as const;

const missed = (callUuid: string) =>
  ({
    callUuid,
    recordedAt: at,
    event: { type: 'closed', atMs: 0, status: 'no_answer', reason: 'no_answer', wallMs: 0 },
  }) as const;

onEachDatabase('many calls at once', ({ place }) => {
  const rowsOf = async <T>(database: Database, table: 'campaignTargets' | 'calls' | 'flows' | 'contacts') =>
    (await forOrganisation(database, ours).read.select(database.tables[table])) as T[];

  test('calls dialled at once ring and end without repeated transactions', async () => {
    const dialler = await openDialler(await place(), () => ({ kind: 'accepted', requestId: randomUUID() }));
    const { count, database, store, outbound, calls } = dialler;
    const { calls: prepared } = await dialling(dialler, 60);
    const before = { ...count };
    await Promise.all(
      prepared.map(async ({ callUuid }) => {
        expect(await outbound.dial(ours, callUuid)).toEqual({ kind: 'placed' });
        await store.name(ours, callUuid, { providerCallId: `p-${callUuid}` });
        await Promise.all([store.ringing(ours, callUuid), calls.append([rung(callUuid)])]);
        const row = await store.get(ours, callUuid);
        expect(await calls.takeOver(row!, missed(callUuid))).toBe(true);
      }),
    );
    expect(count.begun - before.begun).toBe(count.kept - before.kept);
    const over = await rowsOf<{ status: string; providerCallId: string }>(database, 'calls');
    expect(new Set(over.map(({ status }) => status))).toEqual(new Set(['no_answer']));
    expect(new Set(over.map(({ providerCallId }) => providerCallId)).size).toBe(60);
    const targets = await rowsOf<{ status: string; outcome: string }>(database, 'campaignTargets');
    expect(targets.every(({ status, outcome }) => status === 'waiting' && outcome === 'no-answer')).toBe(true);
  });

  test('calls of one contact at once are all counted, with separate events', async () => {
    const where = await place();
    const first = await openDialler(where, () => ({ kind: 'accepted' }));
    // SQLite has one process; on PostgreSQL there are two.
    const second = where.databaseUrl === undefined ? first : await openDialler(where, () => ({ kind: 'accepted' }));
    const { calls } = await dialling(first, 1);
    const { callUuid, contactUuid } = calls[0]!;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? first : second).calls.append([rung(callUuid)])),
    );
    expect((await first.calls.events(ours, callUuid)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    const called = ({ database, contacts }: Dialler) =>
      forOrganisation(database, ours).tx(
        (queries) => contacts.called(queries, contactUuid, { at, outcome: 'connected' }),
        { asIfAlone: false },
      );
    await Promise.all(Array.from({ length: 12 }, (_, index) => called(index % 2 === 0 ? first : second)));
    expect((await first.contacts.get(ours, contactUuid, undefined))?.attempts).toBe(12);
  });

  test('calls that a provider rejects at once are counted one by one, and pause their campaign once', async () => {
    const where = await place();
    const refuse = (): Placed => ({ kind: 'rejected', reason: 'provider_rejected', detail: 'No.' });
    const first = await openDialler(where, refuse);
    const second = where.databaseUrl === undefined ? first : await openDialler(where, refuse);
    const { calls } = await dialling(first, 9);
    await Promise.all(
      calls.map(({ callUuid }, index) => (index % 2 === 0 ? first : second).outbound.dial(ours, callUuid)),
    );
    const refused = await rowsOf<{ endReason: string }>(first.database, 'calls');
    const providerFailures = refused.filter(({ endReason }) => endReason === 'provider_rejected').length;
    // What was on its way when it was paused is counted as well; the others were not dialled any more.
    expect(providerFailures).toBeGreaterThanOrEqual(5);
    const statusReason = expect.stringMatching(/rejected 5 calls in a row/);
    expect(await rowsOf(first.database, 'flows')).toMatchObject([{ status: 'paused', providerFailures, statusReason }]);
  });
});
