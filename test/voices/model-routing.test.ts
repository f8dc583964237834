import { expect, onTestFinished, test, vi } from 'vitest';
import { openStreamingSpeechServer } from '../../media/emulator/index.ts';
import { openModelServer, says } from '../agent/model-server.ts';
import { onEachDatabase } from '../data/databases.ts';
import { addMember, lineNumber, openTestApp, type TestApp } from '../http/test-app.ts';

const url = '/api/settings/model-routing';
const unset = { enabled: false, url: null };

async function planOf(app: TestApp, callUuid: string) {
  const query = { CallUUID: callUuid, From: '+15550001111', To: lineNumber };
  const { body } = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
  const token = /telephony_a\/([\w-]+)</.exec(body)?.[1] ?? '';
  return (await app.fake.ports().plans.claim(token, 'telephony_a')) ?? expect.unreachable('no plan');
}

onEachDatabase('model routing', ({ place }) => {
  const opened = async () => {
    const { dataDir, databaseUrl } = await place();
    const app = await openTestApp({ dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });
    const patch = async (payload: object, headers = {}) =>
      (await app.http.inject({ method: 'PATCH', url, payload, headers })) as { statusCode: number; json(): unknown };
    return { app, patch };
  };

  test('is read by members, changed by superadmins, and used by the next call', async () => {
    const { app, patch } = await opened();
    const { token } = await addMember(app);
    const headers = { authorization: `Bearer ${token}` };
    const standard = { stt_model: 'gpu', diarization: unset, embedding: unset, vllm: unset };
    expect((await app.http.inject({ url, headers })).json()).toEqual(standard);
    expect((await patch({ stt_model: 'speech_a' }, headers)).statusCode).toBe(403);
    expect((await planOf(app, 'before')).recogniser).toBeUndefined();

    const vllm = { enabled: true, url: 'http://gpu.internal:8000/v1' };
    expect((await patch({ stt_model: 'speech_a', vllm })).json()).toEqual({ ...standard, stt_model: 'speech_a', vllm });
    expect((await planOf(app, 'after')).recogniser).toBe('speech_a');
    expect((await patch({ vllm: { enabled: false } })).json()).toMatchObject({ vllm: { ...vllm, enabled: false } });
    expect((await patch({ vllm: { url: null } })).json()).toMatchObject({ stt_model: 'speech_a', vllm: unset });
    await patch({ vllm });
    expect((await patch({ stt_model: null, vllm: null })).json()).toEqual(standard);
    await patch({ stt_model: 'speech_a' });

    await healthShows(app, {
      model_routing: {
        stt_model: 'speech_a',
        diarization: false,
        embedding: false,
        vllm: false,
        unused_stages: [],
        speech_providers: ['platform'],
      },
    });
  });

  test('rejects an invalid change and keeps the routing', async () => {
    const { app, patch } = await opened();
    const before = (await app.http.inject({ url })).json();
    for (const body of [
      { stt_model: 'whisper' },
      { diarization: { enabled: true } },
      { embedding: { url: 'ftp://gpu' } },
      { vllm: { url: 'http://user:pass@gpu/v1' } },
      { vllm: { enabled: 'yes' } },
      { vllm: 'http://gpu/v1' },
    ])
      expect((await patch(body)).statusCode, JSON.stringify(body)).toBe(400);
    expect((await app.http.inject({ url })).json()).toEqual(before);
  });

  test('one of two simultaneous changes that together would be invalid is rejected', async () => {
    const { app, patch } = await opened();
    await patch({ vllm: { url: 'http://gpu.internal:8000/v1' } });
    const answers = await Promise.all([patch({ vllm: { enabled: true } }), patch({ vllm: { url: null } })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    const { vllm } = (await app.http.inject({ url })).json();
    expect(vllm.enabled && vllm.url === null).toBe(false);
  });

  test('reports enabled stages whose server is not used', async () => {
    const { app, patch } = await opened();
    const server = { enabled: true, url: 'http://gpu.internal:8000' };
    expect((await patch({ diarization: server, embedding: server })).json()).toMatchObject({
      diarization: server,
      embedding: server,
      unused_stages: ['diarization', 'embedding'],
    });
    expect((await app.http.inject({ url })).json().unused_stages).toEqual(['diarization', 'embedding']);
    await healthShows(app, { model_routing: { unused_stages: ['diarization', 'embedding'] } });
    const { detail } = (await patch({ stt_model: 'speech_b' })).json() as { detail: string };
    expect(detail).toBe(
      'body stt_model: must be gpu or speech_a. To recognise calls of agents with a voice of speech_b there, set SPEECH_B_STT_CALLS=all.',
    );
  });
});

/** The document does not wait for a slow database, and may be a second old. */
const healthShows = (app: TestApp, part: object): Promise<void> =>
  vi.waitFor(async () => expect((await app.http.inject({ url: '/health' })).json()).toMatchObject(part), {
    timeout: 60_000,
  });

const modelUrl = '/api/settings/language-model';

async function withModelServer(env: Readonly<Record<string, string>> = {}) {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  const app = await openTestApp({ env: { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), ...env } });
  const send = async (method: 'PATCH' | 'PUT' | 'POST', to: string, payload: object) =>
    (await app.http.inject({ method, url: to, payload })).json();
  const route = (address: string, enabled = true) => send('PATCH', url, { vllm: { enabled, url: address } });
  const modelOf = async (callUuid: string) => (await planOf(app, callUuid)).llm;
  return { server, app, send, route, modelOf };
}

test('the server of the stage vllm answers the next call, without a key', async () => {
  const { server, app, send, route, modelOf } = await withModelServer();
  expect(await modelOf('before')).toBeUndefined();
  expect(await route(server.baseUrl)).not.toHaveProperty('unused_stages');
  expect(await modelOf('after')).toEqual({ baseUrl: server.baseUrl, model: 'served' });
  await healthShows(app, { brain: 'openai' });
  expect((await app.http.inject({ url: modelUrl })).json()).toMatchObject({
    source: 'model_routing',
    base_url: null,
    model: 'served',
    has_api_key: false,
  });
  await route(server.baseUrl.replace('/v1', ''));
  expect(await modelOf('unversioned')).toEqual({ baseUrl: server.baseUrl, model: 'served' });

  server.play(says('Good morning.'));
  expect(await send('POST', `${url}/try`, { stage: 'vllm' })).toMatchObject({
    ok: true,
    engine: 'served',
    provider: 'vllm',
    heard: 'Good morning.',
    audio_ms: 0,
    error: null,
  });
  await send('PUT', modelUrl, { base_url: 'http://127.0.0.1:8/v1', model: 'stored' });
  expect(await modelOf('stored')).toMatchObject({ model: 'stored' });
  expect((await app.http.inject({ url })).json().unused_stages).toEqual(['vllm']);
  await app.http.inject({ method: 'DELETE', url: modelUrl });
  await route(server.baseUrl, false);
  expect(await modelOf('disabled')).toBeUndefined();
});

test('calls use the model of the environment while the server of the stage vllm does not answer', async () => {
  const env = { LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'of-env', LLM_TIMEOUT_MS: '3000' };
  const { server, send, route, modelOf } = await withModelServer(env);
  await route(server.baseUrl);
  expect(await modelOf('up')).toMatchObject({ model: 'served', totalTimeoutMs: 3000 });
  await route('http://127.0.0.1:8/v1');
  expect(await modelOf('down')).toMatchObject({ model: 'of-env' });
  expect(await send('POST', `${url}/try`, { stage: 'vllm' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('cannot be reached'),
  });
  await send('PATCH', url, { vllm: { enabled: false, url: null } });
  expect(await send('POST', `${url}/try`, { stage: 'vllm' })).toMatchObject({
    ok: false,
    error: 'The stage vllm has no server. Save its address first.',
  });
});

test('each stage is tried with the engine of the next call, and with its fallback', async () => {
  const spoken = 'Please tell me what your opening hours are on Saturday.';
  const server = await openStreamingSpeechServer({
    manner: { firstByteMs: 50 },
    hear: async () => ({ text: 'what the server heard', language: 'en-IN' }),
  });
  const env = { SPEECH_A_BASE_URL: server.baseUrl };
  const app = await openTestApp({ env });
  const attempt = async (payload: object) => {
    const answer = await app.http.inject({ method: 'POST', url: `${url}/try`, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  onTestFinished(() => server.close());
  const clean = { ok: true, fallback: null, error: null };
  const embedded = await attempt({ stage: 'synthesis' });
  expect(embedded).toMatchObject({
    status: 200,
    body: { ...clean, engine: 'hibari', provider: 'platform', heard: null },
  });
  expect(embedded.body.first_ms).toBeLessThanOrEqual(embedded.body.total_ms);
  expect(embedded.body.audio_ms).toBeGreaterThan(1500);
  const recognised = await attempt({ stage: 'transcription' });
  expect(recognised.body).toMatchObject({ ...clean, engine: 'whisper', voice: null, text: spoken });
  expect(recognised.body.heard).toMatch(/opening hours/i);
  const judged = await attempt({ stage: 'end_of_turn' });
  expect(judged.body).toMatchObject({ ...clean, engine: 'smart-turn', text: spoken });
  const [, whole, part] = /^finished with (\d+) %; broken off, with (\d+) %$/.exec(judged.body.heard) ?? [];
  expect(Number(whole)).toBeGreaterThan(50);
  expect(Number(part)).toBeLessThan(50);
  const detected = await attempt({ stage: 'voice_activity' });
  expect(detected.body).toMatchObject({ ...clean, engine: 'silero-vad', text: spoken });
  expect(detected.body.first_ms).toBeGreaterThan(0);
  expect(detected.body.first_ms).toBeLessThan(300);
  const [, lagMs, perStepMs] = /^the end (\d+) ms after the last sound; ([\d.]+) ms of/.exec(detected.body.heard) ?? [];
  expect(Number(lagMs)).toBeLessThan(400);
  expect(Number(perStepMs)).toBeGreaterThan(0);
  const compared = await attempt({ stage: 'embedding' });
  expect(compared.body).toMatchObject({ ...clean, engine: 'minilm-l6', voice: null, audio_ms: 0, text: spoken });
  const [, near, far] = /^(\d+) % like “.*”, (-?\d+) % like “/.exec(compared.body.heard) ?? [];
  expect(Number(near)).toBeGreaterThan(Number(far) + 20);
  expect(server.texts).toEqual([]);

  const remote = await attempt({ stage: 'synthesis', provider: 'speech_a' });
  expect(remote.body).toMatchObject({ ...clean, engine: 'speech_a', voice: 'shubh' });
  expect(remote.body.first_ms).toBeGreaterThanOrEqual(50);
  await app.http.inject({ method: 'PATCH', url, payload: { stt_model: 'speech_a' } });
  const heard = await attempt({ stage: 'transcription' });
  expect(heard.body).toMatchObject({ ...clean, engine: 'speech_a', heard: 'what the server heard' });
  expect(server.complaints).toEqual([]);

  await server.close();
  for (const [stage, engine] of [
    ['synthesis', 'hibari'],
    ['transcription', 'whisper'],
  ]) {
    const { body } = await attempt({ stage, provider: 'speech_a' });
    expect(body).toMatchObject({ ok: true, engine, fallback: expect.stringContaining('speech_a') });
  }
  // A provider that is not configured is replaced as in a call.
  const absent = await attempt({ stage: 'synthesis', provider: 'speech_b' });
  expect(absent.body).toMatchObject({ ok: true, engine: 'hibari', fallback: expect.stringContaining('speech_b') });
  expect((await attempt({ stage: 'vad' })).status).toBe(400);
});

test('a stage without its model returns an error', async () => {
  const app = await openTestApp({ env: { MODELS_DIR: '/nonexistent' } });
  const { statusCode, body } = await app.http.inject({
    method: 'POST',
    url: `${url}/try`,
    payload: { stage: 'synthesis' },
  });
  expect([statusCode, JSON.parse(body)]).toEqual([
    200,
    expect.objectContaining({ ok: false, engine: null, error: expect.stringContaining('npm run models') }),
  ]);
});

test('unsupported languages of agents and campaigns are rejected with the name of the field', async () => {
  const app = await openTestApp({
    env: {
      SPEECH_A_BASE_URL: 'http://127.0.0.1:9',
      SPEECH_B_BASE_URL: 'http://127.0.0.1:9/v1',
      SPEECH_B_LANGUAGES: 'de',
    },
  });
  const send = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
    const answer = await app.http.inject({ method, url: path, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const refused = (detail: string) => ({ status: 400, body: { detail: expect.stringContaining(detail) } });
  const agents = '/api/voice/agents';
  const embedded = { provider: 'platform', speaker: 'ava', language_code: 'en-US' };
  const notSpoken = 'must be a language of this voice: en-US, en-IN, en-GB.';
  expect(await send('POST', agents, { name: 'A', voice_config: embedded, languages: ['en-US', 'hi-IN'] })).toEqual(
    refused(`body languages.1: ${notSpoken}`),
  );
  const hindi = { provider: 'speech_a', speaker: 'priya', language_code: 'hi-IN' };
  const made = await send('POST', agents, { name: 'A', voice_config: hindi, languages: ['hi-IN', 'en-IN'] });
  expect(made.status).toBe(201);
  const german = { provider: 'speech_b', speaker: 'alloy', language_code: 'de-DE' };
  expect((await send('POST', agents, { name: 'B', voice_config: german })).status).toBe(201);
  const one = `${agents}/${made.body.uuid}`;
  expect(await send('PATCH', one, { languages: ['hi-IN', 'de-DE'] })).toEqual(refused('body languages.1: must be'));
  expect((await send('PATCH', one, { languages: ['hi-IN'], name: 'C' })).status).toBe(200);

  const campaign = { kind: 'outbound', name: 'C', provider: 'speech_a', voice_agent_id: made.body.uuid };
  expect(await send('POST', '/api/voice/flows', { ...campaign, language_code: 'de-DE' })).toEqual(
    refused('body language_code: must be a language of this voice'),
  );
  const flow = await send('POST', '/api/voice/flows', { ...campaign, language_code: 'en-IN' });
  expect(flow.status).toBe(201);
  const change = (body: object) => send('PATCH', `/api/voice/flows/${flow.body.uuid}`, body);
  expect(await change({ language_code: 'de-DE' })).toEqual(refused('body language_code: must be'));
  expect((await change({ language_code: 'hi-IN' })).status).toBe(200);
});
