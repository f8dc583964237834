import { expect, test } from 'vitest';
import { storeCall } from '../calls/stored-calls.ts';
import { onEachDatabase, openContacts } from '../contacts/contacts-app.ts';

/** Zones, moments shortly before and after a midnight there, and the day that ends and the one that begins. */
const midnights = [
  ['America/Los_Angeles', '2026-11-28T07:40:00.000Z', '2026-11-28T08:20:00.000Z', '2026-11-27', '2026-11-28'],
  ['Asia/Kolkata', '2026-11-27T18:10:00.000Z', '2026-11-27T18:50:00.000Z', '2026-11-27', '2026-11-28'],
  ['Pacific/Kiritimati', '2026-11-27T09:40:00.000Z', '2026-11-27T10:20:00.000Z', '2026-11-27', '2026-11-28'],
] as const;

onEachDatabase('the time zone of an organisation', ({ place }) => {
  test('the newest call is in today of the dashboard, the trend, lists and reports', async () => {
    const clock = { now: '2026-11-28T12:00:00.000Z' };
    const app = await openContacts(await place(), {}, { now: () => new Date(clock.now) });
    const { ask, database, organisation: organisationId } = app;
    const countOf = async (url: string, query: Record<string, string>) => (await ask('GET', url, { query })).body.total;
    for (const [timezone, before, after, yesterday, today] of midnights) {
      await database.system.tx(async (queries) => void (await queries.delete(database.tables.calls)));
      expect((await ask('PATCH', '/api/organization', { body: { timezone } })).body.timezone).toBe(timezone);
      clock.now = before;
      const early = await ask('POST', '/api/calls', { body: { called_at: today } });
      expect(early.body.detail, timezone).toBe('called_at is in the future.');
      await storeCall(database, { organisationId, createdAt: before });
      await storeCall(database, { organisationId, createdAt: after });
      await storeCall(database, { organisationId, createdAt: after });
      clock.now = new Date(Date.parse(after) + 60_000).toISOString();
      const counted = async (window: string) =>
        (await ask('GET', '/api/dashboard', { query: { window } })).body.stats.calls_total;
      expect([await counted('today'), await counted('yesterday')], timezone).toEqual([2, 1]);
      const { trend } = (await ask('GET', '/api/dashboard/trend', { query: { days: '2' } })).body;
      expect(trend, timezone).toMatchObject([
        { date: yesterday, calls: 1 },
        { date: today, calls: 2 },
      ]);
      for (const [day, calls] of [
        [yesterday, 1],
        [today, 2],
      ] as const) {
        const days = { date_from: day, date_to: day };
        expect(await countOf('/v1/calls', days), `${timezone} ${day}`).toBe(calls);
        expect((await ask('GET', '/v1/calls/stats', { query: days })).body.total_calls).toBe(calls);
        expect(await countOf('/api/dashboard/calls', days)).toBe(calls);
      }
      const { timezone: listed } = (await ask('GET', '/api/dashboard/calls')).body;
      expect(listed).toBe(timezone);
      const custom = { window: 'custom', from: yesterday, to: yesterday };
      const { id } = (await ask('POST', '/api/reports', { body: custom })).body;
      const { range } = (await ask('GET', `/api/reports/${id}`)).body;
      const [started, ended] = [Date.parse(range.from), Date.parse(range.to)];
      expect(ended - started).toBe(86_400_000);
      expect(started < Date.parse(before) && Date.parse(before) < ended && ended <= Date.parse(after)).toBe(true);
    }
  });

  test('a schedule moves to the hour of the new time zone, and covers the week there', async () => {
    const now = () => new Date('2026-11-25T12:00:00.000Z');
    const { ask } = await openContacts(await place(), {}, { now });
    const zoned = (timezone: string) => ask('PATCH', '/api/organization', { body: { timezone } });
    await zoned('UTC');
    const added = await ask('POST', '/api/reports/schedules', { body: { every: 'week', recipients: [] } });
    const nextOf = async () => (await ask('GET', '/api/reports/schedules')).body;
    expect([added.status, (await nextOf()).schedules[0].next_at]).toEqual([201, '2026-11-30T07:00:00.000Z']);
    await zoned('America/Los_Angeles');
    const { schedules, timezone } = await nextOf();
    expect([schedules[0].next_at, timezone]).toEqual(['2026-11-30T15:00:00.000Z', 'America/Los_Angeles']);
  });

  test('a new time zone neither leaves out a scheduled report nor makes it twice', async () => {
    const clock = { at: '2026-11-25T12:00:00.000Z' };
    const { ask } = await openContacts(await place(), {}, { now: () => new Date(clock.at) });
    const zoned = (timezone: string) => ask('PATCH', '/api/organization', { body: { timezone } });
    const nextOf = async () => (await ask('GET', '/api/reports/schedules')).body.schedules[0].next_at;
    await zoned('UTC');
    await ask('POST', '/api/reports/schedules', { body: { every: 'week', recipients: [] } });
    expect(await nextOf()).toBe('2026-11-30T07:00:00.000Z');
    clock.at = '2026-11-30T05:00:00.000Z';
    await zoned('Asia/Kolkata');
    // Monday, seven o'clock, has passed there: this week's report is due.
    expect(await nextOf()).toBe('2026-11-30T01:30:00.000Z');
    const { id } = (await ask('GET', '/api/reports/schedules')).body.schedules[0];
    await ask('DELETE', `/api/reports/schedules/${id}`);
    clock.at = '2026-11-30T02:00:00.000Z';
    await ask('POST', '/api/reports/schedules', { body: { every: 'week', recipients: [] } });
    expect(await nextOf()).toBe('2026-12-07T01:30:00.000Z');
    await zoned('America/Los_Angeles');
    expect(await nextOf()).toBe('2026-12-07T15:00:00.000Z');
  });

  test('only admins set it, the first setting wins, and other names are refused with the right one', async () => {
    const { ask } = await openContacts(await place());
    const shown = (await ask('GET', '/api/organization', { as: 'mate' })).body;
    expect([shown.timezone, typeof shown.server_timezone]).toEqual([null, 'string']);
    const set = (body: object, as: 'admin' | 'mate' | 'key' = 'admin') =>
      ask('PATCH', '/api/organization', { body, as });
    expect((await set({ timezone: 'Asia/Kolkata' }, 'mate')).status).toBe(403);
    expect((await set({ timezone: 'Asia/Kolkata' }, 'key')).status).toBe(403);
    expect(await set({ timezone: 'IST' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Asia/Kolkata') },
    });
    expect((await set({ timezone: 'Asia/Kolkata', only_if_unset: true })).body.timezone).toBe('Asia/Kolkata');
    expect((await set({ timezone: 'Europe/Paris', only_if_unset: true })).body.timezone).toBe('Asia/Kolkata');
    expect((await set({ timezone: 'Europe/Paris' })).body.timezone).toBe('Europe/Paris');
    expect((await ask('GET', '/api/organization', { as: 'stranger' })).body.timezone).toBeNull();
  });
});
