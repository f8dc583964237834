import { expect, test } from 'vitest';
import type { Snapshot } from '../../src/features/coaching/practice-runs/index.ts';
import { onEachDatabase } from '../contacts/contacts-app.ts';
import { flowUuid } from '../http/test-app.ts';
import { base, coachOnce, openCoach, unknown } from './coach-app.ts';
import { says, scriptedAgent } from './scripted-agent.ts';
import { scriptedCallers } from './scripted-callers.ts';

onEachDatabase('coaching', (database) => {
  const open = coachOnce(database);

  test('managers write, members read, keys write nothing but runs, and strangers see nothing', async () => {
    const { ask, scenario, add, flowUuid } = await open();
    const { uuid, persona_uuid } = await scenario();
    const document = await add('documents', { title: 'Prices', text: 'Ten a month.' });
    const written: [string, object][] = [
      ['personas', { name: 'A' }],
      ['scenarios', { persona_uuid, name: 'A', situation: 'B' }],
      ['documents', { title: 'A', text: 'B' }],
    ];
    for (const [path, body] of written)
      for (const as of ['key', 'mate', 'mateKey']) expect((await ask('POST', path, body, as)).status).toBe(403);
    const mine = [`personas/${persona_uuid}`, `scenarios/${uuid}`, `documents/${document.uuid}`];
    for (const path of mine) {
      for (const as of ['key', 'mate']) expect((await ask('DELETE', path, undefined, as)).status).toBe(403);
      for (const as of ['key', 'mate']) expect((await ask('GET', path, undefined, as)).status).toBe(200);
      for (const method of ['GET', 'DELETE'] as const)
        expect((await ask(method, path, undefined, 'stranger')).status).toBe(404);
    }
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'text', wait: true };
    expect((await ask('POST', 'runs', run, 'stranger')).status).toBe(404);
    const made = await ask('POST', 'runs', run, 'key');
    expect(made).toMatchObject({ status: 201, body: { status: 'completed' } });
    const one = `runs/${made.body.uuid}`;
    expect((await ask('GET', one, undefined, 'stranger')).status).toBe(404);
    for (const as of ['key', 'mate']) expect((await ask('DELETE', one, undefined, as)).status).toBe(403);
    for (const list of ['personas', 'scenarios', 'documents', 'runs']) {
      expect((await ask('GET', list, undefined, 'stranger')).body).toEqual({
        results: [],
        total: 0,
        limit: 50,
        offset: 0,
      });
      expect((await ask('GET', `${list}?limit=1`, undefined, 'mate')).body).toMatchObject({ total: 1, limit: 1 });
    }
    expect((await ask('DELETE', one)).status).toBe(204);
  });

  test('documents are texts, and leave the personas that name them', async () => {
    const { ask, add, http } = await open();
    const { uuid, ...document } = await add('documents', { title: 'Prices', text: 'Ten a month.' });
    expect(document).toMatchObject({ title: 'Prices', source: 'text', status: 'ready' });
    expect((await ask('GET', `documents/${uuid}`)).body.text).toBe('Ten a month.');
    const persona = await add('personas', { name: 'Nora', document_uuids: [uuid, uuid] });
    expect(persona.document_uuids).toEqual([uuid]);
    expect((await ask('DELETE', `documents/${uuid}`)).status).toBe(204);
    expect((await ask('GET', `personas/${persona.uuid}`)).body.document_uuids).toEqual([]);
    expect((await ask('POST', 'documents', { title: 'Prices' })).status).toBe(400);
    const payload =
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="terms.md"\r\n\r\n# Terms\r\n--edge--\r\n';
    const headers = { authorization: 'Bearer admin', 'content-type': 'multipart/form-data; boundary=edge' };
    const uploaded = await http.inject({ method: 'POST', url: `${base}/documents`, headers, payload });
    expect(uploaded.statusCode).toBe(201);
    expect(uploaded.json()).toMatchObject({ title: 'terms', status: 'ready' });
  });

  test('a run stores its documents until it is over', async () => {
    const stored: unknown[] = [];
    const agent = scriptedAgent(async (input, turn) => {
      stored.push(await documentsOf());
      return says('Hello.', 'Goodbye.')(input, turn);
    });
    const { ask, add, scenario, database: opened } = await openCoach(await database.place(), { agent });
    const documentsOf = async () => {
      const [row] = await opened.system.read.select().from(opened.tables.practiceRuns);
      return (row!.snapshot as Snapshot).documents;
    };
    const text = { title: 'Prices', text: 'Ten a month.' };
    const { uuid: document } = await add('documents', text);
    const { uuid } = await scenario({}, { document_uuids: [document] });
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'text', wait: true };
    expect((await ask('POST', 'runs', run)).body).toMatchObject({ status: 'completed' });
    expect(stored[0]).toEqual([text]);
    expect(await documentsOf()).toEqual([]);
  });

  test('a run keeps the steps and branches that the agents went through', async () => {
    const other = { uuid: '' };
    const agent = scriptedAgent((input) => {
      if (input.kind === 'opening') return { text: 'Hello.', actions: [] };
      if (input.kind === 'hand_over_result') {
        const trace = { brain: 'embedded', path: [{ step: 'end' }] } as const;
        return { text: `From ${input.from}: ${input.ok}.`, actions: [{ kind: 'end', reason: 'agent_goodbye' }], trace };
      }
      const trace = { brain: 'embedded', path: [{ step: 'start' }, { step: 'start', branch: 0 }] } as const;
      return { text: 'One moment.', actions: [{ kind: 'hand_over', agent: other.uuid, go: 'end' }], trace };
    });
    const { ask, add, scenario } = await openCoach(await database.place(), { agent });
    const voice_config = { provider: 'platform', speaker: 'ava', language_code: 'en-US' };
    other.uuid = (await add('/api/voice/agents', { name: 'Kim', voice_config })).uuid;
    const { uuid } = await scenario();
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'text', wait: true };
    const { body } = await ask('POST', 'runs', run);
    const lines = body.transcript.filter((line: { path?: object }) => line.path !== undefined);
    expect(lines).toMatchObject([
      {
        speaker: 'agent',
        text: expect.stringMatching(/^One moment\. From .+: true\.$/),
        path: [{ step: 'start' }, { step: 'start', branch: 0 }, { step: 'end' }],
      },
    ]);
  });

  test('scenarios resolve their rubric, and reject contradictory fields', async () => {
    const { ask, add, field, scenario } = await openCoach(await database.place());
    const greeting = await field('Greeting', 'Manners');
    const closing = await field('Closing', 'Manners');
    const price = await field('Price', 'Sale');
    const { results } = (await ask('GET', 'rubrics', undefined, 'mate')).body;
    expect(results.map(({ category }: { category: string }) => category)).toEqual(['Manners', 'Sale']);
    expect(results[0].fields[0]).toEqual({
      id: `${greeting.id}`,
      name: 'Greeting',
      field_type: 'score',
      description: '',
    });
    const plain = await scenario();
    expect(plain).toMatchObject({
      difficulty: 'medium',
      agent_opens: true,
      objective: '',
      rubric: null,
      rubric_overrides: [],
      stop_conditions: { max_turns: null, satisfied_when: null, hangup_triggers: [] },
    });
    const named = await scenario({ rubric: 'Manners', agent_opens: false });
    const manners = [`${greeting.id}`, `${closing.id}`];
    expect(named).toMatchObject({ rubric: 'Manners', rubric_overrides: manners, agent_opens: false });
    const ids = [`${price.id}`];
    expect((await scenario({ rubric_field_ids: ids })).rubric_overrides).toEqual(ids);
    const last = await scenario({ rubric_overrides: ids, rubric_field_ids: ids });
    expect((await ask('GET', `scenarios/${last.uuid}`)).body).toEqual(last);
    expect((await scenario({ rubric: 'Manners', rubric_overrides: manners })).rubric_overrides).toEqual(manners);

    const { uuid: persona_uuid } = await add('personas', { name: 'A', hidden_state: { limit: '400 euros' } });
    const good = { persona_uuid, name: 'A', situation: 'You want a lamp.' };
    const refused: [object, number][] = [
      [{ ...good, persona_uuid: undefined }, 400],
      [{ ...good, name: undefined }, 400],
      [{ ...good, situation: undefined }, 400],
      [{ ...good, persona_uuid: unknown }, 404],
      [{ ...good, rubric: 'Manners', rubric_field_ids: ids }, 400],
      [{ ...good, rubric: 'Manners', rubric_overrides: ids }, 400],
      [{ ...good, rubric_overrides: ids, rubric_field_ids: manners }, 400],
      [{ ...good, rubric: 'None' }, 400],
      [{ ...good, rubric_field_ids: ['999999'] }, 400],
      [{ ...good, difficulty: 'brutal' }, 400],
      [{ ...good, stop_conditions: { max_turns: 61 } }, 400],
      [{ ...good, stop_conditions: { max_turns: 0 } }, 400],
      [{ ...good, objective: 'Find out that 400 euros are the limit.' }, 400],
      [{ ...good, objective: 'Offer plan 77.', hidden_state: { plan: 'plan 77' } }, 400],
    ];
    for (const [body, status] of refused) {
      const answer = await ask('POST', 'scenarios', body);
      expect([body, answer.status]).toEqual([body, status]);
      expect(typeof answer.body.detail).toBe('string');
    }
  });

  test('runs are played, judged and stored, and reject unplayable input', async () => {
    const agent = scriptedAgent(
      says(
        'Hello, how can I help you?',
        'Our lamp costs ten euros, and I have booked your visit for Monday at 10 am. Goodbye.',
      ),
    );
    const { ask, field, scenario } = await openCoach(await database.place(), { agent });
    const criterion = await field('Price', 'Sale', ['ten euros']);
    const made = await scenario({ objective: 'Book a visit.', rubric: 'Sale' });
    const run = { scenario_uuid: made.uuid, target_uuid: flowUuid, mode: 'text', seed: 5, wait: true };
    const { status, body: over } = await ask('POST', 'runs', run, 'mate');
    expect(status).toBe(201);
    expect(over).toMatchObject({
      scenario_name: 'Lamp',
      persona_uuid: made.persona_uuid,
      target_kind: 'flow',
      target_uuid: flowUuid,
      mode: 'text',
      seed: 5,
      status: 'completed',
      score: 100,
      ended_reason: 'agent_ended',
      error: null,
      has_audio: false,
      verdict: expect.stringMatching(/pass|partial/),
    });
    expect(over.scores).toMatchObject([
      { field_id: `${criterion.id}`, name: 'Price', score: 100, max: 100, evidence: [2] },
    ]);
    expect(over.transcript.map(({ speaker }: { speaker: string }) => speaker)).toEqual(['agent', 'customer', 'agent']);
    const again = (await ask('POST', 'runs', run)).body;
    expect([again.transcript, again.scores, again.verdict]).toEqual([over.transcript, over.scores, over.verdict]);
    const queued = await ask('POST', 'runs', { ...run, wait: false });
    expect(queued).toMatchObject({
      status: 202,
      body: { status: 'queued', transcript: [], verdict: null, score: null },
    });
    const ended = async () => (await ask('GET', `runs/${queued.body.uuid}`)).body.status;
    await expect.poll(ended).toBe('completed');
    expect((await ask('GET', `runs?status=completed&verdict=${over.verdict}&target_uuid=${flowUuid}`)).body.total).toBe(
      3,
    );
    expect((await ask('GET', `runs?scenario_uuid=${unknown}`)).body.total).toBe(0);
    expect((await ask('GET', 'runs?status=lost')).status).toBe(400);
    expect((await ask('GET', `runs/${over.uuid}/audio`)).status).toBe(404);

    const refused: [object, number][] = [
      [{ ...run, scenario_uuid: undefined }, 400],
      [{ ...run, mode: 'video' }, 400],
      [{ ...run, mode: undefined }, 400],
      [{ ...run, clock: 'fast' }, 400],
      [{ ...run, mode: 'voice', target_kind: 'voice_agent' }, 400],
      [{ ...run, mode: 'voice', target_uuid: undefined }, 400],
      [{ ...run, target_uuid: undefined }, 400],
      [{ ...run, target_uuid: '' }, 400],
      [{ ...run, target_kind: 'person' }, 400],
      [{ ...run, target_kind: 'human_rep' }, 400],
      [{ ...run, seed: 'one' }, 400],
      [{ ...run, scenario_uuid: unknown }, 404],
      [{ ...run, target_uuid: unknown }, 404],
    ];
    for (const [body, code] of refused) {
      const answer = await ask('POST', 'runs', body);
      expect([body, answer.status]).toEqual([body, code]);
      expect(typeof answer.body.detail).toBe('string');
    }
  });

  test('a voice agent without a flow is played too, the prompt of the run replaces its own, and the customer may begin', async () => {
    const agent = scriptedAgent();
    const { ask, add, scenario } = await openCoach(await database.place(), { agent });
    const { uuid: target_uuid } = await add('/api/voice/agents', { name: 'Ada', voice_config: { speaker: 'ava' } });
    const { uuid } = await scenario({ agent_opens: false });
    const run = {
      scenario_uuid: uuid,
      target_kind: 'voice_agent',
      target_uuid,
      mode: 'text',
      agent_prompt: 'Be brief.',
    };
    const { body } = await ask('POST', 'runs', { ...run, wait: true });
    expect(body).toMatchObject({ status: 'completed', agent_opens: false, agent_prompt: 'Be brief.' });
    expect(body.transcript[0]).toMatchObject({ speaker: 'customer', timestamp: 0 });
    expect(agent.asked.some(({ kind }) => kind === 'opening')).toBe(false);
  });

  test('a run by voice in real time is called over a stream, kept with its recording and metrics, and judged', async () => {
    const callers = scriptedCallers();
    const { ask, scenario, fake, http } = await openCoach(await database.place(), { callers });
    const { uuid } = await scenario({ agent_opens: false, tool_mocks: { find: 'sent' } });
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'voice', clock: 'real', seed: 3, wait: true };
    callers.onCall = async ({ url }) => {
      const token = url.split('/').at(-1) as string;
      const plan = await fake.ports().plans.claim(token, 'browser');
      expect(plan).toMatchObject({ kind: 'simulation', flowUuid, brain: { silentOpening: true }, dialect: 'browser' });
      const session = { kind: 'simulation', callUuid: plan?.callUuid ?? '' } as const;
      expect(await fake.ports().tools.run(session, 'find', {}, { turn: 1 })).toEqual({ ok: true, result: 'sent' });
    };
    const { status, body } = await ask('POST', 'runs', run);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      mode: 'voice',
      clock: 'real',
      status: 'completed',
      ended_reason: 'agent_ended',
      has_audio: true,
    });
    expect(body.metrics).toMatchObject({ response_latency_ms: { median: 400 }, word_error_rate: 0.1 });
    expect(body.transcript).toHaveLength(2);
    const url = `${base}/runs/${body.uuid}/audio`;
    const sound = await http.inject({ url, headers: { authorization: 'Bearer mate', range: 'bytes=0-3' } });
    expect([sound.statusCode, sound.headers['content-type'], sound.body]).toEqual([206, 'audio/wav', 'RIFF']);
    expect((await http.inject({ url, headers: { authorization: 'Bearer stranger' } })).statusCode).toBe(404);
    const text = await ask('POST', 'runs', { ...run, mode: 'text' });
    expect(text.body).toMatchObject({ status: 'completed', metrics: null, clock: null });
    expect((await ask('POST', 'runs', { ...run, tts_provider: 'speech_a' })).status).toBe(400);
    expect((await ask('DELETE', `runs/${body.uuid}`)).status).toBe(204);
    expect((await ask('GET', `runs/${body.uuid}/audio`)).status).toBe(404);

    callers.onCall = async () => new Promise(() => {});
    const env = { COACH_RUN_SECONDS: '1' };
    const slow = await openCoach(await database.place(), { callers, env });
    const made = await slow.scenario();
    const late = await slow.ask('POST', 'runs', { ...run, scenario_uuid: made.uuid });
    expect(late.body).toMatchObject({ status: 'timeout', has_audio: false, error: expect.stringContaining('3 s') });
  });

  test('a run by voice is played in virtual time, and needs no stream, when no clock is named', async () => {
    const callers = scriptedCallers();
    const { ask, scenario } = await openCoach(await database.place(), { callers });
    const { uuid } = await scenario({ agent_opens: false, line_quality: 'poor', tool_mocks: { find: 'sent' } });
    callers.onCall = async () => expect.unreachable();
    const calls: unknown[] = [];
    callers.onVirtualCall = async (call, answers) => {
      calls.push([call, await answers.tool('find', {})]);
      expect(await answers.handOver('nobody')).toBeUndefined();
    };
    callers.paths = [{ turn: 1, path: [{ step: 'buy' }, { step: 'buy', branch: 0 }] }];
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'voice', seed: 3, wait: true };
    const { status, body } = await ask('POST', 'runs', run);
    expect(status).toBe(201);
    expect(body).toMatchObject({ mode: 'voice', clock: 'virtual', status: 'completed', has_audio: true });
    expect(body.transcript[0].path).toEqual([{ step: 'buy' }, { step: 'buy', branch: 0 }]);
    expect(body.usage).toBeNull();
    const use = { name: 'Small', requests: 1, reported: 1, promptTokens: 100, completionTokens: 10 };
    callers.used = [
      { brain: 'openai', models: [use], discarded: false },
      { brain: 'openai', models: [{ ...use, promptTokens: 70 }], discarded: true },
      { brain: 'embedded', fallback: 'llm_error', refusal: 'Overloaded.', models: [use], discarded: false },
    ];
    expect((await ask('POST', 'runs', run)).body.usage).toEqual({
      prompt_tokens: 200,
      completion_tokens: 20,
      discarded: { prompt_tokens: 70, completion_tokens: 10 },
      unreported_requests: 0,
      answered: [
        { name: 'Small', replies: 1 },
        { name: null, replies: 1 },
      ],
      failures: [{ failure: 'llm_error', refusal: 'Overloaded.', replies: 1 }],
    });
    expect(calls[0]).toMatchObject([
      {
        session: {
          kind: 'simulation',
          callUuid: `${uuid}:3`,
          flowUuid,
          dialect: 'browser',
          brain: { silentOpening: true },
        },
        customer: { seed: 3 },
        agentOpens: false,
        line: 'poor',
      },
      { ok: true, result: 'sent' },
    ]);
    // What the call is made of is the same the second time, the agent's time of day included.
    expect(calls[1]).toEqual(calls[0]);
  });

  test('a run whose agent hangs times out, and a running one is not deleted', async () => {
    const hanging = scriptedAgent(() => new Promise(() => {}));
    const env = { COACH_RUN_SECONDS: '1' };
    const { ask, scenario } = await openCoach(await database.place(), { agent: hanging, env });
    const { uuid } = await scenario();
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'text' };
    const { body } = await ask('POST', 'runs', run);
    const now = async () => (await ask('GET', `runs/${body.uuid}`)).body;
    await expect.poll(async () => (await now()).status).toBe('running');
    expect((await ask('DELETE', `runs/${body.uuid}`)).status).toBe(409);
    await expect.poll(async () => (await now()).status).toBe('timeout');
    expect(await now()).toMatchObject({ verdict: null, ended_reason: 'error', error: expect.stringContaining('1 s') });
  });
});
