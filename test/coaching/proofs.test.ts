import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { openTextAgent } from '../../media/index.ts';
import type { ModelUse } from '../../media/ports.ts';
import { resultOf } from '../../src/features/coaching/practice-runs/proof-result.ts';
import { signTest } from '../../src/statistics/index.ts';
import type { ProvenSuite } from '../../src/versions/index.ts';
import { onEachDatabase } from '../data/databases.ts';
import { openCoach } from './coach-app.ts';

const price = 'The lamp costs ten euros. I have booked your visit for Monday at 10 am. Goodbye.';

const asked: ModelUse = { name: 'Small', requests: 1, reported: 1, promptTokens: 100, completionTokens: 10 };

/** An agent that tells the price if its greeting says so, and nothing useful otherwise. */
const byGreeting: typeof openTextAgent = async () => ({
  converse: (_id, plan) => {
    let turn = 0;
    return {
      handOver() {},
      async reply() {
        if (turn++ === 0)
          return { text: plan.greeting ?? '', actions: [], trace: { brain: 'openai', models: [asked] } };
        const text = plan.greeting?.includes('price') ? price : 'I do not know. Goodbye.';
        return { text, actions: [{ kind: 'end', reason: 'agent_goodbye' }] };
      },
    };
  },
  async close() {},
});

onEachDatabase('proofs before publishing', (database) => {
  async function openWithSuite(bar: number | null) {
    const opened = await openCoach(await database.place(), { agent: { open: byGreeting, asked: [] } });
    const { ask, field, scenario } = opened;
    await field('Price', 'Sale', ['ten euros']);
    const scenarios = [
      await scenario({ name: 'One', objective: 'Book a visit.', rubric: 'Sale' }),
      await scenario({ name: 'Two', objective: 'Book a visit.', rubric: 'Sale' }),
    ];
    const agent = { name: 'Ada', greeting: 'Hello.', voice_config: { speaker: 'ava' } };
    const { uuid } = (await ask('POST', '/api/voice/agents', agent)).body;
    const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      ask(method, `/api/voice/agents/${uuid}${path}`, body);
    const suite = { scenario_uuids: scenarios.map((each) => each.uuid), repeats: 2, bar };
    expect(await send('PUT', '/suite', suite)).toMatchObject({ status: 200 });
    async function prove() {
      const started = await send('POST', '/proofs', {});
      expect(started).toMatchObject({ status: 202, body: { runs: { total: 8 }, result: null } });
      const found = async () => (await send('GET', `/proofs/${started.body.uuid}`)).body;
      await expect.poll(async () => (await found()).finished_at, { timeout: 60_000 }).not.toBeNull();
      return found();
    }
    return { ...opened, scenarios, send, prove, suite };
  }

  test('a draft below the bar is refused with its numbers, and a better one is published with its proof', async () => {
    const { send, prove, ask } = await openWithSuite(100);
    expect(await send('PATCH', '', { greeting: 'Good day.' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('draft=true') },
    });
    await send('PATCH', '?draft=true', { greeting: 'Good day.' });
    expect(await send('POST', '/publish')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('no finished proof') },
    });
    expect(await send('POST', '/split', { version: 2, percent: 10 })).toMatchObject({ status: 409 });
    const { result } = await prove();
    expect(result).toMatchObject({ before: { version: 1, passed: 0 }, after: { version: 2, scenarios: 2, passed: 0 } });
    expect((await send('POST', '/publish')).body.detail).toContain('0 of 2 scenarios in all 2 runs');

    await send('PATCH', '?draft=true', { greeting: 'Ask me for the price.' });
    const better = await prove();
    expect(better).toMatchObject({
      runs: { total: 8, finished: 8 },
      result: {
        before: { passed: 0, rate: 0, low: 0, tokens: { prompt: 400, completion: 40, discarded: 0 } },
        after: { version: 3, passed: 2, rate: 1, high: 1, tokens: { prompt: 400, completion: 40, discarded: 0 } },
      },
    });
    expect(better.result.sentence).toBe(
      'Version 3 passes 2 of 2 scenarios, version 1 passes 0 of 2: 2 are better and 0 are worse, which may be chance.',
    );
    expect((await ask('GET', 'runs?limit=1')).body.results[0]).toMatchObject({
      proof_uuid: better.uuid,
      usage: { prompt_tokens: 100, completion_tokens: 10, answered: [{ name: 'Small', replies: 1 }], failures: [] },
    });
    expect(await send('POST', '/publish')).toMatchObject({
      status: 200,
      body: { version: 3, proof: { before: { passed: 0 }, after: { passed: 2 } } },
    });
    expect((await send('POST', '/versions/1/restore')).status).toBe(200);
    expect((await send('POST', '/versions/2/restore')).status).toBe(409);
  });

  test('an agent is proved in its campaign, whose steps belong to the conversation', async () => {
    const { send, prove, ask, database: opened } = await openWithSuite(null);
    const agent = (await send('GET', '')).body;
    const campaign = { kind: 'inbound', name: 'Desk', provider: 'platform', voice_agent_id: agent.uuid };
    const flow = (await ask('POST', '/api/voice/flows', campaign)).body;
    await send('PATCH', '?draft=true', { greeting: 'Ask me for the price.' });
    const { result } = await prove();
    expect(result).toMatchObject({ before: { passed: 0 }, after: { version: 2, passed: 2 } });
    const { results } = (await ask('GET', 'runs')).body;
    expect(results).toHaveLength(8);
    for (const run of results) expect(run).toMatchObject({ target_kind: 'flow', target_uuid: flow.uuid });
    expect(await ask('GET', `/api/voice/flows/${flow.uuid}/coverage`)).toMatchObject({ body: { runs: 0, steps: [] } });
    const goal = { examples: ['My plan'], questions: [], done: 'Bye.' };
    const goals = [
      { ...goal, id: 'plan', next: [{ go: 'gold' }] },
      { ...goal, id: 'gold', examples: [] },
    ];
    await ask('PATCH', `/api/voice/flows/${flow.uuid}`, { config: { goals } });
    const again = await prove();
    expect(again.result.coverage).toEqual({
      runs: 4,
      steps: [
        { id: 'plan', runs: 0, branches: [0] },
        { id: 'gold', runs: 0, branches: [] },
      ],
    });
    const covered = (await ask('GET', `/api/voice/flows/${flow.uuid}/coverage`)).body;
    expect(covered).toMatchObject({ version: 2, runs: 8, steps: again.result.coverage.steps });
    await ask('PATCH', `/api/voice/flows/${flow.uuid}`, { name: 'Front desk' });
    const renamed = (await ask('GET', `/api/voice/flows/${flow.uuid}/coverage`)).body;
    expect(renamed).toMatchObject({ version: 3, since: covered.since, runs: 8 });
    const { versions } = opened.tables;
    await opened.system.tx((queries) => queries.delete(versions).where(eq(versions.subject, flow.uuid)));
    const unversioned = (await ask('GET', `/api/voice/flows/${flow.uuid}/coverage`)).body;
    expect(unversioned).toMatchObject({ runs: 0 });
    expect(unversioned.since > covered.since).toBe(true);
    expect(new Set(results.map((run: { agent_version: number }) => run.agent_version))).toEqual(new Set([1, 2]));
  });

  test('a suite refuses unknown and repeated scenarios, too many runs and a wrong bar', async () => {
    const { send, suite, scenarios } = await openWithSuite(null);
    const [one] = scenarios;
    const wrong = [
      { scenario_uuids: [] },
      { scenario_uuids: [one.uuid, one.uuid] },
      { scenario_uuids: ['00000000-0000-4000-8000-00000000dead'] },
      { repeats: 26 },
      { bar: 101 },
      { mode: 'smoke' },
    ];
    for (const change of wrong) expect((await send('PUT', '/suite', { ...suite, ...change })).status).toBe(400);
    expect(await send('POST', '/proofs', {})).toMatchObject({ status: 409 });
    expect(await send('POST', '/proofs', { agent_version: 1 })).toMatchObject({ status: 400 });
    expect(await send('POST', '/proofs', { agent_version: 7 })).toMatchObject({ status: 400 });
    expect((await send('DELETE', '/suite')).status).toBe(204);
    expect((await send('POST', '/proofs', {})).status).toBe(404);
  });
});

describe('the result of a proof', () => {
  const suite: ProvenSuite = { scenarios: [{ uuid: 'a', name: 'A' }], repeats: 2, mode: 'text' };
  const run = (agentVersion: number, seed: number, verdict: 'pass' | 'fail' | null) =>
    ({
      scenarioUuid: 'a',
      agentVersion,
      seed,
      verdict,
      transcript: [],
      status: verdict === null ? 'failed' : 'completed',
    }) as const;

  test('counts a repeated run once, and a scenario without all verdicts not at all', () => {
    const runs = [
      ...[run(1, 1, 'pass'), run(1, 2, null), run(1, 1_000_002, 'pass')],
      ...[run(2, 1, 'pass'), run(2, 2, null), run(2, 1_000_002, null), run(2, 2_000_002, null)],
    ];
    const result = resultOf({ suite, versions: { before: 1, after: 2 }, runs });
    expect(result.before).toMatchObject({ scenarios: 1, passed: 1, without_verdict: 0 });
    expect(result.after).toMatchObject({ scenarios: 0, rate: null, without_verdict: 1 });
    expect(result.sentence).toContain('cannot be compared');
  });

  test('counts the steps and branches that the runs of the proved version reached', () => {
    const steps = [
      { id: 'greet', branches: 2 },
      { id: 'gold', branches: 0 },
      { id: 'never', branches: 1 },
    ];
    const went = (agentVersion: number, seed: number, path: { step: string; branch?: number }[]) => ({
      ...run(agentVersion, seed, 'pass'),
      transcript: [{ speaker: 'agent', text: 'Yes.', timestamp: 0, path }],
    });
    const runs = [
      went(1, 1, [{ step: 'never' }]),
      went(2, 1, [{ step: 'greet' }, { step: 'greet', branch: 1 }, { step: 'greet' }]),
      went(2, 2, [{ step: 'greet' }, { step: 'greet', branch: 1 }, { step: 'gold' }]),
      { ...went(2, 1_000_002, [{ step: 'never' }]), verdict: null },
    ];
    const { coverage } = resultOf({ suite: { ...suite, steps }, versions: { before: 1, after: 2 }, runs });
    expect(coverage).toEqual({
      runs: 2,
      steps: [
        { id: 'greet', runs: 2, branches: [0, 2] },
        { id: 'gold', runs: 1, branches: [] },
        { id: 'never', runs: 0, branches: [0] },
      ],
    });
  });

  test('tells a step apart from a branch whatever its name is', () => {
    const steps = [
      { id: 'a', branches: 1 },
      { id: 'a>0', branches: 0 },
    ];
    const path = [{ step: 'a' }, { step: 'a', branch: 0 }];
    const runs = [{ ...run(2, 1, 'pass'), transcript: [{ speaker: 'agent', text: 'Yes.', timestamp: 0, path }] }];
    const { coverage } = resultOf({ suite: { ...suite, steps }, versions: { before: 1, after: 2 }, runs });
    expect(coverage?.steps.map((step) => step.runs)).toEqual([1, 0]);
  });

  test('needs six scenarios that all changed in one direction to be certain', () => {
    expect(signTest(5, 0)).toBe(0.0625);
    expect(signTest(6, 0)).toBe(0.03125);
    expect(signTest(0, 0)).toBe(1);
    expect(signTest(3, 3)).toBe(1);
  });
});
