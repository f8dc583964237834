import { expect, test } from 'vitest';
import { asOwner } from '../http/route-kinds.ts';
import { flowUuid, lineNumber, openTestApp } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';
import { tool } from './agents-app.ts';

/** Nothing listens there, so that a tool that is found fails in another way than one that is not. */
const nowhere = { ...tool, endpoint: 'https://127.0.0.1:9/orders' };
const agentOf = (greeting: string) => ({ name: 'Maya', greeting, voice_config: { speaker: 'maya' }, tools: [nowhere] });

async function openWithAgent() {
  const app = asOwner(await openTestApp({ env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } }));
  const { uuid } = await app.own('POST', '/api/voice/agents', agentOf('One.'));
  await app.own('PATCH', `/api/voice/flows/${flowUuid}`, { voice_agent_id: uuid });
  const flow = (await app.own('GET', `/api/voice/flows/${flowUuid}`)) as unknown as { config: object };
  await app.own('PATCH', `/api/voice/flows/${flowUuid}`, {
    config: Object.fromEntries(Object.keys(flow.config).map((key) => [key, null])),
  });
  let calls = 0;
  /** Begins a call, and returns its plan. */
  async function begin() {
    const query = { CallUUID: `v-${++calls}`, From: '+15550001111', To: lineNumber };
    const { body } = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
    const token = /telephony_a\/([\w-]+)</.exec(body)?.[1] ?? '';
    return (await app.fake.ports().plans.claim(token, 'telephony_a')) ?? expect.unreachable('no plan');
  }
  const url = `/api/voice/agents/${uuid}`;
  const versionOf = async (callUuid: string) => Number((await app.own('GET', `/v1/calls/${callUuid}`)).agent_version);
  return { app, url, begin, versionOf };
}

const withoutTool = { ok: false, result: `No endpoint is connected for ${tool.name}.` };

test('40 calls in progress keep their version through 20 publications and 5 restorations', async () => {
  const { app, url, begin, versionOf } = await openWithAgent();
  const started: { readonly callUuid: string; readonly greeting: string; readonly version: number }[] = [];
  async function beginTwo(): Promise<void> {
    const { version, greeting } = (await app.own('GET', url)) as unknown as { version: number; greeting: string };
    for (const { callUuid, brain } of [await begin(), await begin()]) {
      expect(brain.greeting).toBe(greeting);
      started.push({ callUuid, greeting, version });
    }
  }
  for (let round = 0; round < 20; round++) {
    await beginTwo();
    await app.own('PATCH', `${url}?draft=true`, {
      greeting: `Round ${round}.`,
      tools: round % 2 === 0 ? [] : [nowhere],
    });
    await app.own('POST', `${url}/publish`);
    if (round % 4 === 3) await app.own('POST', `${url}/versions/1/restore`);
  }
  expect(started).toHaveLength(40);
  expect(new Set(started.map(({ version }) => version)).size).toBe(20);
  for (const { callUuid, version } of started) expect(await versionOf(callUuid)).toBe(version);
  expect(app.fake.ended).toEqual([]);
});

test('a call uses the tools of its version after another one is published', async () => {
  const { app, url, begin } = await openWithAgent();
  const { callUuid: before } = await begin();
  await app.own('PATCH', url, { tools: [] });
  const { callUuid: after } = await begin();
  const run = (callUuid: string) =>
    app.fake.ports().tools.run(ofCall(callUuid), tool.name, { number: '1' }, { turn: 1 });
  expect(await run(after)).toEqual(withoutTool);
  const found = await run(before);
  expect(found.ok).toBe(false);
  expect(found).not.toEqual(withoutTool);
});

test('a browser test uses a draft, which no other call does', async () => {
  const { app, url, begin, versionOf } = await openWithAgent();
  await app.own('PATCH', `${url}?draft=true`, { greeting: 'Draft.' });
  const test = `/api/voice/flows/${flowUuid}/browser-test`;
  const { token, call_uuid: callUuid } = await app.own('POST', test, { agent_version: 2 });
  const plan = await app.fake.ports().plans.claim(token as string, 'browser');
  expect(plan?.brain.greeting).toBe('Draft.');
  expect(await versionOf(callUuid as string)).toBe(2);
  expect((await begin()).brain.greeting).toBe('One.');
  expect((await app.own('POST', test, { agent_version: 9 })).detail).toContain('version 9');
});

test('an agent is tested without a campaign, also its draft, and none is made', async () => {
  const app = asOwner(await openTestApp({ env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } }));
  const { uuid } = await app.own('POST', '/api/voice/agents', agentOf('One.'));
  const url = `/api/voice/agents/${uuid}`;
  await app.own('PATCH', `${url}?draft=true`, { greeting: 'Draft.' });
  const campaigns = async () => (await app.own('GET', '/v1/campaigns')).total;
  const before = await campaigns();
  const greetings: (string | undefined)[] = [];
  for (const body of [{}, { agent_version: 2 }]) {
    const { token, call_uuid: callUuid } = await app.own('POST', `${url}/browser-test`, body);
    greetings.push((await app.fake.ports().plans.claim(token as string, 'browser'))?.brain.greeting);
    const call = await app.own('GET', `/v1/calls/${callUuid}`);
    expect(call).toMatchObject({ call_type: 'test', campaign_uuid: null, agent_version: greetings.length });
    const found = app.fake.ports().tools.run(ofCall(callUuid as string), tool.name, { number: '1' }, { turn: 1 });
    expect(await found).not.toEqual(withoutTool);
  }
  expect(greetings).toEqual(['One.', 'Draft.']);
  expect(await campaigns()).toBe(before);
  expect((await app.own('POST', `${url}/browser-test`, { agent_version: 9 })).detail).toContain(
    'version 9 is not kept',
  );
  const listed = (await app.own('GET', `/v1/calls?agent_id=${uuid}&include_tests=true`)) as unknown as {
    total: number;
  };
  expect(listed.total).toBeGreaterThanOrEqual(2);
});

test('a campaign is restored with the same bytes, its script among them', async () => {
  const { app } = await openWithAgent();
  const url = `/api/voice/flows/${flowUuid}`;
  const first = (await app.own('GET', `${url}/versions`)) as unknown as { versions: { version: number }[] };
  const version = first.versions[0]!.version;
  const before = (await app.own('GET', `${url}/versions/${version}`)) as unknown as { definition: object };
  await app.own('PATCH', url, { name: 'Other', config: { greeting: 'Other.' } });
  await app.own('POST', `${url}/versions/${version}/restore`);
  const after = (await app.own('GET', `${url}/versions/${version + 2}`)) as unknown as { definition: object };
  expect(JSON.stringify(after.definition)).toBe(JSON.stringify(before.definition));
});
