import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, forOrganisation, type OrganisationId } from '../../src/data/index.ts';
import { createDialer } from '../../src/features/calls/dialing/index.ts';
import { createFlowStore, type FlowRow } from '../../src/features/campaigns/campaigns/index.ts';
import { createContactStore } from '../../src/features/campaigns/contacts/index.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';
import { newFlow, ours, theirs } from '../data/sample-rows.ts';

const at = new Date('2026-06-02T12:00:00.000Z');
const phoneOf = (index: number): string => `+1202555${String(1000 + index)}`;
const line = {
  kind: 'line',
  provider: 'telephony_a',
  displayName: 'Telephony A',
  from: '+12025550100',
  hasNumber: true,
} as const;

/** A dialer on a real database, whose provider accepts each call at once unless a test says otherwise. */
function openDialer(database: Database) {
  const logged: string[] = [];
  const woken: OrganisationId[] = [];
  const dialled: string[] = [];
  const numbers = new Map<string, string>();
  let handle: (job: object) => Promise<void> = async () => {};
  const telephone: Parameters<typeof createDialer>[0]['telephone'] = {
    lineFor: async () => line,
    async prepareOutbound(_queries, _organisation, { uuid = '', to }) {
      numbers.set(uuid, to);
      return uuid;
    },
    async dial(_organisation, callUuid) {
      dialled.push(numbers.get(callUuid) ?? '');
      return { kind: 'placed' };
    },
  };
  const dialer = createDialer({
    database,
    telephone,
    now: () => at,
    nowMs: () => performance.now(),
    callsPerSecond: () => 10_000,
    jobs: {
      enqueue: async (_, { organisationId }) => void woken.push(organisationId as OrganisationId),
      handle: (_, handler) => {
        handle = handler as unknown as typeof handle;
      },
    } as Parameters<typeof createDialer>[0]['jobs'],
    isRefusing: async () => false,
    isStopping: () => false,
    places: { free: async () => {}, freedSoFar: 0 },
    log: { error: (_: unknown, message: string) => logged.push(message), warn: () => {} } as never,
  });
  return {
    telephone,
    dialer,
    dialled,
    logged,
    woken,
    async begin(organisation: OrganisationId, flow: FlowRow) {
      await forOrganisation(database, organisation).tx((queries) => dialer.begin(queries, flow, at));
    },
    work: (organisationId: OrganisationId) =>
      handle({
        organisationId,
        payload: { provider: 'telephony_a' },
        signal: new AbortController().signal,
        complete: async () => {},
      }),
  };
}

onEachDatabase('dialling apart', ({ place }) => {
  let database: Database;
  beforeEach(async () => {
    database = await openAt(await place());
  });

  async function campaign(organisation: OrganisationId, uuid: string, more: object = {}): Promise<FlowRow> {
    const store = createFlowStore(database);
    const row = newFlow(uuid, { kind: 'outbound', status: 'active', createdAt: at.toISOString(), ...more });
    await store.addNew(organisation, row, []);
    return (await store.get(organisation, uuid)) as FlowRow;
  }
  const contacts = (organisation: OrganisationId, rows: readonly object[]) =>
    createContactStore(database).upsert(
      organisation,
      rows.map((row, index) => ({ phone: phoneOf(index), ...row })),
      { at: at.toISOString(), sight: undefined },
    );
  const targets = async (flowUuid: string) => {
    const { campaignTargets: table, contacts: people } = database.tables;
    const rows = await database.system.read
      .select({ phone: people.phone, status: table.status, reason: table.reason })
      .from(table)
      .innerJoin(people, eq(people.uuid, table.contactUuid))
      .where(eq(table.flowUuid, flowUuid));
    return Object.fromEntries(rows.map(({ phone, ...row }) => [phone, row]));
  };
  const flowOf = async (organisation: OrganisationId, uuid: string) =>
    (await createFlowStore(database).get(organisation, uuid)) as FlowRow;
  const broken = { start: 'noon', end: '00:00', timezone: 'UTC' };

  test('a contact whose call cannot be prepared is skipped, and the others are dialled', async () => {
    const { telephone, begin, work, dialled, logged } = openDialer(database);
    const prepare = telephone.prepareOutbound;
    telephone.prepareOutbound = (queries, organisation, call) =>
      call.to === phoneOf(1) ? Promise.reject(new Error('planted')) : prepare(queries, organisation, call);
    await contacts(ours, [{}, {}, {}]);
    await begin(ours, await campaign(ours, 'one'));
    await work(ours);
    expect(dialled.sort()).toEqual([phoneOf(0), phoneOf(2)]);
    expect((await targets('one'))[phoneOf(1)]).toEqual({ status: 'skipped', reason: 'internal_error' });
    expect(await flowOf(ours, 'one')).toMatchObject({ status: 'active', statusReason: null });
    expect(logged).toEqual(['failed to choose the next contact of a campaign']);
  });

  test('a campaign none of whose calls can be prepared is paused with a reason, and another one is dialled', async () => {
    const { telephone, begin, work, dialled } = openDialer(database);
    const prepare = telephone.prepareOutbound;
    telephone.prepareOutbound = (queries, organisation, call) =>
      call.flowUuid === 'bad' ? Promise.reject(new Error('planted')) : prepare(queries, organisation, call);
    const tagged = (tag: string) => Array.from({ length: 8 }, () => ({ tags: [tag] }));
    await contacts(ours, [...tagged('Of:bad'), ...tagged('Of:good')]);
    await begin(ours, await campaign(ours, 'bad', { branches: ['Of:bad'] }));
    await begin(ours, await campaign(ours, 'good', { branches: ['Of:good'] }));
    await work(ours);
    expect(dialled).toHaveLength(8);
    expect(await flowOf(ours, 'bad')).toMatchObject({
      status: 'paused',
      statusReason: expect.stringContaining('An internal error prevents its calls.'),
    });
    expect(Object.values(await targets('bad')).filter(({ status }) => status === 'queued')).toHaveLength(3);
  });

  test('a campaign with broken hours is paused without skipping its contacts, and another one is dialled', async () => {
    const { begin, work, dialled } = openDialer(database);
    await contacts(ours, [{ tags: ['Of:bad'] }, { tags: ['Of:good'] }]);
    const bad = await campaign(ours, 'bad', { branches: ['Of:bad'] });
    await begin(ours, bad);
    await begin(ours, await campaign(ours, 'good', { branches: ['Of:good'] }));
    await createFlowStore(database).change(ours, 'bad', async () => ({ set: { timeWindow: broken } }));
    await work(ours);
    expect(dialled).toEqual([phoneOf(1)]);
    expect(await flowOf(ours, 'bad')).toMatchObject({ status: 'paused' });
    expect((await targets('bad'))[phoneOf(0)]).toMatchObject({ status: 'queued' });
  });

  test.each([
    ['settings that an older version accepted', { config: { dialer: { max_attempts: 'many' } } }, /internal error/],
    [
      'a time zone that is none',
      { timeWindow: { start: '09:00', end: '20:00', timezone: 'IST' } },
      /time zone IST of the campaign must be .* say Asia\/Kolkata/,
    ],
  ])('a campaign with %s is paused with a reason, and another one is dialled', async (_, set, reason) => {
    const { begin, work, dialled } = openDialer(database);
    await contacts(ours, [{ tags: ['Of:bad'] }, { tags: ['Of:good'] }]);
    await begin(ours, await campaign(ours, 'bad', { branches: ['Of:bad'] }));
    await begin(ours, await campaign(ours, 'good', { branches: ['Of:good'] }));
    await createFlowStore(database).change(ours, 'bad', async () => ({ set }));
    await work(ours);
    expect(dialled).toEqual([phoneOf(1)]);
    expect(await flowOf(ours, 'bad')).toMatchObject({ status: 'paused', statusReason: expect.stringMatching(reason) });
  });

  describe('the round over the campaigns of all organisations', () => {
    test.each([
      ['whose connection cannot be read', { name: 'unreadable' }, /internal error/],
      ['with a time zone that is none', { config: { timezone: 'PST' } }, /say America\/Los_Angeles/],
    ])('pauses a campaign %s, and wakes the others', async (what, set, reason) => {
      const { telephone, dialer, begin, woken } = openDialer(database);
      if (what.includes('connection'))
        telephone.lineFor = async (organisation) => {
          if (organisation === theirs) throw new Error('planted');
          return line;
        };
      for (const organisation of [theirs, ours]) {
        await contacts(organisation, [{}]);
        await begin(organisation, await campaign(organisation, organisation === ours ? 'ours' : 'theirs'));
      }
      await createFlowStore(database).change(theirs, 'theirs', async () => ({ set }));
      await dialer.tend();
      expect(woken).toEqual([ours]);
      expect(await flowOf(theirs, 'theirs')).toMatchObject({
        status: 'paused',
        statusReason: expect.stringMatching(reason),
      });
      expect(await flowOf(ours, 'ours')).toMatchObject({ status: 'active' });
    });

    test('ends a campaign after its last day although another one has a time zone that is none', async () => {
      const { dialer } = openDialer(database);
      await campaign(theirs, 'theirs', { endDate: '2026-05-01', config: { timezone: 'IST' } });
      await campaign(ours, 'ours', { endDate: '2026-05-01' });
      await dialer.tend();
      expect((await flowOf(ours, 'ours')).status).toBe('completed');
    });

    test('stops at trouble of the database itself, which no campaign is blamed for', async () => {
      const { telephone, dialer, begin } = openDialer(database);
      await contacts(ours, [{}]);
      await begin(ours, await campaign(ours, 'ours'));
      const away = Object.assign(new Error('gone'), { code: 'database_away' });
      telephone.lineFor = vi.fn().mockRejectedValue(away);
      await expect(dialer.tend()).rejects.toBe(away);
      expect((await flowOf(ours, 'ours')).status).toBe('active');
    });
  });
});
