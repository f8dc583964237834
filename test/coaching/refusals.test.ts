import { expect, test } from 'vitest';
import { createLiveSessions } from '../../src/features/coaching/practice-runs/live-service.ts';
import { knownPartOf, mostKnownCharacters } from '../../src/features/coaching/practice-runs/snapshot.ts';
import { createToolMocks } from '../../src/features/coaching/practice-runs/tool-mocks.ts';
import { givenAway } from '../../src/features/coaching/scenarios/given-away.ts';
import { onEachDatabase } from '../contacts/contacts-app.ts';
import { flowUuid } from '../http/test-app.ts';
import { openCoach } from './coach-app.ts';
import { judged, openJudge } from './judge-server.ts';
import { scriptedAgent } from './scripted-agent.ts';
import { scriptedCallers } from './scripted-callers.ts';

onEachDatabase('runs that end without a verdict', ({ place }) => {
  test('a remote judge is asked with its token, and its result is the run’s', async () => {
    const judge = await openJudge([503, {}], [200, judged]);
    const { ask, scenario } = await openCoach(await place(), { env: judge.env });
    const { uuid } = await scenario();
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'text', wait: true };
    const { body } = await ask('POST', 'runs', run);
    expect(body).toMatchObject({ status: 'completed', verdict: 'pass', score: 80, summary: 'Fine.', error_code: null });
    expect(judge.asked.map(({ authorization }) => authorization)).toEqual(
      Array(2).fill('Bearer the-token-of-the-judge'),
    );
    expect(judge.asked.map(({ body: asked }) => asked.run_uuid)).toEqual([body.uuid, body.uuid]);
  });

  test('a run that the remote judge refuses fails at once with the cause', async () => {
    const judge = await openJudge([403, { detail: 'This requires the scope sales:simulations:judge.' }]);
    const { ask, scenario } = await openCoach(await place(), { env: judge.env });
    const { uuid } = await scenario();
    const { body } = await ask('POST', 'runs', {
      scenario_uuid: uuid,
      target_uuid: flowUuid,
      mode: 'text',
      wait: true,
    });
    expect(body).toMatchObject({
      status: 'failed',
      verdict: null,
      error_code: 'judge_refused',
      error: 'The judge refused the run with status 403. This requires the scope sales:simulations:judge.',
    });
    expect(judge.asked).toHaveLength(1);
  });

  test('fields without effect are rejected', async () => {
    const { ask, scenario } = await openCoach(await place());
    const { uuid } = await scenario();
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'text' };
    for (const [changes, field] of [
      [{ agent_model: 'm' }, 'agent_model'],
      [{ proxy_model: 'm' }, 'proxy_model'],
      [{ tts_provider: 'platform' }, 'tts_provider'],
      [{ mode: 'voice', proxy_model: 'm' }, 'proxy_model'],
    ] as const)
      expect(await ask('POST', 'runs', { ...run, ...changes })).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining(field) },
      });
    const empty = { agent_model: '', proxy_model: '', tts_provider: '' };
    expect((await ask('POST', 'runs', { ...run, ...empty, wait: true })).status).toBe(201);
  });

  test('a run whose agent is deleted while it is queued fails with the reason', async () => {
    const hanging = scriptedAgent(() => new Promise(() => {}));
    const { ask, add, scenario } = await openCoach(await place(), { agent: hanging, env: { COACH_RUN_SECONDS: '2' } });
    const { uuid: target_uuid } = await add('/api/voice/agents', { name: 'Ada', voice_config: { speaker: 'ava' } });
    const { uuid: scenario_uuid } = await scenario();
    const run = { scenario_uuid, target_uuid: flowUuid, mode: 'text' };
    // As many as are played at the same time.
    for (let at = 0; at < 8; at++) expect((await ask('POST', 'runs', run)).status).toBe(202);
    const queued = await ask('POST', 'runs', { ...run, target_kind: 'voice_agent', target_uuid });
    expect((await ask('DELETE', `/api/voice/agents/${target_uuid}`)).status).toBe(204);
    const found = async () => (await ask('GET', `runs/${queued.body.uuid}`)).body;
    await expect.poll(async () => (await found()).status).toBe('failed');
    expect(await found()).toMatchObject({ verdict: null, error_code: 'target_missing', started_at: null });
  });

  test('a run by voice in real time is queued, and its time does not count, until a slot is free', async () => {
    const callers = scriptedCallers();
    const { ask, scenario, fake } = await openCoach(await place(), { callers, env: { COACH_RUN_SECONDS: '1' } });
    const { uuid } = await scenario();
    fake.full = 'rated_capacity';
    const { body } = await ask('POST', 'runs', {
      scenario_uuid: uuid,
      target_uuid: flowUuid,
      mode: 'voice',
      clock: 'real',
    });
    const found = async () => (await ask('GET', `runs/${body.uuid}`)).body;
    const since = performance.now();
    // Longer than its budget of three seconds.
    await expect.poll(() => performance.now() - since, { interval: 200 }).toBeGreaterThan(4000);
    expect(await found()).toMatchObject({ status: 'queued', started_at: null });
    fake.full = undefined;
    await expect.poll(async () => (await found()).status).toBe('completed');
  });

  test('a scenario of a conversation is played against its agent, and shows the repeated failures', async () => {
    const { ask, field, scenario } = await openCoach(await place());
    const price = await field('Price', 'Sale', ['ten euros']);
    const { uuid } = await scenario();
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'text', wait: true };
    const held = (await ask('POST', 'runs', run)).body;
    expect(held).toMatchObject({ status: 'completed', proof: null });
    const made = await ask('POST', 'scenarios/from-call', { call_uuid: held.uuid, prove: true });
    expect(made).toMatchObject({ status: 201, body: { proof: { run_uuid: expect.any(String), reason: null } } });
    const found = async () => (await ask('GET', `runs/${made.body.proof.run_uuid}`)).body;
    await expect.poll(async () => (await found()).status).toBe('completed');
    expect(await found()).toMatchObject({
      scenario_uuid: made.body.scenario.uuid,
      target_uuid: flowUuid,
      mode: 'text',
      proof: [{ field_id: `${price.id}`, name: 'Price', call_score: 0, score: 0, failed_again: true }],
    });
  });

  test('a scenario shown before practice contains nothing that the customer hides', async () => {
    const { ask, scenario } = await openCoach(await place());
    const hidden = { hidden_state: { budget: '400 euros' }, objective: 'Sell a lamp.' };
    const { uuid } = await scenario(hidden, { objections: ['Too dear.'], hidden_state: { rival: 'Lamp Barn' } });
    const one = await ask('GET', `live/scenarios/${uuid}`, undefined, 'mate');
    expect(one.body).toEqual({
      uuid,
      name: 'Lamp',
      objective: 'Sell a lamp.',
      difficulty: 'medium',
      category: null,
      agent_opens: true,
      persona: { name: 'Nora', language_code: 'en-US' },
    });
    const list = await ask('GET', 'live/scenarios', undefined, 'mate');
    expect(list.body).toMatchObject({ results: [one.body], total: 1 });
    expect((await ask('GET', `live/scenarios/${uuid}`, undefined, 'stranger')).status).toBe(404);
    expect((await ask('GET', 'live/scenarios', undefined, 'stranger')).body.results).toEqual([]);
  });
});

test('createToolMocks gives the first answer whose arguments and state fit, and keeps what an answer sets', () => {
  const tools = createToolMocks({
    find: [
      { when: { number: '77' }, needs: { found: true }, result: 'found before' },
      { when: { number: '77' }, result: { status: 'sent' }, set: { found: true } },
      { ok: false, result: 'not found' },
    ],
    cancel: [{ needs: { found: true }, result: 'cancelled' }],
  });
  expect(tools.run('cancel', {})).toEqual({ ok: false, result: 'The tool has no answer for these arguments.' });
  expect(tools.run('find', { number: '1' })).toEqual({ ok: false, result: 'not found' });
  expect(tools.run('find', { number: '77' })).toEqual({ ok: true, result: '{"status":"sent"}' });
  expect(tools.run('find', { number: '77' })).toEqual({ ok: true, result: 'found before' });
  expect(tools.run('cancel', {})).toEqual({ ok: true, result: 'cancelled' });
  expect(tools.run('other', { a: 1 })).toEqual({ ok: true, result: '{"status":"done","a":1}' });
});

test('givenAway finds a sentence of hidden prose in a text, and leaves other texts', () => {
  const hidden = 'The caller can pay 400 euros at most.\nThey already asked the lamp shop next door.';
  expect(givenAway('Find out that 400 euros are the limit.', hidden)).toContain('400 euros');
  expect(givenAway('Learn that they already asked the lamp shop next door.', hidden)).toContain('lamp shop');
  expect(givenAway('Sell a lamp to the caller.', hidden)).toBeUndefined();
});

test('knownPartOf keeps documents up to their total length', () => {
  const half = 'a'.repeat(mostKnownCharacters / 2);
  const documents = ['', half, `${half.slice(1)}😀`, 'More.'].map((text, index) => ({ title: `${index}`, text }));
  expect(knownPartOf(documents)).toEqual([documents[1], { title: '2', text: half.slice(1) }]);
});

test('createLiveSessions keeps no slot when too many runs wait', async () => {
  let offers = 0;
  const unused = (): never => {
    throw new TypeError('not expected');
  };
  const snapshot = {
    scenario: { uuid: 's', name: 'Lamp', agent_opens: true },
    persona: { uuid: 'p', language_code: 'en-US' },
  };
  const sessions = createLiveSessions({
    log: { error() {} },
    store: { add: async () => false } as never,
    jobs: { enqueue: unused },
    snapshotOf: async () => snapshot as never,
    audio: { adopt: unused },
    recordingOf: unused,
    async offer() {
      offers += 1;
      return undefined;
    },
    hasTarget: async () => true,
    endStream: unused,
    speaks: () => true,
    onTrouble: unused,
    now: () => new Date(0),
    nowMs: () => 0,
  });
  const opening = sessions.add({ organisationId: 'o' as never, userUuid: 'u' }, { scenario_uuid: 's' });
  await expect(opening).rejects.toMatchObject({ message: expect.stringContaining('Too many runs') });
  expect(offers).toBe(0);
});
