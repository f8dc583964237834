import { expect, test, vi } from 'vitest';
import { localOrganisation } from '../../src/data/index.ts';
import { createFlowStore } from '../../src/features/campaigns/campaigns/index.ts';
import { createContactStore } from '../../src/features/campaigns/contacts/index.ts';
import { onEachDatabase } from '../data/databases.ts';
import { flows, noon, openDialling, patient, phoneOf } from './dialling-app.ts';

onEachDatabase('a launched campaign', ({ place }) => {
  test('a campaign reaches permitted contacts, retries where useful, and gives a reason for the others', async () => {
    const where = await place();
    const app = await openDialling({
      dataDir: where.dataDir,
      env: where.databaseUrl === undefined ? {} : { DATABASE_URL: where.databaseUrl },
      provider: {
        fate: (to, nth) => {
          if (to === phoneOf(1)) return { person: nth === 1 ? 'busy' : 'answers' };
          return to === phoneOf(2) ? { person: 'no_answer' } : {};
        },
      },
    });
    const tags = ['City:Boston'];
    await app.contacts([
      { tags: [...tags, 'Plan:Gold'] },
      { tags },
      { tags },
      { tags, optedOut: true },
      { tags: ['City:Pune'] },
      { tags, timezone: 'America/Los_Angeles' },
      { tags, timezone: 'Asia/Tokyo' },
    ]);
    const uuid = await app.campaign({
      branches: tags,
      time_window: { start: '12:00', end: '20:00', timezone: 'UTC' },
      config: { dialer: { max_attempts: 2, retry_minutes: { busy: 10, no_answer: 5 } } },
    });
    expect(await app.launch(uuid)).toMatchObject({
      status: 200,
      json: { status: 'launched', campaign_id: uuid, contacts_queued: 3 },
    });
    expect((await app.launch(uuid)).status).toBe(409);
    await vi.waitFor(async () => {
      const { of } = await app.targets(uuid);
      expect(of(0)).toMatchObject({ status: 'finished', outcome: 'connected', attempts: 1, reason: null });
      expect(of(1)).toMatchObject({ status: 'waiting', outcome: 'busy', attempts: 1, reason: 'retry' });
      expect(of(2)).toMatchObject({ status: 'waiting', outcome: 'no-answer', reason: 'retry' });
    }, patient);
    const { of, counts } = await app.targets(uuid);
    expect(counts).toEqual({ queued: 0, waiting: 3, dialing: 0, finished: 1, skipped: 2 });
    expect(of(3)).toMatchObject({ status: 'skipped', reason: 'opted_out', attempts: 0 });
    expect(of(4)).toBeUndefined();
    expect(of(5)).toMatchObject({ status: 'waiting', reason: 'outside_window', next_at: '2026-06-02T19:00:00.000Z' });
    // Tokyo is nine hours ahead: no hour is between noon and eight in the evening in both.
    expect(of(6)).toMatchObject({ status: 'skipped', reason: 'outside_window', next_at: null });
    const waiting = (await app.ask('GET', `${flows}/${uuid}/targets?status=waiting&limit=1`)).json;
    expect(waiting).toMatchObject({ total: 3, limit: 1, targets: [{ status: 'waiting' }] });

    const progress = (await app.ask('GET', `${flows}/${uuid}/progress`)).json;
    expect(progress).toMatchObject({ targets: counts, outcomes: { connected: 1, busy: 1, 'no-answer': 1 } });
    expect(progress.days).toHaveLength(14);
    expect(progress.days.at(-2)).toEqual({ date: '2026-06-01', calls: 0 });
    expect(progress.days.at(-1)).toEqual({ date: '2026-06-02', calls: 3 });
    expect((await app.ask('POST', `${flows}/audience`, { branches: tags })).json).toEqual({
      contacts: 6,
      callable: 5,
      opted_out: 1,
      recently_dialled: 3,
    });

    app.putForward(15 * 60_000);
    // Paused and taken up again, it goes on where it was.
    expect((await app.ask('POST', `/v1/campaigns/${uuid}/stop`)).json).toEqual({
      status: 'stopped',
      campaign_id: uuid,
    });
    expect((await app.ask('POST', `${flows}/${uuid}/toggle`)).json.status).toBe('active');
    await vi.waitFor(async () => {
      const now = await app.targets(uuid);
      expect(now.of(1)).toMatchObject({ status: 'finished', outcome: 'connected', attempts: 2 });
      expect(now.of(2)).toMatchObject({ status: 'finished', outcome: 'no-answer', reason: 'out_of_attempts' });
    }, patient);
    expect(Object.fromEntries(app.provider.dials)).toEqual({ [phoneOf(0)]: 1, [phoneOf(1)]: 2, [phoneOf(2)]: 2 });

    // Another campaign finds those who were just called.
    const other = await app.campaign({ branches: ['Plan:Gold', 'City:Pune'] });
    expect((await app.launch(other)).json.contacts_queued).toBe(1);
    await vi.waitFor(async () => {
      const now = await app.targets(other);
      expect(now.of(4)).toMatchObject({ status: 'finished', outcome: 'connected' });
      expect(now.of(0)).toMatchObject({ status: 'waiting', reason: 'recently_dialled', attempts: 0 });
      expect(Date.parse(now.of(0).next_at) - noon).toBeGreaterThan(23 * 3_600_000);
    }, patient);
    app.putForward(7 * 3_600_000);
    await app.ask('PATCH', `${flows}/${uuid}`, { branches: tags });
    await app.until(uuid, 'completed');
    expect((await app.ask('GET', `/v1/campaigns/${uuid}?include_metrics=true`)).json).toMatchObject({
      status_reason: 'Every contact has a final outcome.',
      metrics: { total_calls: 6, connect_rate: 0.5 },
    });
  });
});

test('a campaign whose provider keeps rejecting is paused with the reason, and dials nobody twice', async () => {
  const app = await openDialling({ provider: { fate: () => ({ request: 'down' }) } });
  await app.contacts(Array.from({ length: 30 }, () => ({})));
  const uuid = await app.campaign({ config: { dialer: { max_concurrent_calls: 2 } } });
  await app.launch(uuid);
  await app.until(uuid, 'paused');
  const { status_reason: reason } = (await app.ask('GET', `/v1/campaigns/${uuid}`)).json;
  expect(reason).toMatch(/rejected \d calls in a row.*telephony_not_connected/);
  const { counts } = await app.targets(uuid);
  expect(counts.waiting).toBeLessThanOrEqual(7);
  expect(counts.queued).toBeGreaterThanOrEqual(23);
  expect((await app.ask('GET', `${flows}/${uuid}/targets?status=waiting`)).json.targets[0]).toMatchObject({
    reason: 'telephony_not_connected',
    attempts: 1,
  });
});

test('a campaign is not launched with missing requirements, and ends after its last day', async () => {
  const app = await openDialling({ connected: false });
  const uuid = await app.campaign({ phone_number: '12345' });
  expect((await app.launch(uuid)).json.detail).toMatch(/E\.164/);
  await app.ask('PATCH', `${flows}/${uuid}`, { phone_number: null });
  expect((await app.launch(uuid)).json.detail).toMatch(/No telephony provider is connected/);
  await app.ask('PATCH', `${flows}/${uuid}`, { end_date: '2026-06-01' });
  expect((await app.launch(uuid)).json.detail).toMatch(/end_date/);
  expect((await app.ask('POST', `/v1/campaigns/${uuid}/stop`)).status).toBe(409);
  expect((await app.ask('GET', `/v1/campaigns/${uuid}`)).json.status).toBe('draft');
});

onEachDatabase('a campaign that is taken away', ({ place }) => {
  test.each(['removed', 'stopped'])(
    'while it dials and is %s goes no further, and its calls come to their ends',
    async (how) => {
      const where = await place();
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const rung = new AbortController();
      const people = ['answers', 'busy', 'no_answer'] as const;
      const asked: string[] = [];
      const app = await openDialling({
        dataDir: where.dataDir,
        env: where.databaseUrl === undefined ? {} : { DATABASE_URL: where.databaseUrl },
        // The first is talked to, and the other two ring, when the campaign goes.
        provider: {
          talk: () => held,
          fate(to) {
            const person = people[asked.push(to) - 1] ?? 'answers';
            return { person, ...(asked[0] === to ? { ringMs: 0 } : { ringMs: 600_000, rung: rung.signal }) };
          },
        },
      });
      await app.contacts(Array.from({ length: 9 }, () => ({})));
      const uuid = await app.campaign({ config: { dialer: { max_concurrent_calls: 3, max_attempts: 1 } } });
      await app.launch(uuid);
      await vi.waitFor(() => expect(app.provider.calls).toHaveLength(3), patient);
      await vi.waitFor(() => expect(app.provider.calls.map(({ state }) => state)).toContain('in-progress'), patient);
      expect((await app.targets(uuid)).counts).toMatchObject({ dialing: 3, queued: 6 });
      if (how === 'removed') expect((await app.ask('DELETE', `${flows}/${uuid}`)).status).toBe(204);
      else expect((await app.ask('POST', `/v1/campaigns/${uuid}/stop`)).status).toBe(200);
      release();
      rung.abort();
      await app.provider.idle();
      expect(app.provider.callbacks.filter(({ status }) => status !== 200)).toEqual([]);
      const { calls, total } = (await app.ask('GET', `/v1/calls?campaign_id=${uuid}`)).json;
      expect(total).toBe(3);
      const statuses = calls.map((call: { to_number: string; status: string }) => [call.to_number, call.status]);
      expect(asked.map((to) => Object.fromEntries(statuses)[to])).toEqual([expect.any(String), 'busy', 'no_answer']);
      const { contacts } = (await app.ask('GET', '/v1/contacts?limit=100')).json;
      const attempts = contacts.map((one: { phone: string; attempts: number }) => [one.phone, one.attempts]);
      expect(asked.slice(1).map((to) => Object.fromEntries(attempts)[to])).toEqual([1, 1]);
      expect(attempts.filter(([, times]: [string, number]) => times === 0).length).toBeGreaterThanOrEqual(6);
      if (how === 'stopped')
        await vi.waitFor(
          async () => expect((await app.targets(uuid)).counts).toMatchObject({ queued: 6, dialing: 0, finished: 3 }),
          patient,
        );
      else expect((await app.ask('GET', `${flows}/${uuid}/targets`)).status).toBe(404);
      expect(app.provider.calls).toHaveLength(3);
    },
  );
});

onEachDatabase('a call of a campaign that never reached the provider', ({ place }) => {
  test('an uncertain call is looked up at the provider, and placed once more', async () => {
    const where = await place();
    const asked = new Map<string, number>();
    const app = await openDialling({
      dataDir: where.dataDir,
      env: where.databaseUrl === undefined ? {} : { DATABASE_URL: where.databaseUrl },
      provider: {
        fate(to) {
          asked.set(to, (asked.get(to) ?? 0) + 1);
          return to === phoneOf(1) || asked.get(to) === 1 ? { request: 'lost' } : {};
        },
      },
    });
    await app.contacts([{}, {}]);
    const uuid = await app.campaign({ config: { dialer: { max_attempts: 1 } } });
    await app.launch(uuid);
    const dialing = async () => (await app.targets(uuid)).counts.dialing;
    await vi.waitFor(async () => expect([...asked.values(), await dialing()]).toEqual([1, 1, 2]), patient);
    app.putForward(301_000);
    await vi.waitFor(async () => expect([...asked.values()]).toEqual([2, 2]), patient);
    await vi.waitFor(async () => {
      const { of } = await app.targets(uuid);
      expect(of(0)).toMatchObject({ status: 'finished', outcome: 'connected', attempts: 1 });
    }, patient);
    app.putForward(301_000);
    await app.until(uuid, 'completed');
    const { of } = await app.targets(uuid);
    expect(of(1)).toMatchObject({ status: 'finished', outcome: 'unknown', reason: 'not_placed' });
    expect(Object.fromEntries(app.provider.dials)).toEqual({ [phoneOf(0)]: 1 });
    expect([...asked.values()]).toEqual([2, 2]);
  });
});

onEachDatabase('a stored time zone of three letters', ({ place }) => {
  const window = { start: '09:00', end: '20:00', timezone: 'UTC' };
  const open = async () => {
    const where = await place();
    const app = await openDialling({
      dataDir: where.dataDir,
      env: where.databaseUrl === undefined ? {} : { DATABASE_URL: where.databaseUrl },
    });
    const check = async (uuid: string, code: string) =>
      (await app.ask('GET', `${flows}/${uuid}/preflight`)).json.checks.find(
        (one: { code: string }) => one.code === code,
      );
    return { ...app, check };
  };

  test('skips its contact with a reason that names the zone, and everybody else is dialled', async () => {
    const app = await open();
    const zones = ['IST', 'EST', 'GB', 'Asia/Dubai', null];
    await app.contacts(zones.map((timezone) => ({ tags: ['T:A'], timezone })));
    const uuid = await app.campaign({ branches: ['T:A'], time_window: window });
    expect(await app.check(uuid, 'audience')).toEqual({
      code: 'audience',
      status: 'warning',
      detail:
        '3 contacts will be called. 1 contact with the time zone EST will be skipped: it must be an IANA time zone with the name of a place: say America/New_York or America/Panama. 1 contact with the time zone IST will be skipped: it must be an IANA time zone with the name of a place: say Asia/Kolkata or Europe/Dublin or Asia/Jerusalem.',
    });
    expect(await app.launch(uuid)).toMatchObject({ status: 200, json: { contacts_queued: 3 } });
    await vi.waitFor(async () => expect((await app.targets(uuid)).counts.finished).toBe(3), patient);
    const { of } = await app.targets(uuid);
    expect(of(0)).toMatchObject({ status: 'skipped', reason: 'invalid_timezone: IST', attempts: 0 });
    expect(of(1)).toMatchObject({ status: 'skipped', reason: 'invalid_timezone: EST', attempts: 0 });
    expect(of(2)).toMatchObject({ status: 'finished', outcome: 'connected' });
    await app.until(uuid, 'completed');
  });

  test('does not matter to a campaign without calling hours', async () => {
    const app = await open();
    await app.contacts([{ timezone: 'IST' }]);
    const uuid = await app.campaign();
    expect(await app.check(uuid, 'audience')).toMatchObject({ status: 'ok', detail: '1 contact will be called.' });
    await app.launch(uuid);
    await vi.waitFor(async () => expect((await app.targets(uuid)).counts.finished).toBe(1), patient);
  });

  test('that comes to a contact of a running campaign stops neither it nor another campaign', async () => {
    const app = await open();
    await app.contacts([
      { tags: ['T:A'] },
      { tags: ['T:A'], timezone: 'Asia/Tokyo' },
      ...Array(5).fill({ tags: ['T:B'] }),
    ]);
    // In Tokyo it is night. Later it would be the turn of the second contact, whose zone has changed by then.
    const first = await app.campaign({ branches: ['T:A'], time_window: { ...window, start: '00:00', end: '23:00' } });
    expect((await app.launch(first)).json).toMatchObject({ contacts_queued: 2 });
    const second = await app.campaign({ branches: ['T:A'], time_window: window });
    expect((await app.launch(second)).status).toBe(200);
    await createContactStore(app.database).upsert(localOrganisation, [{ phone: phoneOf(1), timezone: 'PST' }], {
      at: new Date(noon).toISOString(),
      sight: undefined,
    });
    app.putForward(13 * 3_600_000);
    const third = await app.campaign({ branches: ['T:B'] });
    expect((await app.launch(third)).json).toMatchObject({ contacts_queued: 5 });
    await vi.waitFor(async () => expect((await app.targets(third)).counts.finished).toBe(5), patient);
    app.putForward(24 * 3_600_000);
    await vi.waitFor(
      async () =>
        expect((await app.targets(second)).of(1)).toMatchObject({ status: 'skipped', reason: 'invalid_timezone: PST' }),
      patient,
    );
  });

  test('of a campaign prevents its launch with the likely names, and leaves its pages readable', async () => {
    const app = await open();
    await app.contacts([{}]);
    const uuid = await app.campaign({ time_window: window });
    await createFlowStore(app.database).change(localOrganisation, uuid, async () => ({
      set: { timeWindow: { ...window, timezone: 'IST' }, config: { timezone: 'PST' }, endDate: '2030-01-01' },
    }));
    const detail = expect.stringMatching(/^The time zone IST of the campaign must be .* say Asia\/Kolkata or/);
    expect(await app.check(uuid, 'hours')).toEqual({ code: 'hours', status: 'blocking', detail });
    expect(await app.launch(uuid)).toMatchObject({ status: 400, json: { detail } });
    expect((await app.ask('GET', `${flows}/${uuid}/progress`)).status).toBe(200);
    const listed = await app.ask('GET', '/v1/campaigns?include_metrics=true');
    expect(listed).toMatchObject({
      status: 200,
      json: { campaigns: expect.arrayContaining([expect.objectContaining({ uuid })]) },
    });
    expect((await app.ask('PATCH', `${flows}/${uuid}`, { time_window: window })).status).toBe(200);
    expect((await app.launch(uuid)).status).toBe(200);
    await app.until(uuid, 'completed');
  });
});
