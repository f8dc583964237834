import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { forOrganisation, type OrganisationId } from '../../src/data/index.ts';
import { analysisOnce, onEachDatabase } from '../call-analysis/analysis-app.ts';
import { newCall } from '../data/sample-rows.ts';

const url = '/api/settings/prices';
const connection = randomUUID();

interface Added {
  readonly seconds?: number;
  readonly createdAt?: string;
  /** Columns of the call. */
  readonly call?: Record<string, unknown>;
  readonly events?: readonly Record<string, unknown>[];
}

/** A reply of a language model that its server counted, or cut off before. */
const replied = (promptTokens: number, completionTokens: number, reported = 1) => ({
  type: 'models',
  atMs: 1,
  turn: 1,
  used: {
    brain: 'openai',
    discarded: false,
    models: [{ connection, name: 'Small model', requests: 1, reported, promptTokens, completionTokens }],
  },
});

const perMinute = {
  part: 'telephony',
  service: 'telephony_a',
  direction: 'inbound',
  valid_from: '2026-01-01T00:00:00Z',
  currency: 'EUR',
  per_minute: 0.03,
};
const perToken = {
  part: 'language_model',
  service: connection,
  valid_from: '2026-01-01T00:00:00Z',
  currency: 'EUR',
  per_million_prompt_tokens: 1,
  per_million_completion_tokens: 10,
};

onEachDatabase('what calls cost', (database) => {
  const open = analysisOnce(database);

  async function openCalls(added: readonly Added[] = []) {
    const app = open();
    const { tables } = app.database;
    const own = forOrganisation(app.database, app.people.admin.organisationId as OrganisationId);
    const today = new Date().toISOString();
    const uuids: string[] = [];
    for (const { seconds = 61, createdAt = today, call = {}, events = [] } of added) {
      const uuid = randomUUID();
      uuids.push(uuid);
      const durationMs = seconds * 1000;
      const row = { ...newCall(uuid, { status: 'completed', createdAt }), durationMs, endedAt: createdAt, ...call };
      const about = { status: 'completed', connected: true, edits: {}, search: '', createdAt, updatedAt: createdAt };
      await own.tx(async (queries) => {
        await queries.insert(tables.calls, [row as never]);
        await queries.insert(tables.interactions, [
          { ...about, uuid, source: 'call', durationMs, calledAt: createdAt } as never,
        ]);
        for (const [index, event] of events.entries())
          await queries.insert(tables.callEvents, [
            { callUuid: uuid, seq: index + 1, type: event.type, atMs: 1, body: event, recordedAt: createdAt } as never,
          ]);
      });
    }
    const price = async (...prices: readonly object[]) => {
      for (const body of prices) expect(await app.ask('POST', url, { body })).toMatchObject({ status: 201 });
    };
    const listed = async (query: Record<string, string> = {}) => (await app.ask('GET', '/api/calls', { query })).body;
    const costOf = async (uuid: string) => (await app.ask('GET', `/api/v1/sales/calls/${uuid}`)).body.cost;
    const figure = async (query: Record<string, string>) =>
      (await app.ask('GET', '/api/calls/figures', { query })).body;
    const setZone = (timezone: string) =>
      app.database.system.tx(async (queries) => {
        const organisation = { uuid: own.organisationId, name: 'Ours', createdAt: today, timezone };
        await queries.insert(tables.organisations).values(organisation);
      });
    return { ...app, own, uuids, setZone, price, listed, costOf, figure };
  }

  test('a call costs the sum of its parts, each with its quantity', async () => {
    const { price, uuids, costOf } = await openCalls([{ events: [replied(2000, 100), replied(3000, 50)] }]);
    await price({ ...perMinute, step_seconds: 60 }, perToken);
    expect(await costOf(uuids[0] as string)).toEqual({
      amount: expect.closeTo(0.0665, 10),
      currency: 'EUR',
      is_at_least: false,
      parts: expect.arrayContaining([
        expect.objectContaining({
          part: 'telephony',
          service: 'telephony_a',
          name: 'Plivo',
          direction: 'inbound',
          seconds: 61,
          billed_seconds: 120,
          amount: expect.closeTo(0.06, 10),
        }),
        expect.objectContaining({
          part: 'language_model',
          name: 'Small model',
          prompt_tokens: 5000,
          completion_tokens: 150,
          amount: expect.closeTo(0.0065, 10),
        }),
      ]),
    });
  });

  test('a part without a price leaves the cost unknown, never 0, and is named', async () => {
    const { price, uuids, costOf, listed, figure, ask } = await openCalls([{ events: [replied(2000, 100)] }, {}]);
    await price(perMinute);
    const cost = await costOf(uuids[0] as string);
    expect(cost.amount).toBeNull();
    expect(cost.parts.map(({ part, amount }: Record<string, unknown>) => [part, amount])).toEqual(
      expect.arrayContaining([
        ['telephony', expect.closeTo(0.0305, 10)],
        ['language_model', null],
      ]),
    );
    const calls = (await listed()).calls as { uuid: string; cost: { amount: number | null } }[];
    expect(calls.find(({ uuid }) => uuid === uuids[0])?.cost.amount).toBeNull();
    expect(await figure({ measure: 'cost' })).toMatchObject({
      calls: 2,
      counted: 1,
      value: expect.closeTo(0.0305, 4),
      currency: 'EUR',
    });
    expect((await ask('GET', url)).body.unpriced).toEqual([
      { part: 'language_model', service: connection, name: 'Small model', direction: null, calls: 1 },
    ]);
  });

  test('without prices no call has a cost, and a sum is unknown', async () => {
    const { uuids, costOf, listed, figure } = await openCalls([{}]);
    expect(await costOf(uuids[0] as string)).toBeNull();
    expect((await listed()).calls[0].cost).toBeNull();
    expect(await figure({ measure: 'cost' })).toMatchObject({ calls: 1, counted: 0, value: null, currency: null });
  });

  test('the price that was valid when a call began applies, and none before the first', async () => {
    const at = (day: string) => ({ createdAt: `${day}T12:00:00.000Z`, seconds: 60 });
    const { price, uuids, costOf } = await openCalls([at('2025-12-31'), at('2026-01-15'), at('2026-02-01')]);
    await price(perMinute, { ...perMinute, valid_from: '2026-02-01T00:00:00Z', per_minute: 0.05 });
    const amounts = await Promise.all(uuids.map(async (uuid) => (await costOf(uuid))?.amount ?? null));
    expect(amounts).toEqual([null, expect.closeTo(0.03, 10), expect.closeTo(0.05, 10)]);
  });

  test('a price from a day begins at midnight of the organisation', async () => {
    const { price, uuids, costOf, setZone } = await openCalls([
      { createdAt: '2026-01-14T18:29:00.000Z' },
      { createdAt: '2026-01-14T18:30:00.000Z' },
    ]);
    await setZone('Asia/Kolkata');
    await price({ ...perMinute, valid_from: '2026-01-15' });
    expect(await costOf(uuids[0] as string)).toBeNull();
    expect((await costOf(uuids[1] as string)).amount).toBeCloseTo(0.0305, 10);
  });

  test('what nobody measured makes the cost a lower bound', async () => {
    const { price, uuids, costOf, figure } = await openCalls([
      { events: [replied(2000, 100), replied(0, 0, 0)] },
      { call: { agentUserUuid: 'u1', callType: 'outbound' } },
      {},
    ]);
    await price(perMinute, { ...perMinute, direction: 'outbound' }, perToken);
    const bounds = await Promise.all(uuids.map(async (uuid) => (await costOf(uuid)).is_at_least));
    expect(bounds).toEqual([true, true, false]);
    expect(await figure({ measure: 'cost' })).toMatchObject({ counted: 3, is_at_least: true });
  });

  test('speech servers have a price by time or by characters', async () => {
    const used = [
      { part: 'recognition', engine: 'scribe', audioMs: 30_000, characters: 0 },
      { part: 'synthesis', engine: 'scribe', audioMs: 20_000, characters: 500 },
    ];
    const { price, uuids, costOf } = await openCalls([{ events: [{ type: 'speech', atMs: 1, used }] }]);
    const speech = { service: 'scribe', valid_from: '2026-01-01T00:00:00Z', currency: 'EUR' };
    await price(
      perMinute,
      { ...speech, part: 'recognition', per_minute: 0.02 },
      { ...speech, part: 'synthesis', per_million_characters: 30 },
    );
    expect((await costOf(uuids[0] as string)).amount).toBeCloseTo(0.0305 + 0.01 + 0.015, 10);
  });

  test('browser tests, websites and phones of this server use no provider; then a call costs nothing', async () => {
    const {
      own,
      database: data,
      setZone,
      price,
      uuids,
      costOf,
    } = await openCalls([
      { call: { callType: 'test', dialect: 'browser' } },
      { call: { dialect: 'website' } },
      { call: { dialect: 'website_chat' } },
      { call: { dialect: 'sip', fromNumber: '1001' } },
      { seconds: 0 },
      { call: { dialect: 'sip', fromNumber: '+12025550101' } },
      // Somebody behind a telephone system, over a trunk.
      { call: { dialect: 'sip', fromNumber: '1002' } },
    ]);
    await setZone('UTC');
    const phone = { uuid: randomUUID(), name: 'Desk', extension: '1001', createdAt: perMinute.valid_from };
    const account = { sipUsername: randomUUID(), behindNat: false };
    await own.tx((queries) => queries.insert(data.tables.phones, [{ ...phone, ...account } as never]));
    await price(perMinute);
    const costs = await Promise.all(uuids.map(async (uuid) => (await costOf(uuid)).amount));
    expect(costs).toEqual([0, 0, 0, 0, 0, null, null]);
  });

  test('the list is filtered by cost, without calls of unknown cost', async () => {
    const { price, uuids, listed } = await openCalls([
      { seconds: 60 },
      { seconds: 600 },
      { events: [replied(1, 1)], seconds: 60 },
    ]);
    await price(perMinute);
    const found = async (query: Record<string, string>) =>
      (await listed(query)).calls.map(({ uuid }: { uuid: string }) => uuid).sort();
    expect(await found({ min_cost: '0.01' })).toEqual([uuids[0], uuids[1]].sort());
    expect(await found({ min_cost: '0.1', max_cost: '0.31' })).toEqual([uuids[1]]);
    expect(await found({ max_cost: '0.1' })).toEqual([uuids[0]]);
  });

  test('a cost equals the number that people enter, and is never 0 because it is small', async () => {
    const { price, listed, uuids, costOf, figure } = await openCalls([
      { seconds: 60, events: [replied(200_000, 0)] },
      { seconds: 1, call: { callType: 'outbound' } },
    ]);
    await price({ ...perMinute, per_minute: 0.1 }, perToken, {
      ...perMinute,
      direction: 'outbound',
      per_minute: 0.0012,
    });
    expect((await costOf(uuids[0] as string)).amount).toBe(0.3);
    expect((await listed({ max_cost: '0.3', min_cost: '0.3' })).calls).toHaveLength(1);
    expect((await costOf(uuids[1] as string)).amount).toBe(0.00002);
    expect(await figure({ measure: 'cost' })).toMatchObject({ value: 0.30002 });
  });

  test('the price of a connection to a language model has its name, also before the first call', async () => {
    const { ask } = await openCalls();
    const model = { name: 'Main', base_url: 'https://models.example.com/v1', model: 'm' };
    const { uuid } = (await ask('POST', '/api/settings/models', { body: model })).body;
    expect((await ask('POST', url, { body: { ...perToken, service: uuid } })).body.name).toBe('Main');
    expect((await ask('GET', url)).body.prices).toMatchObject([{ service: uuid, name: 'Main' }]);
  });

  test('the groups of a cost add up to it', async () => {
    const { price, figure } = await openCalls([{ seconds: 60 }, { seconds: 120, call: { endReason: 'silence' } }]);
    await price(perMinute);
    const { groups, value } = await figure({ measure: 'cost', split: 'end_reason' });
    expect(groups.map((group: { value: number }) => group.value).sort()).toEqual([0.03, 0.06]);
    expect(value).toBeCloseTo(0.09, 4);
    expect(await figure({ measure: 'cost_per_call', split: 'time' })).toMatchObject({ value: 0.045, counted: 2 });
  });

  test('admins enter prices, managers read them, members see costs of their calls alone', async () => {
    const { price, ask } = await openCalls([{}]);
    await price(perMinute);
    expect((await ask('POST', url, { as: 'manager', body: perToken })).status).toBe(403);
    expect((await ask('GET', url, { as: 'manager' })).body.prices).toHaveLength(1);
    expect((await ask('GET', url, { as: 'mate' })).status).toBe(403);
    expect((await ask('GET', url, { as: 'stranger' })).body).toMatchObject({
      prices: [],
      currency: null,
      unpriced: [],
    });
    const { uuid } = (await ask('GET', url)).body.prices[0];
    expect((await ask('DELETE', `${url}/${uuid}`, { as: 'stranger' })).status).toBe(404);
    expect((await ask('DELETE', `${url}/${uuid}`)).status).toBe(204);
    expect((await ask('DELETE', `${url}/${uuid}`)).status).toBe(404);
  });

  test('a second price from the same moment and another currency are refused', async () => {
    const { price, ask } = await openCalls();
    await price(perMinute);
    expect((await ask('POST', url, { body: perMinute })).status).toBe(409);
    expect((await ask('POST', url, { body: { ...perToken, currency: 'USD' } })).body.detail).toContain(
      'another currency',
    );
  });

  test.each([
    ['telephony without a direction', { ...perMinute, direction: null }],
    ['a model with a direction', { ...perToken, direction: 'inbound' }],
    ['a model with one of two amounts', { ...perToken, per_million_prompt_tokens: null }],
    ['an amount of another part', { ...perMinute, per_million_characters: 1 }],
    ['a negative amount', { ...perMinute, per_minute: -1 }],
    ['a currency in words', { ...perMinute, currency: 'Euro' }],
    ['a step of no time', { ...perMinute, step_seconds: 0 }],
    ['a day that does not exist', { ...perMinute, valid_from: '2026-02-30' }],
  ])('%s is refused', async (_name, body) => {
    const { ask } = await openCalls();
    expect((await ask('POST', url, { body })).status).toBe(400);
  });

  test('tokens are added up by agent and language model, in a time and an organisation', async () => {
    const agent = randomUUID();
    const call = { voiceAgentUuid: agent };
    const { ask, own } = await openCalls([
      { call, events: [replied(2000, 100), replied(3000, 50, 0)] },
      { call, events: [replied(500, 5)] },
      { events: [replied(10, 1)] },
      { call, createdAt: '2026-01-05T00:00:00.000Z', events: [replied(7, 7)] },
    ]);
    const usage = async (query: Record<string, string> = {}, as: 'manager' | 'stranger' | 'mate' = 'manager') =>
      await ask('GET', '/api/settings/model-usage', { query, as });
    const ofModel = { agent_name: null, model_uuid: null, model_name: 'Small model' };
    expect((await usage()).body).toMatchObject({
      uses: [
        {
          ...ofModel,
          agent_id: agent,
          calls: 2,
          prompt_tokens: 5500,
          completion_tokens: 155,
          unreported_requests: 1,
        },
        { ...ofModel, agent_id: null, calls: 1, prompt_tokens: 10, completion_tokens: 1, unreported_requests: 0 },
      ],
      total: 2,
    });
    const { modelConnections } = own.tables;
    const flags = { isDefault: false, createdAt: '2026-01-01T00:00:00.000Z' };
    const row = { uuid: connection, name: 'Renamed', baseUrl: 'http://127.0.0.1:1/v1', model: 'm', ...flags };
    await own.tx((queries) => queries.insert(modelConnections, [row]));
    const january = await usage({ date_from: '2026-01-01', date_to: '2026-01-31' });
    expect(january.body.uses).toMatchObject([{ model_uuid: connection, model_name: 'Renamed', prompt_tokens: 7 }]);
    expect((await usage({}, 'stranger')).body).toMatchObject({ uses: [], total: 0 });
    expect((await usage({}, 'mate')).status).toBe(403);
    expect((await usage({ date_from: '2026-02-01', date_to: '2026-01-01' })).status).toBe(400);
  });

  test('what a call used is deleted with it', async () => {
    const { own, uuids, ask } = await openCalls([{ events: [replied(1, 1)] }]);
    const { callUsage } = own.tables;
    expect(await own.read.count(callUsage)).toBe(1);
    const { body } = await ask('GET', '/api/calls');
    expect((await ask('DELETE', `/api/calls/${body.calls[0].id}`)).status).toBe(204);
    expect(await own.read.count(callUsage)).toBe(0);
    expect(uuids).toHaveLength(1);
  });
});
