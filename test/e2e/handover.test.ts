import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProviderServer, type ProviderServer, talkOver } from '../../media/index.ts';
import { twoVoices } from '../click-to-call/two-voices.ts';
import { lineNumber } from '../http/test-app.ts';
import { accounts } from '../telephony/outbound-app.ts';
import { type RunningServer, startServer } from './running-server.ts';

const teammate = '+12025550109';
const caller = '+15550001111';

let server: RunningServer;
let provider: ProviderServer;
let token = '';
/** Whether the teammate heard the brief before they pressed a key. */
let isTold = false;
/** Ends a test in which nobody speaks. */
const patienceMs = 120_000;

const ask = async (method: string, path: string, body?: object) => {
  const response = await fetch(new URL(path, server.baseUrl), {
    method,
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
};

beforeAll(async () => {
  const voices = twoVoices();
  provider = await openProviderServer({
    dialect: 'telephony_b',
    ...accounts.telephony_b,
    recordingOf: () => voices,
    fate: () => ({ talkMs: 500 }),
    talk: talkOver('telephony_b', async (run, call) => {
      if (call.to !== teammate) return run.ended;
      const msOf = (samples: number): number => (samples * 1000) / run.format.rateHz;
      const heardMs = (): number =>
        msOf(run.agentAudible.reduce((sum, { startSample, endSample }) => sum + endSample - startSample, 0));
      isTold = await run.until(() => heardMs() > 4000, patienceMs);
      run.press('1');
      return run.ended;
    }),
  });
  const env = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), TELEPHONY_B_BASE_URL: provider.baseUrl };
  server = await startServer(env, { namesItself: true });
  const owner = { email: 'owner@example.com', password: 'correct horse battery' };
  token = (await ask('POST', '/api/auth/register', owner)).token;
  const { authId: auth_id, authToken: auth_token } = accounts.telephony_b;
  const account = { auth_id, auth_token, phone_number: lineNumber };
  await ask('PUT', '/api/voice/integrations/telephony/telephony_b', account);
  const { members } = await ask('GET', '/api/auth/members');
  await ask('PUT', `/api/voice/agents/phone-numbers/${members[0].user_uuid}`, { phone_number: teammate });
  await ask('PUT', '/api/voice/agents/me/availability', { available: true });
  await ask('POST', '/api/voice/queues', { name: 'sales', members: [members[0].user_uuid] });
});
afterAll(async () => {
  await provider?.close();
  await server?.stop();
});

test('telephony_b: the teammate hears the brief, presses a key, is connected to the caller, and the rest is recorded', async () => {
  const hooks = `${server.baseUrl}/api/voice/webhooks/telephony_b`;
  const leg = provider.callIn({
    from: caller,
    to: lineNumber,
    fate: { ringMs: 0 },
    fields: {
      StreamAppletUrl: `${hooks}/answer`,
      ConnectAppletUrl: `${hooks}/handoff`,
      StatusCallback: `${hooks}/status`,
    },
  });
  const find = async () => (await ask('GET', '/v1/calls')).calls[0];
  await expect.poll(async () => (await find())?.status, { timeout: 60_000 }).toBe('in_progress');
  const { uuid } = await find();
  const brief = { target: 'sales', agent_brief: 'Wants a quote for forty seats, and has called twice before.' };
  await ask('POST', `/api/voice/calls/${uuid}/transfer`, brief);
  await expect.poll(async () => (await find()).end_reason, { timeout: 60_000 }).toBe('transferred');
  expect(isTold).toBe(true);
  await provider.idle();
  expect([provider.dials.get(teammate), leg.recordings.length]).toEqual([2, 1]);
  const after = async () => {
    const lines = await ask('GET', `/v1/calls/${uuid}/transcript`);
    return lines.filter(({ text }: { text: string }) => /weekly|good morning/i.test(text));
  };
  await expect.poll(async () => (await after()).length, { timeout: 60_000 }).toBeGreaterThan(1);
  const speakers = new Set((await after()).map(({ speaker }: { speaker: string }) => speaker));
  expect([...speakers].sort()).toEqual(['agent', 'customer']);
});
