import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { storeCall, talkingElsewhere } from '../calls/stored-calls.ts';
import { contactsOnce, onEachDatabase, phoneOf, type Who } from '../contacts/contacts-app.ts';
import { copyFlow } from '../http/copied-flow.ts';
import { ofCall } from '../of-call.ts';

const listening = (callUuid: string) => ({ kind: 'supervision', callUuid }) as const;
const format = { encoding: 'l16', rateHz: 16_000 } as const;
let numbers = 0;

type Shared = Awaited<ReturnType<ReturnType<typeof contactsOnce>>>;

/** An organisation with a call in progress. */
async function openSupervised(app: Shared) {
  const ports = app.fake.ports();
  app.fake.told.splice(0);
  app.fake.mayTell = true;
  const id = randomUUID();
  const number = `+1202556${1000 + ++numbers}`;
  await copyFlow(app.database, app.organisation, number);
  const query = { CallUUID: id, From: phoneOf(1), To: number };
  const { body } = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
  const plan = await ports.plans.claim(/telephony_a\/([\w-]+)</.exec(body)?.[1] as string, 'telephony_a');
  const call = plan?.callUuid ?? '';
  const started = { type: 'started', atMs: 0, format, providerCallId: id, streamId: id, wallMs: Date.now() } as const;
  ports.log.append(ofCall(call), started);
  app.fake.live.add(call);
  return {
    ...app,
    ports,
    call,
    started,
    listen: (as: Who = 'admin', uuid = call) => app.ask('POST', `/api/voice/calls/${uuid}/listen`, { as }),
    /** As the media plane does with a stream. */
    async open() {
      const { body: opened } = await app.ask('POST', `/api/voice/calls/${call}/listen`);
      await ports.plans.claimSupervision(opened.token);
      ports.log.append(listening(opened.session_uuid), started);
      return opened.session_uuid as string;
    },
    listeners: async () => (await app.ask('GET', `/api/voice/calls/${call}/listeners`)).body.listeners,
    overview: async (as: Who = 'admin') => (await app.ask('GET', '/api/voice/supervision', { as })).body,
  };
}

onEachDatabase('supervision', (database) => {
  const open = contactsOnce(database);

  test('an admin listens with a single-use token, and the call records who listened', async () => {
    const app = await openSupervised(await open());
    const { status, body } = await app.listen();
    expect(status).toBe(201);
    expect(body).toEqual({
      session_uuid: expect.any(String),
      call_uuid: app.call,
      token: expect.stringMatching(/^[\w-]{32}$/),
      ws_url: expect.stringContaining(`/media/listen/${body.token}`),
      expires_at: expect.any(String),
    });
    expect(await app.listeners()).toEqual([]);
    expect(await app.ports.plans.claimSupervision(body.token)).toEqual({
      kind: 'supervision',
      callUuid: body.session_uuid,
      listensTo: app.call,
    });
    expect(await app.ports.plans.claimSupervision(body.token)).toBeUndefined();
    app.ports.log.append(listening(body.session_uuid), app.started);
    const row = {
      session_uuid: body.session_uuid,
      call_uuid: app.call,
      user_uuid: app.people.admin.userUuid,
      user_name: 'admin',
      started_at: expect.any(String),
      ended_at: null,
      taken_over_at: null,
    };
    await expect.poll(app.listeners).toEqual([row]);
    expect((await app.overview()).listeners).toEqual([row]);
    app.ports.log.append(listening(body.session_uuid), {
      type: 'ended',
      atMs: 2000,
      reason: 'caller_hung_up',
      wallMs: Date.now(),
    });
    await expect.poll(app.listeners).toEqual([{ ...row, ended_at: expect.any(String) }]);
    expect((await app.overview()).listeners).toEqual([]);
    const audit = (await app.ask('GET', '/api/audit', { query: { action: 'POST /api/voice/calls/{uuid}/listen' } }))
      .body;
    expect(audit.events[0]).toMatchObject({ subject: { uuid: app.call }, status: 201 });
  });

  test('tokens of calls and tokens of listeners are not interchangeable', async () => {
    const app = await openSupervised(await open());
    const { body } = await app.listen();
    expect(await app.ports.plans.claim(body.token, 'browser')).toBeUndefined();
    expect(await app.ports.plans.claimSupervision(body.token)).toBeDefined();
  });

  test('members, keys and other organisations cannot listen, take over, whisper or list listeners', async () => {
    const app = await openSupervised(await open());
    const session = await app.open();
    app.fake.supervised.set(session, 'taken');
    const whisper = { mode: 'say', text: 'Hello.' };
    const asked = [
      ['GET', '/api/voice/supervision', undefined],
      ['POST', `/api/voice/calls/${app.call}/listen`, undefined],
      ['GET', `/api/voice/calls/${app.call}/listeners`, undefined],
      ['POST', `/api/voice/calls/${app.call}/whisper`, whisper],
      ['POST', `/api/voice/listening-sessions/${session}/take-over`, undefined],
      ['POST', `/api/voice/listening-sessions/${session}/hand-back`, undefined],
    ] as const;
    for (const as of ['mate', 'mateKey', 'key'] as const)
      for (const [method, url, body] of asked)
        expect([as, url, (await app.ask(method, url, { as, body })).status]).toEqual([as, url, 403]);
    for (const [method, url, body] of asked.slice(1)) {
      const refused = await app.ask(method, url, { as: 'stranger', body });
      expect([url, refused.status]).toEqual([url, 404]);
    }
    expect(await app.overview('stranger')).toMatchObject({ waiting: [], listeners: [] });
    expect(app.fake.told).toEqual([]);
  });

  test('a person restricted to some tags cannot listen to other calls', async () => {
    const app = await openSupervised(await open());
    await app.ask('PUT', `/api/voice/agents/tag-assignments/${app.people.admin.userUuid}`, {
      body: { tags: ['City:Pune'] },
    });
    expect((await app.listen()).status).toBe(404);
    expect((await app.ask('GET', `/api/voice/calls/${app.call}/listeners`)).status).toBe(404);
  });

  test('a person who loses the role cannot open the stream, and an open one is closed', async () => {
    const app = await openSupervised(await open());
    const session = await app.open();
    app.fake.live.add(session);
    const { body } = await app.listen();
    const { memberships } = app.database.tables;
    await app.database.system.tx(async (queries) => {
      await queries.update(memberships).set({ role: 'member' });
    });
    expect(await app.ports.plans.claimSupervision(body.token)).toBeUndefined();
    await expect.poll(() => app.fake.ended).toContainEqual({ callUuid: session, reason: 'access_ended' });
  });

  test('a person who signs out cannot open the stream, and an open one is closed', async () => {
    const app = await openSupervised(await open());
    const session = await app.open();
    app.fake.live.add(session);
    const { body } = await app.listen();
    expect((await app.ask('POST', '/api/auth/logout')).status).toBe(204);
    expect(await app.ports.plans.claimSupervision(body.token)).toBeUndefined();
    await expect.poll(() => app.fake.ended).toContainEqual({ callUuid: session, reason: 'access_ended' });
  });

  test('a person who no longer sees the call cannot open the stream, and an open one is closed', async () => {
    const app = await openSupervised(await open());
    const session = await app.open();
    app.fake.live.add(session);
    const { body } = await app.listen();
    await app.ask('PUT', `/api/voice/agents/tag-assignments/${app.people.admin.userUuid}`, {
      body: { tags: ['City:Pune'] },
    });
    expect(await app.ports.plans.claimSupervision(body.token)).toBeUndefined();
    await expect.poll(() => app.fake.ended).toContainEqual({ callUuid: session, reason: 'access_ended' });
  });

  test('a person who leaves, and one who is only invited back, loses the open stream', async () => {
    const app = await openSupervised(await open());
    const session = await app.open();
    app.fake.live.add(session);
    const { memberships, invitations } = app.database.tables;
    await app.database.system.tx(async (queries) => {
      await queries.delete(memberships).where(eq(memberships.userUuid, app.people.admin.userUuid));
      const createdAt = new Date().toISOString();
      const invited = { organisationId: app.organisation, userUuid: app.people.admin.userUuid, role: 'admin' as const };
      await queries.insert(invitations).values({ ...invited, createdAt });
    });
    await expect.poll(() => app.fake.ended).toContainEqual({ callUuid: session, reason: 'access_ended' });
  });

  test('take-over and hand-back are limited to the owner of the stream', async () => {
    const app = await openSupervised(await open());
    const session = await app.open();
    const act = (name: string, uuid = session) => app.ask('POST', `/api/voice/listening-sessions/${uuid}/${name}`);
    expect((await act('take-over')).status).toBe(409);
    app.fake.supervised.set(session, 'not_now');
    expect((await act('take-over')).body.detail).toMatch(/cannot be taken over now/);
    app.fake.supervised.set(session, 'taken');
    expect(await act('take-over')).toEqual({
      status: 200,
      body: { session_uuid: session, call_uuid: app.call, speaking: true },
    });
    expect((await app.listeners())[0].taken_over_at).toEqual(expect.any(String));
    expect(app.fake.takers.at(-1)).toEqual({ userUuid: app.people.admin.userUuid, name: 'admin' });
    expect((await act('hand-back')).body.speaking).toBe(false);
    app.fake.supervised.clear();
    expect((await act('hand-back')).status).toBe(409);
    expect((await act('take-over', randomUUID())).status).toBe(404);

    const { users, memberships } = app.database.tables;
    await app.database.system.tx(async (queries) => {
      await queries.update(app.database.tables.listeningSessions).set({ userUuid: app.people.mate.userUuid });
      expect(users).toBeDefined();
      expect(memberships).toBeDefined();
    });
    app.fake.supervised.set(session, 'taken');
    expect((await act('take-over')).status).toBe(404);
  });

  test('the agent says or follows a whisper, and guidance needs a language model', async () => {
    const app = await openSupervised(await open());
    const whisper = (body: unknown) => app.ask('POST', `/api/voice/calls/${app.call}/whisper`, { body });
    expect(await whisper({ mode: 'say', text: '  We have\n an offer. ' })).toEqual({
      status: 200,
      body: { call_uuid: app.call, mode: 'say', text: 'We have an offer.' },
    });
    const person = { userUuid: app.people.admin.userUuid, name: 'admin' };
    expect(app.fake.told).toEqual([{ callUuid: app.call, kind: 'say', text: 'We have an offer.', person }]);
    expect((await whisper({ mode: 'guide', text: 'Be brief.' })).body.detail).toMatch(/language model/);
    app.fake.mayTell = false;
    expect((await whisper({ mode: 'say', text: 'Now.' })).body.detail).toMatch(/cannot say this now/);
    for (const bad of [
      {},
      { mode: 'say' },
      { mode: 'say', text: ' ' },
      { mode: 'sing', text: 'a' },
      { mode: 'say', text: 'a'.repeat(301) },
    ])
      expect((await whisper(bad)).status).toBe(400);
  });

  test('listening to an ended call is rejected, and sessions of listeners end with their call', async () => {
    const app = await openSupervised(await open());
    const session = await app.open();
    await expect.poll(async () => (await app.listeners()).length).toBe(1);
    app.ports.log.append(ofCall(app.call), { type: 'ended', atMs: 3000, reason: 'caller_hung_up', wallMs: Date.now() });
    await expect
      .poll(async () => (await app.listeners())[0])
      .toMatchObject({
        session_uuid: session,
        ended_at: expect.any(String),
      });
    expect((await app.listen()).status).toBe(409);
    expect(
      (await app.ask('POST', `/api/voice/calls/${app.call}/whisper`, { body: { mode: 'say', text: 'a' } })).status,
    ).toBe(409);
    expect((await app.ask('POST', '/api/voice/calls/no-uuid/listen')).status).toBe(404);
  });

  test('sessions of listeners end with a call whose server has died', async () => {
    const app = await openSupervised(await open());
    const { leaseOwner: _, ...talking } = await talkingElsewhere(app.database);
    const organisationId = app.organisation;
    const callUuid = await storeCall(app.database, { ...talking, organisationId, leaseOwner: null });
    const at = '2026-03-01T10:00:05.000Z';
    await app.database.system.tx((queries) =>
      queries.insert(app.database.tables.listeningSessions).values({
        uuid: randomUUID(),
        organisationId,
        callUuid,
        userUuid: app.people.admin.userUuid,
        createdAt: at,
        startedAt: at,
        takenOverAt: at,
      }),
    );
    const listeners = async () => (await app.ask('GET', `/api/voice/calls/${callUuid}/listeners`)).body.listeners;
    await expect.poll(async () => (await listeners())[0]?.ended_at).toEqual(expect.any(String));
  });

  test('a call of two people, and one of a server without an address, cannot be listened to', async () => {
    const app = await openSupervised(await open());
    const talking = await talkingElsewhere(app.database);
    const byPhone = await storeCall(app.database, {
      organisationId: app.organisation,
      ...talking,
      agentUserUuid: app.people.mate.userUuid,
    });
    expect((await app.listen('admin', byPhone)).body.detail).toMatch(/connects two people/);
    const elsewhere = await storeCall(app.database, { ...talking, organisationId: app.organisation });
    expect((await app.listen('admin', elsewhere)).body.detail).toMatch(/MEDIA_BASE_URL/);
  });

  test('waiting callers of visible calls are listed with the longest wait first', async () => {
    const app = await openSupervised(await open());
    const talking = await talkingElsewhere(app.database);
    const { transfers } = app.database.tables;
    const waits = async (ms: number, changes: object = {}): Promise<string> => {
      const callUuid = await storeCall(app.database, {
        organisationId: app.organisation,
        ...talking,
        status: 'transferring',
        ...changes,
      });
      await app.database.system.tx((queries) =>
        queries.insert(transfers).values({
          uuid: randomUUID(),
          organisationId: app.organisation,
          callUuid,
          target: 'sales',
          userUuid: randomUUID(),
          phoneNumber: phoneOf(9),
          agentBrief: '',
          context: {},
          result: null,
          createdAt: new Date(Date.now() - ms).toISOString(),
          ...changes,
        }),
      );
      return callUuid;
    };
    const short = await waits(5000);
    const long = await waits(20_000);
    await waits(9000, { organisationId: app.people.stranger.organisationId! });
    const { waiting } = await app.overview();
    expect(waiting.map(({ call_uuid }: { call_uuid: string }) => call_uuid)).toEqual([long, short]);
    expect(waiting[0]).toMatchObject({ queue: 'sales', waited_seconds: expect.any(Number), teammate_name: null });
    expect(waiting[0].waited_seconds).toBeGreaterThanOrEqual(20);
    expect((await app.overview('stranger')).waiting).toHaveLength(1);
  });
});
