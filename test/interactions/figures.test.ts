import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { forOrganisation, type OrganisationId } from '../../src/data/index.ts';
import { analysisOnce, onEachDatabase } from '../call-analysis/analysis-app.ts';
import { newCall } from '../data/sample-rows.ts';

interface Added {
  readonly agent: string;
  /** Uuid of the agent. */
  readonly id?: string;
  readonly seconds: number;
  readonly outcome: string | null;
  readonly score?: number;
  readonly latencyMs?: number;
}

onEachDatabase('what is measured in calls', (database) => {
  const open = analysisOnce(database);

  async function openCalls(added: readonly Added[]) {
    const app = open();
    const { tables } = app.database;
    const own = forOrganisation(app.database, app.people.admin.organisationId as OrganisationId);
    const at = new Date().toISOString();
    for (const { agent, id = null, seconds, outcome, score = null, latencyMs = null } of added) {
      const uuid = randomUUID();
      const call = { ...newCall(uuid, { status: 'completed' }), medianLatencyMs: latencyMs, endReason: 'silence' };
      const shared = { status: 'completed', connected: true, edits: {}, search: '', createdAt: at, updatedAt: at };
      const row = {
        ...shared,
        uuid,
        source: 'call',
        agentName: agent,
        voiceAgentUuid: id,
        durationMs: seconds * 1000,
        outcome,
        score,
      };
      await own.tx(async (queries) => {
        await queries.insert(tables.calls, [call as never]);
        await queries.insert(tables.interactions, [{ ...row, calledAt: at } as never]);
      });
    }
    const measure = async (query: Record<string, string>) => {
      const { status, body } = await app.ask('GET', '/api/calls/figures', { query });
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    /** Every group has as many calls as the list with its filter. */
    const listed = async (filter: Record<string, string>) =>
      (await app.ask('GET', '/api/calls', { query: filter })).body.total as number;
    return { ...app, measure, listed };
  }

  const calls: readonly Added[] = [
    { agent: 'Robin', seconds: 60, outcome: 'resolved', score: 80, latencyMs: 500 },
    { agent: 'Robin', seconds: 120, outcome: 'no_interest', score: 60, latencyMs: 700 },
    { agent: 'Asha', seconds: 30, outcome: null },
  ];

  test.each([
    ['calls', 3],
    ['minutes', 3.5],
    ['length', 70],
    ['score', 70],
    ['latency', 600],
    ['connected', 1],
    ['successful', 0.5],
    ['positive', null],
  ])('%s of all is %s', async (measure, value) => {
    const { measure: read } = await openCalls(calls);
    expect(await read({ measure })).toMatchObject({ calls: 3, value, groups: [] });
  });

  test.each(['agent', 'outcome', 'end_reason', 'time', 'source', 'campaign', 'direction', 'sentiment'])(
    'the groups by %s are those of the list',
    async (split) => {
      const { measure, listed } = await openCalls(calls);
      const { groups, calls: all } = await measure({ split, window: 'today' });
      expect(groups.reduce((sum: number, group: { calls: number }) => sum + group.calls, 0)).toBe(all);
      for (const group of groups) if (group.filter !== null) expect(await listed(group.filter)).toBe(group.calls);
    },
  );

  test.each([
    ['calls', 0],
    ['minutes', 0],
    ['length', null],
    ['score', null],
    ['connected', null],
  ])('%s of an hour without calls, and of no calls, is %s', async (measure, value) => {
    const { measure: read } = await openCalls([]);
    const { groups, ...all } = await read({ measure, split: 'time', window: 'yesterday' });
    expect(all).toMatchObject({ calls: 0, value });
    for (const group of groups) expect(group).toMatchObject({ calls: 0, value });
  });

  test('a name that an agent shares with others leads to no list', async () => {
    const id = randomUUID();
    const { measure, listed } = await openCalls([...calls, { agent: 'Robin', id, seconds: 10, outcome: null }]);
    const { groups } = await measure({ split: 'agent', window: 'today' });
    const byCalls = groups.map(({ name, calls: count, filter }: Record<string, unknown>) => [name, count, filter]);
    expect(byCalls).toHaveLength(3);
    expect(byCalls).toEqual(
      expect.arrayContaining([
        ['Robin', 2, null],
        ['Robin', 1, { agent: id }],
        ['Asha', 1, { agent: 'Asha' }],
      ]),
    );
    expect(await listed({ agent: 'Robin' })).toBe(3);
  });

  test('have the filters of the list, and nothing of another organisation', async () => {
    const { measure, ask } = await openCalls(calls);
    expect(await measure({ agent: 'Robin', measure: 'score', split: 'outcome' })).toMatchObject({
      calls: 2,
      value: 70,
    });
    expect((await ask('GET', '/api/calls/agents')).body.agents).toEqual([
      { uuid: null, name: 'Asha' },
      { uuid: null, name: 'Robin' },
    ]);
    const { measure: theirs, ask: asked } = await openCalls([]);
    expect(await theirs({})).toMatchObject({ calls: 0, value: 0 });
    expect((await asked('GET', '/api/calls/agents')).body.agents).toEqual([]);
    expect((await asked('GET', '/api/calls/figures', { query: { measure: 'nothing' } })).status).toBe(400);
  });

  test('are kept as cards for each person, in each organisation', async () => {
    const { ask } = open();
    const url = '/api/calls/figures/home';
    const shown = { window: '7d', chart: 'rows', campaign: '', agent: 'Robin', direction: 'inbound' };
    const card = { id: 'one', measure: 'score', split: 'agent', ...shown };
    expect((await ask('GET', url)).body).toEqual({ cards: [] });
    expect(await ask('PUT', url, { body: { cards: [card] } })).toMatchObject({ status: 200, body: { cards: [card] } });
    const changed = { ...card, chart: 'number' };
    await ask('PUT', url, { body: { cards: [changed, { ...card, id: 'two' }] } });
    expect((await ask('GET', url)).body.cards).toEqual([changed, { ...card, id: 'two' }]);
    expect((await ask('GET', url, { as: 'mate' })).body).toEqual({ cards: [] });
    expect((await ask('GET', url, { as: 'stranger' })).body).toEqual({ cards: [] });
    for (const cards of [[{ ...card, measure: 'nothing' }], Array.from({ length: 13 }, () => card)])
      expect((await ask('PUT', url, { body: { cards } })).status).toBe(400);
  });
});
