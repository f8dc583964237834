import { expect, onTestFinished, test, vi } from 'vitest';
import { openCoach, unknown } from '../coaching/coach-app.ts';
import { says, scriptedAgent } from '../coaching/scripted-agent.ts';
import { onEachDatabase } from '../contacts/contacts-app.ts';
import { throughProxy } from '../data/proxied-postgres.ts';

const voice = { provider: 'platform', speaker: 'ava', language_code: 'en-US' };
const site = 'https://www.example.com';
const settings = { enabled: true, origins: [site] };

onEachDatabase('agents on websites', ({ name, place }) => {
  async function open(options: Parameters<typeof openCoach>[1] = {}, at?: Parameters<typeof openCoach>[0]) {
    const app = await openCoach(at ?? (await place()), {
      agent: scriptedAgent(says('Hello.', 'At eight.', 'Bye.')),
      ...options,
    });
    const agent = await app.add('/api/voice/agents', {
      name: 'Robin',
      voice_config: voice,
      persona_prompt: 'Be kind.',
    });
    const url = `/api/voice/agents/${agent.uuid}/website`;
    /** Sends a request as a page of this origin; undefined for a program. */
    const from = async (origin: string | undefined, method: 'GET' | 'POST', path: string, payload?: object) => {
      const answer = await app.http.inject({
        method,
        url: `/api/website/${path}`,
        headers: origin === undefined ? {} : { origin },
        ...(payload === undefined ? {} : { payload }),
      });
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
    };
    const put = async (changes: object = {}) => (await app.ask('PUT', url, { ...settings, ...changes })).body;
    /** Opens the stream of a call as a page of this origin. Returns its plan; undefined if it is refused. */
    const claim = (streamUrl: string, origin: string) =>
      app.fake.ports().plans.claim(new URL(streamUrl).pathname.split('/').at(-1) as string, 'website', {
        host: 'localhost',
        target: '/',
        origin,
        signatures: {},
      });
    return { ...app, agent, url, from, put, claim };
  }

  test('an agent is on no website until an admin allows one', async () => {
    const app = await open();
    expect(await app.ask('GET', app.url)).toMatchObject({
      status: 200,
      body: { enabled: false, origins: [], key: null, per_day: 200, today: 0, updated_at: null },
    });
    expect((await app.ask('POST', `${app.url}/key`)).status).toBe(404);
    const stored = await app.put({ origins: ['https://WWW.example.com:443', site, 'http://localhost:3000'] });
    expect(stored).toMatchObject({ enabled: true, origins: [site, 'http://localhost:3000'] });
    expect(stored.key).toMatch(/^web_[\w-]{24}$/);
    expect((await app.put({ voice: false })).key, 'keeps its key').toBe(stored.key);
    const renewed = (await app.ask('POST', `${app.url}/key`)).body;
    expect(renewed.key).not.toBe(stored.key);
    expect((await app.from(site, 'GET', `agents/${stored.key}`)).status, 'the earlier key').toBe(404);
    expect((await app.from(site, 'GET', `agents/${renewed.key}`)).status).toBe(200);
  });

  test('only the people of the organisation may read or change it', async () => {
    const app = await open();
    await app.put();
    expect((await app.ask('GET', app.url, undefined, 'stranger')).status).toBe(404);
    expect((await app.ask('PUT', app.url, settings, 'stranger')).status).toBe(404);
    expect((await app.ask('POST', `${app.url}/key`, undefined, 'stranger')).status).toBe(404);
    expect((await app.ask('PUT', app.url, settings, 'mate')).status).toBe(403);
    expect((await app.ask('PUT', `/api/voice/agents/${unknown}/website`, settings)).status).toBe(404);
    expect((await app.ask('PUT', app.url, { ...settings, campaign_uuid: unknown })).status).toBe(400);
    for (const origin of [
      'example.com',
      `${site}/path`,
      'ftp://example.com',
      'https://*.example.com',
      'https://a:70000',
      '',
    ])
      expect((await app.ask('PUT', app.url, { ...settings, origins: [origin] })).status, origin).toBe(400);
  });

  test('a page of an allowed origin learns what visitors may know, and others are refused in a sentence', async () => {
    const app = await open();
    const { key } = await app.put();
    const allowed = await app.from(site, 'GET', `agents/${key}`);
    expect(allowed.status).toBe(200);
    expect(allowed.body).toEqual({
      agent_name: 'Robin',
      languages: ['en-US'],
      voice: true,
      text: true,
      max_seconds: 600,
    });
    const foreign = await app.from('https://evil.example', 'GET', `agents/${key}`);
    expect(foreign).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('may not be used on https://evil.example') },
      headers: { 'access-control-allow-origin': '*' },
    });
    for (const origin of [undefined, 'null', 'https://www.example.com.evil.example', 'http://www.example.com'])
      for (const path of ['calls', 'chats'])
        expect((await app.from(origin, 'POST', `agents/${key}/${path}`)).status, `${origin} ${path}`).toBe(403);
    await app.put({ enabled: false });
    expect((await app.from(site, 'GET', `agents/${key}`)).status, 'switched off').toBe(404);
  });

  test('a visitor writes with the agent, on the page that began the conversation', async () => {
    const app = await open();
    const { key } = await app.put();
    const begun = await app.from(site, 'POST', `agents/${key}/chats`);
    expect(begun).toMatchObject({ status: 201 });
    expect(begun.body).toEqual({ chat_uuid: expect.any(String), text: 'Hello.', ended: false });
    const messages = `chats/${begun.body.chat_uuid}/messages`;
    expect((await app.from('https://evil.example', 'POST', messages, { text: 'Hi.' })).status).toBe(404);
    const reply = await app.from(site, 'POST', messages, { text: 'When do you open?' });
    expect(reply.body).toEqual({ chat_uuid: begun.body.chat_uuid, text: 'At eight.', ended: false });
    expect((await app.from(site, 'POST', messages, { text: ' ' })).status).toBe(400);
    const asked = await app.http.inject({
      method: 'OPTIONS',
      url: `/api/website/${messages}`,
      headers: { origin: site },
    });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
    });
    expect((await app.ask('GET', app.url)).body.today).toBe(1);
  });

  /** Returns the call of a chat as it is listed on this channel once it is over. */
  async function listed(app: Awaited<ReturnType<typeof open>>, channel = 'chat') {
    return (await app.ask('GET', `/api/calls?source=all&channel=${channel}`)).body.calls;
  }

  test('a chat is a call without sound, which is listed, analysed and deleted like others', async () => {
    const at = { ms: Date.parse('2026-03-01T08:00:00Z') };
    const app = await open({ agent: scriptedAgent(says('Hello.', 'At eight.', 'Bye.')), now: () => new Date(at.ms) });
    const { key } = await app.put();
    const { chat_uuid: uuid } = (await app.from(site, 'POST', `agents/${key}/chats`)).body;
    at.ms += 5000;
    await app.from(site, 'POST', `chats/${uuid}/messages`, { text: 'When do you open?' });
    const open_ = (await app.ask('GET', `/v1/calls/${uuid}`)).body;
    expect(open_).toMatchObject({
      status: 'in_progress',
      from_number: 'website',
      to_number: site,
      recording_url: null,
      channel: 'chat',
    });
    expect((await app.ask('GET', '/api/voice/calls/live')).body.calls ?? [], 'nobody can listen to it').toEqual([]);
    at.ms += 16 * 60_000;
    await app.from(site, 'POST', `agents/${key}/chats`);
    await vi.waitFor(async () => expect(await listed(app)).toHaveLength(1), { timeout: 10_000 });
    const [call] = await listed(app);
    expect(call).toMatchObject({
      uuid,
      source: 'call',
      channel: 'chat',
      direction: 'inbound',
      agent: { uuid: app.agent.uuid, name: 'Robin' },
      customer: { name: null, phone: null },
      duration: 5,
      end_reason: 'caller_hung_up',
      median_latency_ms: null,
      recording_url: null,
    });
    expect(await listed(app, 'website')).toEqual([]);
    expect(await listed(app, 'phone')).toEqual([]);
    await vi.waitFor(async () => expect((await listed(app))[0].status).toBe('completed'), { timeout: 10_000 });
    const { body: record } = await app.ask('GET', `/api/calls/${call.id}`);
    expect(
      record.transcript.map(({ speaker, text, timestamp }: Record<string, unknown>) => [speaker, text, timestamp]),
    ).toEqual([
      ['agent', 'Hello.', 0],
      ['customer', 'When do you open?', 5],
      ['agent', 'At eight.', 5],
    ]);
    expect((await app.ask('GET', `/api/calls?source=all&words=open`)).body.total, 'found by what was written').toBe(1);
    expect((await app.ask('GET', `/api/calls/${call.id}`, undefined, 'stranger')).status).toBe(404);
    expect((await app.ask('DELETE', `/api/calls/${call.id}`)).status).toBe(204);
    const { calls, callEvents } = app.database.tables;
    const { read } = app.database.system;
    expect((await read.select().from(calls)).map((row) => row.uuid)).not.toContain(uuid);
    expect((await read.select().from(callEvents)).map((row) => row.callUuid)).not.toContain(uuid);
  });

  test('an origin that is none is refused with one sentence', async () => {
    const app = await open();
    const { status, body } = await app.ask('PUT', app.url, { enabled: true, origins: ['banana'] });
    expect(status).toBe(400);
    expect(body.detail).toBe(
      'body origins.0: must be the origin of a website, such as https://www.example.com, without a path.',
    );
  });

  test('a chat that somebody ends is over for its visitor', async () => {
    const app = await open();
    const { key } = await app.put();
    const { chat_uuid: uuid } = (await app.from(site, 'POST', `agents/${key}/chats`)).body;
    expect((await app.ask('POST', `/api/voice/calls/${uuid}/end`, { reason: 'workflow_close' })).status).toBeLessThan(
      300,
    );
    expect((await app.from(site, 'POST', `chats/${uuid}/messages`, { text: 'Hi.' })).status).toBe(404);
  });

  test('conversations are limited by the minute, at once and by the day', async () => {
    let at = Date.parse('2026-03-01T23:00:00Z');
    let nowMs = 0;
    const agent = scriptedAgent(() => ({ text: 'Yes.', actions: [] }));
    const app = await open({ agent, now: () => new Date(at), nowMs: () => nowMs });
    const start = (key: string, what = 'chats') => app.from(site, 'POST', `agents/${key}/${what}`);
    const { key } = await app.put({ per_minute: 2 });
    expect((await start(key)).status).toBe(201);
    expect((await start(key)).status).toBe(201);
    expect(await start(key)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    nowMs += 60_001;

    await app.put({ at_once_per_visitor: 2 });
    expect((await start(key)).body.detail).toContain('earlier conversations');
    await app.put({ at_once: 2 });
    expect(await start(key)).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('as many visitors') },
    });

    expect((await app.ask('GET', app.url)).body.today, 'refusals do not count').toBe(2);
    await app.put({ per_day: 2 });
    expect((await start(key)).body.detail).toContain('today');
    at += 3_600_000;
    expect((await app.ask('GET', app.url)).body.today).toBe(0);
    expect((await start(key)).status).toBe(201);
    expect((await app.ask('GET', app.url)).body.today).toBe(1);
    await app.put({ text: false });
    expect((await start(key)).status).toBe(403);
  });

  test('a chat that has rested for a minute makes way for other visitors, and continues otherwise', async () => {
    let at = Date.parse('2026-03-01T08:00:00Z');
    const agent = scriptedAgent(() => ({ text: 'Yes.', actions: [] }));
    const app = await open({ agent, now: () => new Date(at) });
    const { key } = await app.put({ at_once: 1 });
    const start = () => app.from(site, 'POST', `agents/${key}/chats`);
    const first = (await start()).body.chat_uuid;
    at += 59_999;
    expect((await start()).status).toBe(503);
    at += 1;
    expect((await start()).status).toBe(201);
    expect((await app.from(site, 'POST', `chats/${first}/messages`, { text: 'Hi.' })).status).toBe(200);
  });

  test('the conversations of a visitor with another agent of the website are counted apart', async () => {
    const app = await open({ agent: scriptedAgent(() => ({ text: 'Yes.', actions: [] })) });
    const { key } = await app.put({ at_once_per_visitor: 1 });
    const other = await app.add('/api/voice/agents', { name: 'Kim', voice_config: voice });
    const url = `/api/voice/agents/${other.uuid}/website`;
    const { key: otherKey } = (await app.ask('PUT', url, { ...settings, at_once_per_visitor: 1 })).body;
    for (const each of [key, otherKey]) {
      expect((await app.from(site, 'POST', `agents/${each}/chats`)).status).toBe(201);
      expect((await app.from(site, 'POST', `agents/${each}/chats`)).status).toBe(429);
    }
  });

  test('an agent that no longer answers in the campaign talks with visitors without it', async () => {
    const app = await open();
    const other = await app.add('/api/voice/agents', { name: 'Kim', voice_config: voice });
    const flow = { kind: 'inbound', name: 'Line', provider: 'platform', voice_agent_id: app.agent.uuid };
    const { uuid: campaign } = await app.add('/api/voice/flows', flow);
    const { key } = await app.put({ campaign_uuid: campaign });
    const changed = await app.ask('PATCH', `/api/voice/flows/${campaign}`, { voice_agent_id: other.uuid });
    expect(changed.status).toBe(200);
    for (const what of ['calls', 'chats'])
      expect((await app.from(site, 'POST', `agents/${key}/${what}`)).status, what).toBe(201);
    const kept = await app.put({ campaign_uuid: campaign, text: false });
    expect(kept, 'other settings').toMatchObject({ campaign_uuid: campaign, text: false });
    await app.put();
    expect((await app.ask('PUT', app.url, { ...settings, campaign_uuid: campaign })).status).toBe(400);
  });

  test('a call from a website is opened by a page of that origin only, and is listed with it', async () => {
    const app = await open();
    const { key } = await app.put({ at_once: 2, max_seconds: 45 });
    const call = async () => (await app.from(site, 'POST', `agents/${key}/calls`)).body.ws_url as string;
    const first = await call();
    expect(first).toMatch(/^ws:.*\/media\/website\/[\w-]+$/);
    expect(await app.claim(first, 'https://evil.example'), 'another page').toBeUndefined();
    expect(await app.claim(await call(), site)).toMatchObject({
      dialect: 'website',
      direction: 'inbound',
      from: 'website',
      to: site,
      limits: { maxCallSeconds: 45 },
    });
    const third = await app.from(site, 'POST', `agents/${key}/calls`);
    expect(third.status, 'two are open').toBe(503);
    const { calls: table } = app.database.tables;
    const rows = await app.database.system.read.select().from(table);
    expect(rows.map((row) => row.callerVerified)).toEqual([false, false]);
    const { calls } = (await app.ask('GET', '/v1/calls')).body;
    expect(calls).toMatchObject([
      { call_type: 'inbound', from_number: 'website', to_number: site },
      { call_type: 'inbound', from_number: 'website', to_number: site },
    ]);
    await app.put({ voice: false });
    expect((await app.from(site, 'POST', `agents/${key}/calls`)).status).toBe(403);
  });

  test.skipIf(name === 'sqlite')(
    'only a page of that origin opens the call while the database is away',
    async () => {
      const { dataDir, databaseUrl = '' } = await place();
      const { proxy, url } = await throughProxy(databaseUrl, onTestFinished);
      const app = await open({}, { dataDir, databaseUrl: url });
      const { key } = await app.put({ at_once: 3, at_once_per_visitor: 3 });
      const call = async () => (await app.from(site, 'POST', `agents/${key}/calls`)).body.ws_url as string;
      expect(await app.claim(await call(), site), 'the agent is remembered').toMatchObject({ to: site });
      const calls = [await call(), await call()] as const;
      proxy.silence();
      await vi.waitFor(() => expect(app.database.silentSinceMs()).toBeDefined(), { timeout: 30_000, interval: 50 });
      expect(await app.claim(calls[0], 'https://evil.example'), 'another page').toBeUndefined();
      expect(await app.claim(calls[1], site)).toMatchObject({ dialect: 'website', to: site });
      await proxy.restore();
    },
    60_000,
  );
});
