import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isInOtherArm } from '../../src/features/agents/splits/arm.ts';
import { createVersionResults } from '../../src/features/analysis/version-results/index.ts';
import { storeCall } from '../calls/stored-calls.ts';
import { onEachDatabase } from '../data/databases.ts';
import { asOwner, ours } from '../http/route-kinds.ts';
import { flowUuid, lineNumber, openTestApp } from '../http/test-app.ts';
import { agentsOnce } from './agents-app.ts';

const voice_config = { speaker: 'ava' };

describe('the version of a contact', () => {
  const contacts = Array.from({ length: 1000 }, (_, index) => `+1202555${`${index}`.padStart(4, '0')}`);
  const chosen = (hashKey: string, percent = 10): Set<string> =>
    new Set(contacts.filter((contact) => isInOtherArm({ hashKey, percent }, contact)));

  test('is the other one for 10 ± 2 % of 1,000 contacts', () => {
    const shares = ['one', 'two', 'three'].map((key) => chosen(key).size / 10);
    for (const share of shares) expect(Math.abs(share - 10)).toBeLessThanOrEqual(2);
  });

  test('is the same in every call of a test, and chosen again for the next test', () => {
    expect(chosen('one')).toEqual(chosen('one'));
    const next = chosen('two');
    const both = [...chosen('one')].filter((contact) => next.has(contact));
    expect(both.length).toBeLessThan(30);
  });

  test('stays the other one when the share grows', () => {
    const [few, many] = [chosen('one', 10), chosen('one', 50)];
    expect([...few].every((contact) => many.has(contact))).toBe(true);
  });
});

onEachDatabase('split tests', (database) => {
  const open = agentsOnce(database);

  /** An agent with version 1 published and version 2 as its draft. */
  async function withDraft() {
    const app = open();
    const { uuid } = (await app.ask('POST', '', { body: { name: 'Ava', greeting: 'One.', voice_config } })).json();
    const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
      const answer = await app.ask(method, `/${uuid}${path}`, body === undefined ? {} : { body });
      return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() };
    };
    await send('PATCH', '?draft=true', { greeting: 'Two.' });
    return { app, uuid: uuid as string, send };
  }

  test('refuse versions that do not exist or are published, and shares outside of 1 to 99 %', async () => {
    const { send } = await withDraft();
    const start = (version: unknown, percent: unknown) => send('POST', '/split', { version, percent } as object);
    expect(await start(9, 10)).toMatchObject({ status: 400, json: { detail: expect.stringContaining('not kept') } });
    expect(await start(1, 10)).toMatchObject({ status: 400, json: { detail: expect.stringContaining('published') } });
    for (const percent of [0, 100, -1, 1.5, '10', null])
      expect(await start(2, percent), String(percent)).toMatchObject({
        status: 400,
        json: { detail: expect.stringContaining('percent') },
      });
    expect((await send('GET', '/split')).status).toBe(404);
    expect((await send('POST', '/split/stop')).status).toBe(404);
    expect((await send('POST', '/split/promote')).status).toBe(404);
  });

  test('keep the agent from being published, restored, split again or deleted', async () => {
    const { send } = await withDraft();
    expect(await send('POST', '/split', { version: 2, percent: 10 })).toMatchObject({
      status: 201,
      json: { version: 1, other_version: 2, percent: 10, ended_at: null, results: { sentence: /Too few calls/ } },
    });
    const refused = { status: 409, json: { detail: expect.stringContaining('split test') } };
    expect(await send('POST', '/split', { version: 2, percent: 20 })).toMatchObject(refused);
    expect(await send('POST', '/publish')).toMatchObject(refused);
    expect(await send('PATCH', '', { greeting: 'Three.' })).toMatchObject(refused);
    expect(await send('POST', '/versions/1/restore')).toMatchObject(refused);
    expect(await send('DELETE', '')).toMatchObject(refused);
    expect(await send('PATCH', '?draft=true', { greeting: 'Three.' })).toMatchObject({
      status: 200,
      json: { version: 1, draft_version: 3 },
    });
    expect(await send('POST', '/split/stop')).toMatchObject({ status: 200, json: { ended_by: 'stopped' } });
    expect(await send('POST', '/publish')).toMatchObject({ status: 200, json: { version: 3, greeting: 'Three.' } });
    expect(await send('DELETE', '')).toMatchObject({ status: 204 });
  });

  test('publish the draft under its number when it is promoted', async () => {
    const { send } = await withDraft();
    await send('POST', '/split', { version: 2, percent: 10 });
    expect(await send('POST', '/split/promote')).toMatchObject({ status: 200, json: { ended_by: 'promoted' } });
    const agent = { version: 2, draft_version: null, greeting: 'Two.' };
    expect((await send('GET', '')).json).toMatchObject(agent);
    expect((await send('POST', '/split/promote')).status).toBe(404);
  });

  test('restore an earlier version when it is promoted, and keep the draft', async () => {
    const { send } = await withDraft();
    await send('POST', '/split', { version: 2, percent: 10 });
    await send('PATCH', '?draft=true', { persona_prompt: 'Be brief.' });
    expect((await send('POST', '/split/promote')).json).toMatchObject({ ended_by: 'promoted' });
    expect((await send('GET', '')).json).toMatchObject({ greeting: 'Two.', persona_prompt: '', version: 4 });
    const [tested, promoted] = [await send('GET', '/versions/2'), await send('GET', '/versions/4')];
    expect(JSON.stringify(promoted.json.definition)).toBe(JSON.stringify(tested.json.definition));
    expect((await send('GET', '?draft=true')).json).toMatchObject({ greeting: 'Two.', persona_prompt: 'Be brief.' });
  });

  test('are listed, newest first, and each keeps its results', async () => {
    const { app, uuid, send } = await withDraft();
    expect((await send('GET', '/splits')).json).toMatchObject({ splits: [], total: 0 });
    await send('POST', '/split', { version: 2, percent: 10 });
    await send('POST', '/split/stop');
    await send('POST', '/split', { version: 2, percent: 30 });
    const { splits, total } = (await send('GET', '/splits')).json;
    expect(splits).toMatchObject([
      { percent: 30, ended_at: null },
      { percent: 10, ended_by: 'stopped' },
    ]);
    expect(total).toBe(2);
    const [, first] = splits;
    expect((await send('GET', `/splits/${first.uuid}`)).json).toMatchObject({
      percent: 10,
      results: { arms: [{ version: 1 }, { version: 2 }] },
    });
    expect((await send('GET', `/splits/${uuid}`)).status).toBe(404);
    const other = (await app.ask('POST', '', { body: { name: 'Eva', voice_config } })).json();
    for (const path of ['/splits', `/splits/${first.uuid}`])
      expect((await app.ask('GET', `/${uuid}${path}`, { as: 'stranger' })).statusCode).toBe(404);
    expect((await app.ask('GET', `/${other.uuid}/splits/${first.uuid}`)).statusCode).toBe(404);
  });

  test('of one agent start once when two people start them at the same moment', async () => {
    const { send } = await withDraft();
    const started = await Promise.all([10, 20].map((percent) => send('POST', '/split', { version: 2, percent })));
    expect(started.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('calls during a split test', () => {
  async function openWithAgent() {
    const app = asOwner(await openTestApp());
    const { uuid } = await app.own('POST', '/api/voice/agents', { name: 'Maya', greeting: 'One.', voice_config });
    await app.own('PATCH', `/api/voice/flows/${flowUuid}`, { voice_agent_id: uuid });
    const flow = (await app.own('GET', `/api/voice/flows/${flowUuid}`)) as unknown as { config: object };
    await app.own('PATCH', `/api/voice/flows/${flowUuid}`, {
      config: Object.fromEntries(Object.keys(flow.config).map((key) => [key, null])),
    });
    const url = `/api/voice/agents/${uuid}`;
    /** Begins a call from this number, and returns its plan. */
    async function begin(From: string) {
      const query = { CallUUID: randomUUID(), From, To: lineNumber };
      const { body } = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
      const token = /telephony_a\/([\w-]+)</.exec(body)?.[1] ?? '';
      return (await app.fake.ports().plans.claim(token, 'telephony_a')) ?? expect.unreachable('no plan');
    }
    const versionOf = async (callUuid: string) => Number((await app.own('GET', `/v1/calls/${callUuid}`)).agent_version);
    return { app, url, begin, versionOf };
  }
  const caller = (index: number): string => `+1202555${`${index}`.padStart(4, '0')}`;

  test('a caller has one version in all calls, which the record of each names', async () => {
    const { app, url, begin, versionOf } = await openWithAgent();
    await app.own('PATCH', `${url}?draft=true`, { greeting: 'Two.' });
    await app.own('POST', `${url}/split`, { version: 2, percent: 50 });
    const first = new Map<string, string>();
    for (let index = 0; index < 30; index++) {
      const { callUuid, brain } = await begin(caller(index));
      first.set(caller(index), brain.greeting);
      expect(await versionOf(callUuid)).toBe(brain.greeting === 'Two.' ? 2 : 1);
    }
    expect(new Set(first.values())).toEqual(new Set(['One.', 'Two.']));
    const some = [...first].slice(0, 10);
    for (const [from, greeting] of some) expect((await begin(from)).brain.greeting).toBe(greeting);
    await app.own('POST', `${url}/split/stop`);
    for (const [from] of some) expect((await begin(from)).brain.greeting).toBe('One.');
  });

  test('a test of the agent uses the published version', async () => {
    const { app, url } = await openWithAgent();
    await app.own('PATCH', `${url}?draft=true`, { greeting: 'Two.' });
    await app.own('POST', `${url}/split`, { version: 2, percent: 99 });
    for (let at = 0; at < 5; at++) {
      const { token } = await app.own('POST', `/api/voice/flows/${flowUuid}/browser-test`, {});
      const plan = await app.fake.ports().plans.claim(token as string, 'browser');
      expect(plan?.brain.greeting).toBe('One.');
    }
  });

  test('40 calls in progress keep their version through 20 publications, 5 restorations and a split test', async () => {
    const { app, url, begin, versionOf } = await openWithAgent();
    const started: { readonly callUuid: string; readonly version: number }[] = [];
    async function beginTwo(round: number): Promise<void> {
      for (const at of [0, 1]) {
        const { callUuid } = await begin(caller(2 * round + at));
        started.push({ callUuid, version: await versionOf(callUuid) });
      }
    }
    let published = 0;
    for (let round = 0; round < 20; round++) {
      const { draft_version } = await app.own('PATCH', `${url}?draft=true`, { greeting: `Round ${round}.` });
      const isSplit = round % 5 === 2;
      if (isSplit) await app.own('POST', `${url}/split`, { version: draft_version, percent: 50 });
      await beginTwo(round);
      const done = await app.own('POST', isSplit ? `${url}/split/promote` : `${url}/publish`);
      published += 'uuid' in done ? 1 : 0;
      if (round % 4 === 3) await app.own('POST', `${url}/versions/1/restore`);
    }
    expect([started.length, published]).toEqual([40, 20]);
    expect(new Set(started.map(({ version }) => version)).size).toBeGreaterThanOrEqual(16);
    for (const { callUuid, version } of started) expect(await versionOf(callUuid)).toBe(version);
    expect(app.fake.ended).toEqual([]);
  });
});

onEachDatabase('results of a split test', ({ place }) => {
  const agentUuid = randomUUID();
  const from = '2026-03-01T00:00:00.000Z';

  async function openResults() {
    const { dataDir, databaseUrl } = await place();
    const { database } = await openTestApp({
      dataDir,
      env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
    });
    const { interactions } = database.tables;
    async function add(
      version: number,
      changes: Parameters<typeof storeCall>[1] & { score?: number; isGood?: boolean },
    ) {
      const { score, isGood = false, ...call } = changes;
      const uuid = await storeCall(database, { voiceAgentUuid: agentUuid, agentVersion: version, ...call });
      const createdAt = '2026-03-01T10:00:00.000Z';
      const field = { key: 'polite', value: score ?? null, state: 'found' };
      await database.system.tx(async (queries) => {
        await queries.insert(interactions).values({
          uuid,
          organisationId: ours as never,
          source: 'call',
          status: 'completed',
          connected: true,
          calledAt: createdAt,
          outcome: isGood ? 'resolved' : null,
          analysis: { fields: [field], groups: { polite: '#scores' } },
          edits: {},
          search: '',
          createdAt,
          updatedAt: createdAt,
        });
      });
    }
    const compare = createVersionResults(database);
    const setPrice = (perMinute: number) =>
      database.system.tx((queries) =>
        queries.insert(database.tables.prices).values({
          uuid: randomUUID(),
          organisationId: ours as never,
          part: 'telephony',
          service: 'telephony_a',
          direction: 'inbound',
          stepSeconds: 1,
          currency: 'EUR',
          validFrom: '2020-01-01T00:00:00.000Z',
          createdAt: '2020-01-01T00:00:00.000Z',
          perMinute,
        } as never),
      );
    return {
      add,
      setPrice,
      compare: () => compare(ours as never, { agentUuid, version: 1, otherVersion: 2, from, to: null }),
    };
  }

  test('abstain with few calls, and count neither tests nor calls from before', async () => {
    const { add, compare } = await openResults();
    await add(1, { isGood: true });
    await add(2, { callType: 'test' });
    await add(2, { startedAt: '2026-02-01T00:00:00.000Z' });
    await add(2, { endedAt: null });
    const { arms, measures, sentence } = await compare();
    expect(arms).toEqual([
      { version: 1, calls: 1 },
      { version: 2, calls: 0 },
    ]);
    expect(measures.every(({ difference }) => difference === null)).toBe(true);
    expect(sentence).toBe(
      'Too few calls to compare: version 1 has 1 finished call and version 2 has 0 finished calls. At least 30 of each are needed.',
    );
  });

  test('say which measures differ, with intervals, and which may be chance', async () => {
    const { add, compare } = await openResults();
    for (let at = 0; at < 60; at++) {
      await add(1, {
        isGood: at % 2 === 0,
        score: 60 + (at % 3),
        durationMs: 60_000 + 1000 * (at % 7),
        medianLatencyMs: 900,
      });
      await add(2, {
        isGood: at % 2 === 1,
        score: 80 + (at % 3),
        durationMs: 60_000 + 1000 * (at % 7),
        medianLatencyMs: 900,
      });
    }
    const { measures, sentence } = await compare();
    const by = Object.fromEntries(measures.map(({ measure, ...each }) => [measure, each]));
    expect(by.outcome).toMatchObject({
      version: { count: 60, value: 0.5 },
      other_version: { count: 60, value: 0.5 },
      difference: { value: 0, is_real: false },
    });
    expect(by.score).toMatchObject({ difference: { value: 20, is_real: true } });
    expect(by.score!.difference!.low).toBeGreaterThan(15);
    expect(by.length).toMatchObject({ version: { value: 62.9 }, difference: { is_real: false } });
    expect(by.latency).toMatchObject({ version: { value: 900, low: 900, high: 900 }, difference: { value: 0 } });
    expect(by.tokens).toEqual({ version: null, other_version: null, difference: null });
    expect(sentence).toBe('The difference is real: version 2 has higher scores than version 1.');
  });

  test('compare the costs of calls where they have a price', async () => {
    const { add, setPrice, compare } = await openResults();
    for (let at = 0; at < 30; at++) {
      await add(1, { durationMs: 120_000 });
      await add(2, { durationMs: 60_000 });
    }
    const costOf = ({ measures }: Awaited<ReturnType<typeof compare>>) =>
      measures.find(({ measure }) => measure === 'cost');
    const unpriced = await compare();
    expect([unpriced.currency, costOf(unpriced)?.version]).toEqual([null, null]);
    await setPrice(0.03);
    const priced = await compare();
    expect(priced.currency).toBe('EUR');
    expect(costOf(priced)).toMatchObject({
      version: { count: 30, value: expect.closeTo(0.06) },
      other_version: { count: 30, value: expect.closeTo(0.03) },
      difference: { is_real: true },
    });
    expect(priced.sentence).toMatch(/shorter calls and costs less than version 1/);
  });
});
