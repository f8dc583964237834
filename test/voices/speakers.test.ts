import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { speechLike, wavOf } from '../../bench/trials/speech-like.ts';
import { type OpenAiSpeechServer, openOpenAiSpeechServer } from '../../media/emulator/index.ts';
import { toneSpeech } from '../../media/emulator/speech/tone-speech.ts';
import { describeEngines } from '../../media/engines/available.ts';
import { createEngine as createSynthesiser } from '../../media/engines/openai/synthesiser.ts';
import { enginesOf } from '../../media/engines/registry.ts';
import { route } from '../../media/engines/route.ts';
import { joinSamples } from '../../media/kit/join-samples.ts';
import { onEachDatabase } from '../data/databases.ts';
import { addMember, openAppOnce, openTestApp, type TestApp } from '../http/test-app.ts';
import { testModelsDir } from '../models.ts';
import { formOf } from './speech-like.ts';

const url = '/api/voice/models/speakers';
const clip = wavOf(speechLike());
/** Key of the voice server. */
const apiKey = 'sesame';
const numberOf = { named: '+12025550188', identified: '+12025550189' } as const;
const consent = 'By e-mail.';
const mebibyte = 2 ** 20;

/** Sends requests with the given headers; by default as the owner of the app's first organisation. */
function clientOf(app: TestApp, credential: Readonly<Record<string, string>> = {}) {
  const send = ({ headers, ...request }: InjectOptions) =>
    app.http.inject({ ...request, headers: { ...credential, ...headers } });
  const ask = async (method: 'GET' | 'POST' | 'DELETE' | 'PATCH', path: string, payload?: object) => {
    const answer = await send({ method, url: path, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };
  const add = async (fields: Readonly<Record<string, string>>, bytes: Buffer = clip) => {
    const file = bytes.length === 0 ? undefined : { field: 'reference_audio', bytes };
    const answer = await send({ method: 'POST', url, ...formOf(file, { consent, ...fields }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const planFor = async (callUuid: string, number = '+12025550188') => {
    const query = { CallUUID: callUuid, From: '+15550001111', To: number };
    const answer = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
    return app.fake.ports().plans.claim(/telephony_a\/([\w-]+)</.exec(answer.body)?.[1] ?? '', 'telephony_a');
  };
  return { app, send, ask, add, planFor };
}

onEachDatabase('speakers', (database) => {
  let server: OpenAiSpeechServer;
  beforeAll(async () => {
    server = await openOpenAiSpeechServer({ apiKey });
  });
  const cloningApp = openAppOnce({
    database,
    env: () => ({ MODELS_DIR: '/nowhere', VOICE_MODELS_BASE_URL: server.baseUrl, VOICE_MODELS_API_KEY: apiKey }),
  });
  afterAll(() => server.close());
  const cloning = () => ({ server, app: cloningApp() });
  const shared = openAppOnce({ database, env: { MODELS_DIR: '/nowhere' } });

  /** Opens an app of the test's own. */
  async function opened(env: Readonly<Record<string, string>>) {
    const { dataDir, databaseUrl } = await database.place();
    const app = await openTestApp({
      dataDir,
      env: { MODELS_DIR: '/nowhere', ...env, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
    });
    return clientOf(app);
  }

  /** Adds an organisation to the shared app. */
  async function joined(app: TestApp = shared()) {
    const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
    const payload = { ...account, organization_name: 'Their own' };
    const { token } = (await app.http.inject({ method: 'POST', url: '/api/auth/register', payload })).json();
    return clientOf(app, { authorization: `Bearer ${token}` });
  }

  test('clips and samples count in the quota of uploads', async () => {
    const { send, ask, add } = await opened({ UPLOADS_PER_ORGANISATION_MB: '1' });
    const long = wavOf(speechLike({ seconds: 14 }));
    const voice = (name: string) => add({ name, language: 'en-US', description: '' }, long);
    const sample = async () => {
      const form = formOf({ field: 'audio', bytes: long }, { transcript: 'The words.' });
      return (await send({ method: 'POST', url: `${url}/one/dataset/sample`, ...form })).statusCode;
    };
    expect((await voice('one')).status).toBe(201);
    expect(await sample()).toBe(201);
    expect(await sample()).toBe(409);
    expect(await voice('two')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('quota of 1 MiB') },
    });
    expect((await ask('DELETE', `${url}/one/dataset`)).status).toBe(204);
    expect((await voice('two')).status).toBe(201);
  });

  test('a voice is created, deployed, spoken with, withdrawn and deleted', async () => {
    const { ask, add, planFor } = await joined();
    expect(await ask('GET', url)).toEqual({ status: 200, body: [] });
    const made = await add({ name: 'our-voice', language: 'en-US', description: 'The founder.' });
    expect(made).toEqual({
      status: 201,
      body: {
        name: 'our-voice',
        language: 'en-US',
        status: 'ready',
        message: expect.stringContaining('estimated similarity 0.'),
      },
    });
    const own = {
      name: 'our-voice',
      language: 'en-US',
      description: 'The founder.',
      deployed: false,
      method: 'fitted',
      consent: { note: consent, at: expect.any(String), user_uuid: expect.any(String) },
    };
    expect((await ask('GET', `${url}/our-voice`)).body).toMatchObject(own);
    expect((await ask('GET', `${url}?envelope=1`)).body).toMatchObject({ speakers: [own] });

    const config = { provider: 'platform', speaker: 'our-voice', language_code: 'en-US' };
    const agent = { name: 'Front desk', voice_config: config };
    expect((await ask('POST', '/api/voice/agents', agent)).status).toBe(400);
    const deployed = await ask('POST', `${url}/our-voice/deploy`);
    expect(deployed.body).toEqual({ name: 'our-voice', deployed: true, voice_sample_uuid: expect.any(String) });
    expect((await ask('GET', '/api/voice/speakers')).body.speakers.at(-1)).toMatchObject({ name: 'our-voice' });
    expect((await ask('POST', '/api/voice/agents', agent)).status).toBe(201);
    const flow = { kind: 'inbound', name: 'Line', provider: 'platform', speaker: 'our-voice', status: 'active' };
    expect((await ask('POST', '/api/voice/flows', { ...flow, phone_number: '+12025550188' })).status).toBe(201);

    const spoken = { engine: 'hibari', voice: 'ava', parameters: { pitchScale: expect.any(Number) } };
    expect((await planFor('one'))?.voice.own).toMatchObject(spoken);
    expect((await ask('DELETE', `${url}/our-voice/deploy`)).status).toBe(204);
    const withdrawn = (await ask('GET', `${url}/our-voice`)).body;
    expect(withdrawn).toMatchObject({ deployed: false });
    expect(withdrawn).not.toHaveProperty('voice_sample_uuid');
    expect((await ask('POST', '/api/voice/agents', { ...agent, name: 'B' })).status).toBe(400);
    expect((await planFor('two'))?.voice.own).toMatchObject(spoken);
    expect((await ask('DELETE', `${url}/our-voice`)).status).toBe(200);
    expect((await planFor('three'))?.voice).toEqual({ speaker: 'our-voice', provider: 'platform' });
    for (const path of ['', '/reference', '/dataset'])
      expect(await ask('GET', `${url}/our-voice${path}`)).toEqual({
        status: 404,
        body: { detail: 'Speaker our-voice does not exist.' },
      });
  });

  test('the owner of a deleted voice sees which agents and campaigns speak with another one', async () => {
    const { ask, add } = await joined();
    await add({ name: 'our-voice' });
    await ask('POST', `${url}/our-voice/deploy`);
    const voice_config = { provider: 'platform', speaker: 'our-voice', language_code: 'en-US' };
    const { body: agent } = await ask('POST', '/api/voice/agents', { name: 'Front desk', voice_config });
    expect(agent).toMatchObject({ status_reason: null });
    const { body: flow } = await ask('POST', '/api/voice/flows', {
      kind: 'inbound',
      name: 'Line',
      provider: 'platform',
      voice_agent_id: agent.uuid,
    });
    const reasons = async () => [
      (await ask('GET', `/api/voice/agents/${agent.uuid}`)).body.status_reason,
      (await ask('GET', '/api/voice/agents')).body.agents.find(({ uuid }: { uuid: string }) => uuid === agent.uuid)
        .status_reason,
      (await ask('GET', `/api/voice/flows/${flow.uuid}`)).body.status_reason,
      (await ask('GET', '/api/voice/flows')).body.flows.find(({ uuid }: { uuid: string }) => uuid === flow.uuid)
        .status_reason,
    ];
    expect(await ask('DELETE', `${url}/our-voice`)).toEqual({
      status: 200,
      body: { agents: [{ uuid: agent.uuid, name: 'Front desk' }], campaigns: [{ uuid: flow.uuid, name: 'Line' }] },
    });
    const reason = 'The voice "our-voice" does not exist; another voice speaks instead. Choose a voice.';
    expect(await reasons()).toEqual([reason, reason, reason, reason]);
    // A voice of this name speaks again as soon as it is there.
    await add({ name: 'our-voice' });
    expect(await reasons()).toEqual([null, null, null, null]);
    await ask('DELETE', `${url}/our-voice`);
    const patched = await ask('PATCH', `/api/voice/agents/${agent.uuid}`, {
      voice_config: { ...voice_config, speaker: 'ava' },
    });
    expect(patched.body.status_reason).toBe(null);
    expect(await reasons()).toEqual([null, null, null, null]);
  });

  test('an unused voice is deleted with 204, and a voice of another organisation counts for nobody else', async () => {
    const { ask, add } = await joined();
    const others = await joined();
    await add({ name: 'our-voice' });
    await others.add({ name: 'our-voice' });
    await others.ask('POST', `${url}/our-voice/deploy`);
    const voice_config = { provider: 'platform', speaker: 'our-voice', language_code: 'en-US' };
    const { body: agent } = await others.ask('POST', '/api/voice/agents', { name: 'Theirs', voice_config });
    expect(await ask('DELETE', `${url}/our-voice`)).toEqual({ status: 204, body: undefined });
    expect((await others.ask('GET', `/api/voice/agents/${agent.uuid}`)).body.status_reason).toBe(null);
  });

  test('the clip and the dataset are kept and deleted', async () => {
    const { send, ask, add } = await joined();
    await add({ name: 'our-voice' });
    const reference = await send({ url: `${url}/our-voice/reference` });
    expect(reference.headers['content-type']).toBe('audio/wav');
    expect(reference.rawPayload.equals(clip)).toBe(true);
    const sampleOf = async (
      seconds: number,
      fields: Readonly<Record<string, string>> = { transcript: 'Good morning.' },
    ) => {
      const form = formOf({ field: 'audio', bytes: wavOf(speechLike({ seconds })) }, fields);
      const answer = await send({ method: 'POST', url: `${url}/our-voice/dataset/sample`, ...form });
      return { status: answer.statusCode, body: answer.json() };
    };
    const sample = await sampleOf(6);
    expect(sample).toEqual({
      status: 201,
      body: { sample_id: expect.any(String), duration_seconds: 6, transcript: 'Good morning.' },
    });
    expect((await sampleOf(3)).body.detail).toContain('3.0 s long');
    expect((await sampleOf(6, {})).status).toBe(400);
    const summary = { name: 'our-voice', sample_count: 1, total_duration_seconds: 6, status: 'ready' };
    expect((await ask('GET', `${url}/our-voice/dataset`)).body).toEqual(summary);
    expect((await ask('DELETE', `${url}/our-voice/dataset`)).status).toBe(204);
    expect((await ask('GET', `${url}/our-voice/dataset`)).body).toMatchObject({ sample_count: 0, status: 'empty' });
  });

  test('an impossible request is rejected with the reason', async () => {
    const { app, add } = clientOf(shared());
    expect((await add({ name: 'our-voice' })).status).toBe(201);
    const cases: [Readonly<Record<string, string>>, Buffer, number, string][] = [
      [{ name: 'our-voice' }, clip, 409, 'exists'],
      [{ name: 'ava' }, clip, 409, 'exists'],
      [{ name: 'Our Voice' }, clip, 400, 'name'],
      [{}, clip, 400, 'name'],
      [{ name: 'other' }, Buffer.alloc(0), 400, 'reference_audio'],
      [{ name: 'other' }, Buffer.from('no sound'), 400, 'WAV or MP3'],
      [{ name: 'other' }, wavOf(speechLike({ seconds: 3 })), 400, '3.0 s long'],
      [{ name: 'other', language: 'hi-IN' }, clip, 503, 'VOICE_MODELS_BASE_URL'],
    ];
    for (const [fields, bytes, status, detail] of cases) {
      const answer = await add(fields, bytes);
      expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)]);
    }
    const { token } = await addMember(app);
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.http.inject({ method: 'DELETE', url: `${url}/our-voice`, headers })).statusCode).toBe(403);
  });

  test('a clip larger than the limit returns 400 however large it is', async () => {
    const { send, add } = await joined();
    await add({ name: 'our-voice' });
    const large = Buffer.alloc(21 * mebibyte);
    for (const [path, field, fields] of [
      [url, 'reference_audio', { name: 'other', consent }],
      [`${url}/our-voice/dataset/sample`, 'audio', { transcript: 'Good morning.' }],
    ] as const) {
      const refused = { statusCode: 400, detail: 'The clip is larger than 20 MiB.' };
      const post = async ({ headers, payload }: ReturnType<typeof formOf>, declared: object) => {
        const answer = await send({
          method: 'POST',
          url: path,
          headers: { ...headers, ...declared },
          payload,
        });
        return { statusCode: answer.statusCode, detail: answer.json().detail };
      };
      expect(await post(formOf({ field, bytes: large }, fields), {})).toEqual(refused);
      const declared = { 'content-length': String(70 * mebibyte) };
      expect(await post(formOf({ field, bytes: clip }, fields), declared)).toEqual(refused);
      expect(await post(formOf({ field, bytes: large }, fields), { 'content-length': '1000' })).toEqual(refused);
    }
  });

  test('a voice server clones the voice, and its outage returns 502', async () => {
    const server = await openOpenAiSpeechServer({ apiKey: 'sesame' });
    onTestFinished(() => server.close());
    const { ask, add } = await opened({ VOICE_MODELS_BASE_URL: server.baseUrl, VOICE_MODELS_API_KEY: 'sesame' });
    expect((await add({ name: 'our-voice', language: 'hi-IN' })).status).toBe(201);
    const cloned = [...server.voices.keys()].filter((name) => name.startsWith('parley-'));
    expect(cloned).toHaveLength(1);
    expect((await ask('GET', `${url}/our-voice`)).body).toMatchObject({ method: 'cloned', similarity: null });
    expect(server.complaints).toEqual([]);
    expect((await ask('DELETE', `${url}/our-voice`)).status).toBe(204);
    expect([...server.voices.keys()]).toEqual(['alloy']);
    expect(server.complaints).toEqual([]);
    await server.close();
    expect(await add({ name: 'our-voice' })).toEqual({
      status: 502,
      body: { detail: 'The voice models service is unreachable.' },
    });
    expect((await ask('GET', url)).body).toEqual([]);
  });

  test('a language that is spoken and not recognised is rejected when the agent or campaign is saved', async () => {
    const server = await openOpenAiSpeechServer();
    onTestFinished(() => server.close());
    const { ask, add } = await opened({ VOICE_MODELS_BASE_URL: server.baseUrl, MODELS_DIR: testModelsDir });
    expect((await add({ name: 'our-voice', language: 'es-ES' })).status).toBe(201);
    expect((await ask('POST', `${url}/our-voice/deploy`)).status).toBe(200);
    const why = 'is not recognised here; calls of this voice recognise en.';
    const voice_config = { provider: 'platform', speaker: 'our-voice', language_code: 'es-ES' };
    expect(await ask('POST', '/api/voice/agents', { name: 'A', voice_config })).toMatchObject({
      status: 400,
      body: { detail: `body voice_config.language_code: ${why}` },
    });
    const flow = { kind: 'inbound', name: 'L', provider: 'platform', speaker: 'our-voice', language_code: 'es-ES' };
    expect(await ask('POST', '/api/voice/flows', flow)).toMatchObject({
      status: 400,
      body: { detail: `body language_code: ${why}` },
    });
  });

  test.each(['named', 'identified'] as const)(
    'a call speaks with a cloned voice when the server has %s voices',
    async (form) => {
      const { server, app } = cloning();
      server.cloning = { form };
      const { ask, add, planFor } = await joined(app);
      expect((await add({ name: 'our-voice', language: 'en-US' })).status).toBe(201);
      expect((await ask('POST', `${url}/our-voice/deploy`)).status).toBe(200);
      const flow = { kind: 'inbound', name: 'Line', provider: 'platform', speaker: 'our-voice', status: 'active' };
      expect((await ask('POST', '/api/voice/flows', { ...flow, phone_number: numberOf[form] })).status).toBe(201);
      const chosen = (await planFor(form, numberOf[form]))?.voice;
      const servers = { voice_models: { baseUrl: server.baseUrl, apiKey: 'sesame' } };
      const available = await describeEngines(enginesOf(servers), { modelsDir: testModelsDir });
      const plan = { voice: chosen as NonNullable<typeof chosen>, languageCode: 'en-US', rateHz: 8000 } as const;
      const { voice, alarm } = route(plan, available);
      const [id, { name } = { name: '' }] = [...server.voices].at(-1) ?? [];
      expect(alarm).toBeUndefined();
      expect(voice).toMatchObject({ engine: 'voice_models', voice: id });
      expect([id === name, name]).toEqual([form === 'named', expect.stringMatching(/^parley-/)]);
      const engine = await createSynthesiser(servers.voice_models, undefined as never);
      const phrase = 'Your order ships today.';
      const pieces: Float32Array[] = [];
      for await (const { samples } of engine.run({ text: phrase, voice, rateHz: 8000 }, { aborted: false }))
        pieces.push(samples);
      const { length } = toneSpeech(phrase, 8000).samples;
      expect(Math.abs(joinSamples(pieces).length - length)).toBeLessThan(400);
      expect(server.seen.map(({ text, voice: spoken }) => [text, spoken])).toContainEqual([phrase, id]);
      expect((await ask('DELETE', `${url}/our-voice`)).status).toBe(200);
      expect(server.voices.has(id ?? '')).toBe(false);
      expect(server.complaints).toEqual([]);
    },
  );

  test('a clone that the server does not confirm is refused with the reason', async () => {
    const { server, app } = cloning();
    const { ask, add } = await joined(app);
    for (const [trouble, status, detail] of [
      ['unsuccessful', 400, 'The voice models service rejects the clip: The speaker could not be encoded'],
      ['forgets', 502, 'The voice models service does not list the voice that it created.'],
      [
        'other_answer',
        502,
        'The voice models service returned an answer that Parley does not know. Check VOICE_MODELS_BASE_URL and VOICE_MODELS_DIALECT.',
      ],
    ] as const) {
      server.cloning = { form: 'named', trouble };
      expect(await add({ name: 'our-voice' })).toEqual({ status, body: { detail } });
    }
    expect((await ask('GET', url)).body).toEqual([]);
    server.cloning = { form: 'identified', trouble: 'no_list' };
    expect((await add({ name: 'our-voice' })).status).toBe(201);
  });

  test('an unsupported language is rejected when the agent or campaign is saved', async () => {
    const { ask } = await joined();
    for (const provider of ['platform', 'speech_b']) {
      const voice_config = { provider, speaker: 'ava', language_code: 'hi-IN' };
      const agent = await ask('POST', '/api/voice/agents', { name: 'A', voice_config });
      expect([agent.status, agent.body.detail]).toEqual([400, expect.stringContaining('language_code')]);
      const flow = { kind: 'inbound', name: 'L', provider, language_code: 'hi-IN' };
      expect((await ask('POST', '/api/voice/flows', flow)).status).toBe(400);
    }
  });
});
