import { expect, test } from 'vitest';
import { signalOnly } from '../../media/emulator/rest/talk.ts';
import { phoneOf } from '../contacts/contacts-app.ts';
import { onPostgres } from '../data/databases.ts';
import { ended, hooks, started } from '../http/stored-calls.ts';
import { createFakeMedia, lineNumber, openTestApp, type TestApp } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';
import { openOutboundApp } from '../telephony/outbound-app.ts';

const dialect = 'telephony_b' as const;
const teammate = phoneOf(9);
const keys = { SESSION_SECRET: 'one secret for all of them', SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };
const declined = { type: 'dtmf', atMs: 10, digit: '2', from: 'caller' } as const;
const reads = { interval: 30, timeout: 60_000 };

/** Where a stream is opened, and with which token. */
const partsOf = (url: string) => {
  const { host, pathname } = new URL(url);
  return { host, token: pathname.split('/').at(-1) ?? '' };
};

onPostgres('a provider that gets the address of the stream when it dials', ({ place }) => {
  /** A control node and two media nodes; the provider hands over the addresses of the streams it opens. */
  async function openNodes() {
    const { databaseUrl: DATABASE_URL = '' } = await place();
    const streams: { to: string; url: string }[] = [];
    const control = await openOutboundApp({
      dialect,
      env: { ...keys, DATABASE_URL, ROLE: 'control' },
      provider: {
        fate: () => ({ ringMs: 0, talkMs: 60_000 }),
        talk: async (answer, call) => {
          if (answer.kind === 'stream') streams.push({ to: call.to, url: answer.url });
          await signalOnly(answer, call);
        },
      },
    });
    const media: TestApp[] = [];
    for (const name of ['one', 'two'])
      media.push(
        await openTestApp({
          env: {
            ...keys,
            DATABASE_URL,
            ROLE: 'media',
            MEDIA_BASE_URL: `wss://${name}.example.com`,
            PUBLIC_BASE_URL: control.publicBaseUrl,
            TELEPHONY_B_BASE_URL: control.provider.baseUrl,
          },
          media: createFakeMedia(9000 + media.length),
          signedIn: false,
        }),
      );
    const [one, two] = media as [TestApp, TestApp];
    const nodeOf = (host: string): TestApp => (host === 'one.example.com' ? one : two);
    const dial = (index: number) =>
      control.http.inject({
        method: 'POST',
        url: '/v1/calls',
        payload: { to: phoneOf(index), campaign_id: control.flowUuid },
      });
    return { control, one, two, streams, nodeOf, dial };
  }

  test('a dialled call is placed at a media node, which carries it', async () => {
    const { control, streams, nodeOf, dial } = await openNodes();
    const hosts = new Set<string>();
    // The control node reads the load of the others every two seconds.
    await expect.poll(async () => (await dial(1)).statusCode, reads).toBe(202);
    for (let index = 2; index <= 6; index++) expect((await dial(index)).statusCode).toBe(202);
    await expect.poll(() => streams.length, reads).toBe(6);
    for (const { to, url } of streams) {
      const { host, token } = partsOf(url);
      hosts.add(host);
      const { plans, log } = nodeOf(host).fake.ports();
      const plan = await plans.claim(token, dialect);
      expect(plan).toMatchObject({ direction: 'outbound', to });
      log.append(ofCall(plan?.callUuid ?? ''), started(Date.now()));
      log.append(ofCall(plan?.callUuid ?? ''), ended('agent_goodbye', Date.now()));
    }
    expect([...hosts].sort()).toEqual(['one.example.com', 'two.example.com']);
    const { dials } = control.provider;
    expect([...dials.values()]).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('no phone rings when no media node has a slot', async () => {
    const { control, one, two, dial } = await openNodes();
    one.fake.full = 'rated_capacity';
    two.fake.full = 'rated_capacity';
    const capacities = async () => {
      const { cluster } = (await control.http.inject({ url: '/health' })).json();
      return cluster.nodes.map(({ capacity }: { capacity: number }) => capacity);
    };
    await expect.poll(capacities, reads).toEqual([0, 0, 0]);
    // The control node reads the load of the others every two seconds: until then a call is refused when it is dialled.
    await expect.poll(async () => (await dial(1)).statusCode, reads).toBe(503);
    const reasons = async () => {
      const { calls } = (await control.http.inject({ url: '/v1/calls' })).json();
      return [...new Set(calls.map(({ end_reason }: { end_reason: string | null }) => end_reason))];
    };
    await expect.poll(reasons, reads).toEqual(['over_capacity']);
    expect(control.provider.dials.size).toBe(0);
  });

  test('a teammate is briefed at a media node when another one carries the call', async () => {
    const { control, one, streams, nodeOf } = await openNodes();
    const ask = async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
      const answer = await control.http.inject({ method, url, ...(payload === undefined ? {} : { payload }) });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      return answer.json();
    };
    const { members } = await ask('GET', '/api/auth/members');
    const userUuid = members[0].user_uuid as string;
    await ask('PUT', `/api/voice/agents/phone-numbers/${userUuid}`, { phone_number: teammate });
    await ask('PUT', '/api/voice/agents/me/availability', { available: true });
    await ask('POST', '/api/voice/queues', { name: 'sales', members: [userUuid] });
    const base = `${control.publicBaseUrl}${hooks}/${dialect}`;
    const fields = {
      StreamAppletUrl: `${base}/answer`,
      ConnectAppletUrl: `${base}/handoff`,
      StatusCallback: `${base}/status`,
    };
    control.provider.callIn({ from: phoneOf(1), to: lineNumber, fields, fate: { ringMs: 0, talkMs: 60_000 } });
    await expect.poll(() => streams.length, reads).toBe(1);
    const inbound = partsOf(streams[0]?.url ?? '');
    const plan = await one.fake.ports().plans.claim(inbound.token, dialect);
    const callUuid = plan?.callUuid ?? '';
    one.fake.ports().log.append(ofCall(callUuid), started(Date.now()));
    one.fake.live.add(callUuid);
    const outcome = one.fake.ports().transfers.transfer(ofCall(callUuid), 'sales', 'Wants a quote.');
    await expect.poll(() => streams.find(({ to }) => to === teammate), reads).toBeDefined();
    const { host, token } = partsOf(streams.find(({ to }) => to === teammate)?.url ?? '');
    expect(['one.example.com', 'two.example.com']).toContain(host);
    const briefing = await nodeOf(host).fake.ports().plans.claim(token, dialect);
    expect(briefing?.kind).toBe('briefing');
    expect(briefing?.brain.greeting).toContain('Wants a quote.');
    nodeOf(host)
      .fake.ports()
      .log.append({ kind: 'briefing', callUuid: briefing?.callUuid ?? '' }, declined);
    expect(await outcome).toBe('declined');
  });
});
