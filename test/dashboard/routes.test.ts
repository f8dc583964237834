import { expect, test } from 'vitest';
import { storeCall } from '../calls/stored-calls.ts';
import { onEachDatabase, openContacts, people } from '../contacts/contacts-app.ts';

onEachDatabase('dashboard routes', ({ place }) => {
  test('answer nothing of nothing, with every key', async () => {
    const { ask } = await openContacts(await place());
    const { status, body } = await ask('GET', '/api/dashboard');
    expect([status, body.window]).toEqual([200, 'today']);
    expect(body.stats).toEqual({
      ...{ calls_total: 0, calls_inbound: 0, calls_outbound: 0, calls_uploaded: 0, picked_up: 0 },
      ...{ pickup_rate: 0, avg_duration_seconds: 0, outcome_breakdown: {}, sentiment_breakdown: {} },
    });
    expect(Date.parse(body.range.from)).toBeLessThanOrEqual(Date.parse(body.range.to));
    const { trend } = (await ask('GET', '/api/dashboard/trend')).body;
    expect(trend).toHaveLength(14);
    expect(trend.every(({ calls }: { calls: number }) => calls === 0)).toBe(true);
    const board = { ai_agents: [], human_agents: [], unassigned: [] };
    expect((await ask('GET', '/api/dashboard/leaderboard')).body).toEqual(board);
  });

  test('count the calls of today, of ones own organisation, without browser tests', async () => {
    const { ask, database } = await openContacts(await place());
    const createdAt = new Date().toISOString();
    await storeCall(database, { createdAt, sentiment: 'positive' });
    await storeCall(database, { createdAt, callType: 'outbound', outcome: 'voicemail' });
    await storeCall(database, { createdAt, agentUserUuid: people.mate.userUuid });
    await storeCall(database, { createdAt, callType: 'test' });
    await storeCall(database, { createdAt, organisationId: people.stranger.organisationId! });
    expect((await ask('GET', '/api/dashboard')).body.stats).toMatchObject({
      ...{ calls_total: 3, calls_inbound: 2, calls_outbound: 1, picked_up: 2, pickup_rate: 0.6667 },
      ...{ avg_duration_seconds: 10, outcome_breakdown: { connected: 2, voicemail: 1 } },
      sentiment_breakdown: { positive: 1 },
    });
    expect((await ask('GET', '/api/dashboard/trend', { query: { days: '1' } })).body.trend).toMatchObject([
      { calls: 3 },
    ]);
    const board = (await ask('GET', '/api/dashboard/leaderboard', { query: { window: '7d' } })).body;
    expect(board.human_agents).toMatchObject([{ agent_uuid: people.mate.userUuid, calls_total: 1, pickup_rate: 1 }]);
    expect(board.unassigned).toMatchObject([{ agent_name: 'Unassigned', calls_total: 2 }]);
    expect((await ask('GET', '/api/dashboard', { as: 'stranger' })).body.stats.calls_total).toBe(1);
  });

  test('reject other windows, days and segments, and keys without the scope', async () => {
    const { ask } = await openContacts(await place());
    const of = async (url: string, query: Record<string, string>) => {
      const { status, body } = await ask('GET', url, { query });
      return [status, body.detail];
    };
    const window = [400, expect.stringContaining('today, yesterday, 7d, 14d, 30d')];
    expect(await of('/api/dashboard', { window: 'week' })).toEqual(window);
    expect(await of('/api/dashboard/leaderboard', { window: '' })).toEqual(window);
    for (const days of ['0', '91', '1.5', 'x'])
      expect(await of('/api/dashboard/trend', { days })).toEqual([400, expect.stringContaining('from 1 to 90')]);
    for (const path of ['', '/trend', '/leaderboard'])
      expect(await of(`/api/dashboard${path}`, { segment_uuids: 'none,other' })).toEqual([
        400,
        expect.stringContaining('Segment none does not exist'),
      ]);
    expect((await ask('GET', '/api/dashboard', { as: 'reader' })).status).toBe(403);
  });
});
