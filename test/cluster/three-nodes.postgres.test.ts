import { expect, test } from 'vitest';
import { localOrganisation } from '../../src/data/index.ts';
import { createContactStore } from '../../src/features/campaigns/contacts/index.ts';
import { onPostgres } from '../data/databases.ts';
import { createFakeMedia, openTestApp, temporaryFolder } from '../http/test-app.ts';
import { type OutboundApp, openOutboundApp, talkTo } from '../telephony/outbound-app.ts';
import { openReceiver } from '../webhooks/receiver.ts';

const keys = { SESSION_SECRET: 'one secret for all of them', SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };
const contacts = 24;
const perSecond = 10;
const atOnce = 3;
const phones = Array.from({ length: contacts }, (_, index) => `+1202555${String(2000 + index)}`);
const patient = { timeout: 60_000, interval: 50 };

onPostgres('three nodes that all dial and deliver', ({ place }) => {
  /** Counts at the provider who is dialled, when, and how many are on the line together. */
  async function openNodes() {
    const { databaseUrl: DATABASE_URL = '' } = await place();
    const media = createFakeMedia();
    const talk = talkTo(() => media, 'telephony_a');
    const dialledAtMs: number[] = [];
    const onTheLine = { now: 0, most: 0 };
    const env = {
      ...keys,
      DATABASE_URL,
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      TELEPHONY_A_CALLS_PER_SECOND: String(perSecond),
    };
    const first = await openOutboundApp({
      media,
      env,
      dataDir: temporaryFolder(),
      examplesDir: temporaryFolder(),
      provider: {
        fate: () => {
          dialledAtMs.push(performance.now());
          onTheLine.now += 1;
          onTheLine.most = Math.max(onTheLine.most, onTheLine.now);
          return { ringMs: 50 };
        },
        async talk(answer, call) {
          await talk(answer, call);
          onTheLine.now -= 1;
        },
      },
    });
    for (const port of [9001, 9002])
      await openTestApp({
        env: { ...env, PUBLIC_BASE_URL: first.publicBaseUrl, TELEPHONY_A_BASE_URL: first.provider.baseUrl },
        media: createFakeMedia(port),
        signedIn: false,
      });
    return { first, dialledAtMs, onTheLine };
  }

  async function ask(app: OutboundApp, method: 'GET' | 'POST', url: string, payload?: object) {
    const answer = await app.http.inject({ method, url, ...(payload === undefined ? {} : { payload }) });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  }

  test('keep rate and concurrency of a campaign together, dial nobody twice and send each webhook once', async () => {
    const { first, dialledAtMs, onTheLine } = await openNodes();
    const receiver = await openReceiver();
    const events = ['call.started', 'call.ended', 'call.no_answer', 'call.failed'];
    await ask(first, 'POST', '/api/voice/webhooks', { name: 'receiver', url: receiver.url, events });
    await createContactStore(first.database).upsert(
      localOrganisation,
      phones.map((phone) => ({ phone })),
      { at: new Date().toISOString(), sight: undefined },
    );
    const { uuid } = await ask(first, 'POST', '/api/voice/flows', {
      kind: 'outbound',
      name: 'Reminders',
      provider: 'platform',
      speaker: 'ava',
      config: { dialer: { max_concurrent_calls: atOnce, max_attempts: 1 } },
    });
    await ask(first, 'POST', `/v1/campaigns/${uuid}/launch`);
    await expect.poll(async () => (await ask(first, 'GET', `/v1/campaigns/${uuid}`)).status, patient).toBe('completed');

    expect([...first.provider.dials.entries()].sort()).toEqual(phones.map((phone) => [phone, 1]));
    expect(onTheLine.most).toBeLessThanOrEqual(atOnce);
    // A request that was delayed on its way arrives closer to the next one: a whole second's worth evens that out.
    for (const [index, atMs] of dialledAtMs.slice(perSecond).entries())
      expect(atMs - (dialledAtMs[index] as number)).toBeGreaterThan(900);

    await receiver.until(2 * contacts);
    const sent = receiver.received.map(({ headers }) => headers['x-webhook-id']);
    expect(new Set(sent).size).toBe(sent.length);
    const news = receiver.received.map(
      ({ body }) => JSON.parse(body.toString()) as { event: string; data: { call_uuid: string } },
    );
    const named = news.map(({ event, data }) => `${event} ${data.call_uuid}`);
    expect(new Set(named).size).toBe(2 * contacts);
    expect(named).toHaveLength(2 * contacts);
  });
});
