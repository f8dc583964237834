import { expect, test } from 'vitest';
import { storeCall } from '../calls/stored-calls.ts';
import { contactsOnce, onEachDatabase } from '../contacts/contacts-app.ts';

onEachDatabase('dashboard routes', (database) => {
  const open = contactsOnce(database);

  test('the dashboard without calls returns every key, with zeros', async () => {
    const { ask } = await open();
    const { status, body } = await ask('GET', '/api/dashboard');
    expect([status, body.window]).toEqual([200, 'today']);
    expect(body.stats).toEqual({
      calls_total: 0,
      calls_inbound: 0,
      calls_outbound: 0,
      calls_uploaded: 0,
      picked_up: 0,
      pickup_rate: 0,
      avg_duration_seconds: 0,
      outcome_breakdown: {},
      outcome_unsure: 0,
      sentiment_breakdown: {},
    });
    expect(Date.parse(body.range.from)).toBeLessThanOrEqual(Date.parse(body.range.to));
    const { trend } = (await ask('GET', '/api/dashboard/trend')).body;
    expect(trend).toHaveLength(14);
    expect(trend.every(({ calls }: { calls: number }) => calls === 0)).toBe(true);
    const board = { ai_agents: [], human_agents: [], unassigned: [] };
    expect((await ask('GET', '/api/dashboard/leaderboard')).body).toEqual(board);
  });

  test('the dashboard counts today’s calls of its organisation, without browser tests', async () => {
    const { ask, database: opened, people, organisation: organisationId } = await open();
    const createdAt = new Date().toISOString();
    await storeCall(opened, { organisationId, createdAt, sentiment: 'positive' });
    await storeCall(opened, { organisationId, createdAt, callType: 'outbound', outcome: 'voicemail' });
    await storeCall(opened, { organisationId, createdAt, agentUserUuid: people.mate.userUuid });
    await storeCall(opened, { organisationId, createdAt, callType: 'test' });
    await storeCall(opened, { createdAt, organisationId: people.stranger.organisationId! });
    expect((await ask('GET', '/api/dashboard')).body.stats).toMatchObject({
      calls_total: 3,
      calls_inbound: 2,
      calls_outbound: 1,
      picked_up: 2,
      pickup_rate: 0.6667,
      avg_duration_seconds: 10,
      outcome_breakdown: { connected: 2, voicemail: 1 },
      sentiment_breakdown: { positive: 1 },
    });
    expect((await ask('GET', '/api/dashboard/trend', { query: { days: '1' } })).body.trend).toMatchObject([
      { calls: 3 },
    ]);
    for (const days of ['0', '91', '1.5', '-1', '', ' 5', '0x10', '1e1', 'x'])
      expect(await ask('GET', '/api/dashboard/trend', { query: { days } }), days).toMatchObject({
        status: 400,
        body: { detail: 'query days: must be a whole number from 1 to 90.' },
      });
    const board = (await ask('GET', '/api/dashboard/leaderboard', { query: { window: '7d' } })).body;
    expect(board.human_agents).toMatchObject([{ agent_uuid: people.mate.userUuid, calls_total: 1, pickup_rate: 1 }]);
    expect(board.unassigned).toMatchObject([{ agent_name: 'Unassigned', calls_total: 2 }]);
    expect((await ask('GET', '/api/dashboard', { as: 'stranger' })).body.stats.calls_total).toBe(1);
  });

  test('attention lists failed calls and analyses, failing webhooks and unanswered numbers of the organisation', async () => {
    const { ask, database: opened, organisation: organisationId } = await open();
    const createdAt = new Date().toISOString();
    const empty = { total: 0, items: [] };
    const nothing = {
      failed_calls: empty,
      failing_webhooks: empty,
      numbers_without_agent: empty,
      failed_analyses: empty,
    };
    expect((await ask('GET', '/api/dashboard/attention')).body).toMatchObject({ window: 'today', ...nothing });
    await storeCall(opened, {
      organisationId,
      createdAt,
      status: 'failed',
      outcome: 'failed',
      endReason: 'provider_rejected',
    });
    await storeCall(opened, { organisationId, createdAt });
    const { connectedNumbers, webhooks, webhookDeliveries, interactions } = opened.tables;
    const uuid = 'w1';
    await opened.system.tx(async (queries) => {
      const number = { organisationId, provider: 'telephony_a', phoneKey: '2025550177' };
      await queries.insert(connectedNumbers).values({
        ...number,
        requiresSignature: true,
        connectedAt: createdAt,
        proof: 'proven',
        nextProofAt: createdAt,
      });
      const webhook = {
        uuid,
        organisationId,
        name: 'CRM',
        url: 'http://localhost:9/',
        events: ['call.ended'],
        createdAt,
      };
      await queries.insert(webhooks).values({ ...webhook, isActive: true });
      const delivery = { organisationId, webhookUuid: uuid, eventType: 'call.ended', body: '', createdAt };
      await queries.insert(webhookDeliveries).values(
        [true, false].map((success, position) => ({
          ...delivery,
          uuid: `d${position}`,
          eventUuid: `e${position}`,
          position,
          attemptedAt: createdAt,
          success,
          responseStatus: success ? 200 : 500,
          errorMessage: '',
        })),
      );
      await queries.insert(interactions).values({
        uuid: 'i1',
        organisationId,
        source: 'upload',
        status: 'failed',
        error: 'No speech was found.',
        connected: true,
        calledAt: createdAt,
        edits: {},
        search: '',
        createdAt,
        updatedAt: createdAt,
      });
    });
    expect((await ask('GET', '/api/dashboard/attention')).body).toMatchObject({
      failed_calls: { total: 1, items: [{ reason: 'provider_rejected', created_at: createdAt }] },
      failing_webhooks: { total: 1, items: [{ webhook_uuid: uuid, name: 'CRM', deliveries: 2, failures: 1 }] },
      numbers_without_agent: { total: 1, items: [{ provider: 'telephony_a', number_ending: '2025550177' }] },
      failed_analyses: { total: 1, items: [{ call_uuid: 'i1', error: 'No speech was found.' }] },
    });
    const flow = { kind: 'inbound', name: 'Line', provider: 'platform', speaker: 'ava', status: 'active' };
    await ask('POST', '/api/voice/flows', { body: { ...flow, phone_number: '+12025550177' } });
    expect((await ask('GET', '/api/dashboard/attention')).body.numbers_without_agent.total).toBe(0);
    expect((await ask('GET', '/api/dashboard/attention', { as: 'stranger' })).body).toMatchObject(nothing);
    expect((await ask('GET', '/api/dashboard/attention', { query: { window: 'week' } })).status).toBe(400);
  });

  test('the dashboard rejects other windows, days and segments, and keys without the scope', async () => {
    const { ask } = await open();
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
