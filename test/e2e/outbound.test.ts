import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type Clip,
  holdConversation,
  openProviderServer,
  openSpeech,
  type ProviderServer,
  talkOver,
} from '../../media/index.ts';
import { testModelsDir } from '../models.ts';
import { accounts } from '../telephony/outbound-app.ts';
import { type RunningServer, startServer } from './running-server.ts';

const dialects = ['telephony_a', 'telephony_b'] as const;

let server: RunningServer;
let token = '';
const providers = new Map<string, ProviderServer>();

let consent: Clip;

/** Hears the greeting out, agrees, hears the answer, and hangs up. */
const agree = (dialect: (typeof dialects)[number]) =>
  talkOver(dialect, (run) => holdConversation(run, [{ say: consent, when: 'agent_done' }]));

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
  const speech = await openSpeech({ modelsDir: testModelsDir });
  consent = await speech.speak('Yes, that works for me.', { speaker: 'daniel' }, 16_000);
  await speech.close();
  const env: Record<string, string> = {
    SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32),
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    // Three calls at once.
    INFERENCE_THREADS: '2',
  };
  for (const dialect of dialects) {
    const options = { dialect, ...accounts[dialect], talk: agree(dialect), signed: dialect === 'telephony_a' };
    const provider = await openProviderServer(options);
    providers.set(dialect, provider);
    env[`${dialect.toUpperCase()}_BASE_URL`] = provider.baseUrl;
  }
  server = await startServer(env, { namesItself: true });
  const owner = { email: 'owner@example.com', password: 'correct horse battery' };
  token = (await ask('POST', '/api/auth/register', owner)).token;
});
afterAll(async () => {
  for (const provider of providers.values()) await provider.close();
  await server?.stop();
});

test.concurrent.each(dialects)(
  'a call placed with %s is picked up, greeted aloud, and ended',
  async (dialect) => {
    const to = `+1202555${randomInt(1000, 9999)}`;
    const number = dialect === 'telephony_a' ? '+12025550181' : '+12025550182';
    const { authId: auth_id, authToken: auth_token } = accounts[dialect];
    await ask('PUT', `/api/voice/integrations/telephony/${dialect}`, { auth_id, auth_token, phone_number: number });
    const flow = await ask('POST', '/api/voice/flows', {
      kind: 'outbound',
      name: `Reminders ${dialect}`,
      provider: 'platform',
      speaker: 'ava',
      phone_number: number,
      config: {
        persona_prompt: 'You remind people of their visit.',
        greeting: 'Hello {contact_name}, your {plan} plan ends on {ends}. Do you want to keep it{nothing}?',
      },
    });
    const contact = { contact_name: 'Ada', metadata: { plan: 'Gold' } };
    const { call_uuid: uuid } = await ask('POST', '/v1/calls', { to, campaign_id: flow.uuid, ...contact });
    const read = () => ask('GET', `/v1/calls/${uuid}`);
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('completed');
    const call = await read();
    expect(call).toMatchObject({ outcome: 'connected', call_type: 'outbound', from_number: number, to_number: to });
    const greeting = { speaker: 'agent', text: 'Hello Ada, your Gold plan ends. Do you want to keep it?' };
    expect(call.transcript[0]).toMatchObject(greeting);
    expect(call.recording_url).not.toBeNull();
    const provider = providers.get(dialect) as ProviderServer;
    await provider.idle();
    expect(provider.dials.get(to)).toBe(1);
    expect(provider.callbacks.filter(({ status }) => status !== 200)).toEqual([]);
  },
  240_000,
);

test.concurrent('the example workflow has its contacts called and writes back their answers', {
  timeout: 240_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-workflow-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const contacts = join(folder, 'contacts.json');
  const phone = `+1202555${randomInt(1000, 9999)}`;
  const tag = `Workflow:${phone}`;
  await writeFile(
    contacts,
    JSON.stringify([{ phone, name: 'Grace', tags: [tag], metadata: { appointment: 'tomorrow' } }]),
  );
  const { authId: auth_id, authToken: auth_token } = accounts.telephony_a;
  const own = { auth_id, auth_token, phone_number: '+12025550181' };
  await ask('PUT', '/api/voice/integrations/telephony/telephony_a', own);
  const campaign = await ask('POST', '/api/voice/flows', {
    kind: 'outbound',
    name: 'Visits',
    provider: 'platform',
    speaker: 'ava',
    phone_number: '+12025550181',
    branches: [tag],
    config: { greeting: 'Hello {name}, will you come {appointment}?' },
  });
  const scopes = ['voice:campaigns:read', 'voice:campaigns:write', 'voice:calls:read', 'voice:calls:write'];
  const { key } = await ask('POST', '/api/auth/api-keys', { name: 'Workflow', scopes });

  const program = fileURLToPath(new URL('../../examples/workflow.mjs', import.meta.url));
  const given = { key, campaign: campaign.uuid, contacts, url: server.baseUrl, listen: '0' };
  const argv = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...argv]);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/1 contacts are new[\s\S]*1 are going to be called[\s\S]*confirmed, after[\s\S]*is completed/);
  const { calls } = await ask('GET', `/v1/calls?campaign_id=${campaign.uuid}`);
  expect(calls).toHaveLength(1);
  const { key_details: details, transcript } = await ask('GET', `/v1/calls/${calls[0].uuid}`);
  expect(transcript[0].text).toMatch(/^Hello Grace, will you come tomorrow\?/);
  expect(details.extraction.visit).toMatchObject({
    answer: 'confirmed',
    in_their_words: expect.stringMatching(/works/i),
  });
  const { webhooks } = await ask('GET', '/api/voice/webhooks');
  expect(webhooks).toEqual([]);
});
