import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openScriptedCall, say, script } from '../call/scripted-call.ts';
import { onEachDatabase } from '../data/databases.ts';
import { migratedFolder, type TestApp, temporaryFolder } from '../http/test-app.ts';
import { openAgentsApp, tool } from './agents-app.ts';

const number = '+12025550177';
const flowUuid = '0b8f7c56-5d0a-4c5e-9a44-0c7d1f0e2b77';
const missing = '7b1f7f0e-58b1-4c3c-8f0a-0000000000ff';

const agent = {
  name: 'Maya',
  persona_prompt: 'You are Maya.',
  greeting: 'Maya speaking.',
  voice_config: { speaker: 'maya', language_code: 'en-IN' },
  turn: { endpointing_ms: 700, min_interrupt_words: 3, allow_interruptions: false },
  tools: [tool],
  max_call_seconds: 300,
  voicemail: { action: 'leave_message', message: 'Maya called.' },
};

function writeFlow(dir: string, flow: object): void {
  mkdirSync(join(dir, 'one'), { recursive: true });
  const whole = {
    uuid: flowUuid,
    kind: 'inbound',
    name: 'Front desk',
    status: 'active',
    phone_number: number,
    ...flow,
  };
  writeFileSync(join(dir, 'one', 'flow.json'), JSON.stringify(whole));
}

let calls = 0;

/** The plan of a call to the number. */
async function planOf(app: TestApp) {
  const query = { CallUUID: `c-${++calls}`, From: '+15550001111', To: number };
  const { body } = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
  const token = /telephony_a\/([\w-]+)</.exec(body)?.[1] ?? '';
  const plan = await app.fake.ports().plans.claim(token, 'telephony_a');
  return plan ?? expect.unreachable('no plan');
}

onEachDatabase('a flow with an agent', ({ place }) => {
  /** Made before the flow that names it. */
  async function openWith(flow: object) {
    const where = await place();
    const examplesDir = temporaryFolder();
    const before = await openAgentsApp(where, { examplesDir });
    const { uuid } = (await before.ask('POST', '', { body: agent })).json();
    await before.close();
    writeFlow(examplesDir, { voice_agent_id: uuid, ...flow });
    return { ...(await openAgentsApp(where, { examplesDir })), uuid: uuid as string };
  }

  test('a flow uses the voice, waits and limits of its agent as they are when the call begins', async () => {
    const app = await openWith({});
    const plan = await planOf(app);
    const { endpoint: _, ...told } = tool;
    expect(plan).toMatchObject({
      voice: { speaker: 'maya' },
      turn: { endpointingMs: 700, minInterruptWords: 3, allowInterruptions: false },
      limits: { maxCallSeconds: 300 },
      brain: {
        agentName: 'Maya',
        businessName: 'Front desk',
        greeting: 'Maya speaking.',
        personaPrompt: 'You are Maya.',
        languageCode: 'en-IN',
        tools: [told],
        voicemailMessage: 'Maya called.',
      },
    });
    const headers = { authorization: 'Bearer manager' };
    const url = `/api/voice/flows/${flowUuid}`;
    const shown = (await app.http.inject({ url, headers })).json();
    expect(shown).toMatchObject({
      voice_agent_id: app.uuid,
      speaker: 'maya',
      effective_config: { greeting: 'Maya speaking.' },
    });
    expect((await app.http.inject({ url: '/api/voice/flows', headers })).json().flows).toMatchObject([
      { voice_agent_id: app.uuid, speaker: 'maya' },
    ]);
    expect((await app.ask('DELETE', `/${app.uuid}`)).statusCode).toBe(409);

    const change = { greeting: 'Hi.', voice_config: { speaker: 'ava' }, turn: null, voicemail: null };
    await app.ask('PATCH', `/${app.uuid}`, { body: change });
    const later = await planOf(app);
    expect(later).toMatchObject({ voice: { speaker: 'ava' }, turn: { allowInterruptions: true } });
    expect(later.brain.greeting).toBe('Hi.');
    expect(later.turn.endpointingMs).toBeUndefined();
    expect(later.brain.voicemailMessage).toBeUndefined();
  });

  test('values of the flow take precedence over the agent’s', async () => {
    const app = await openWith({
      language_code: 'en-GB',
      turn: { endpointingMs: 200 },
      limits: { maxCallSeconds: 60 },
      agent: {
        agentName: 'Mia',
        businessName: 'Bright Dental',
        greeting: 'Bright Dental.',
        personaPrompt: 'You are Mia.',
        tools: [],
        voicemailMessage: 'Mia called.',
      },
    });
    expect(await planOf(app)).toMatchObject({
      voice: { speaker: 'maya' },
      turn: { endpointingMs: 200, minInterruptWords: 3, allowInterruptions: false },
      limits: { maxCallSeconds: 60 },
      brain: {
        agentName: 'Mia',
        businessName: 'Bright Dental',
        greeting: 'Bright Dental.',
        personaPrompt: 'You are Mia.',
        languageCode: 'en-GB',
        tools: [],
        voicemailMessage: 'Mia called.',
      },
    });
  });

  test('a flow whose agent was deleted still works', async () => {
    const app = await openWith({});
    const { flows } = app.database.tables;
    await app.database.system.tx((queries) => queries.update(flows).set({ status: 'paused' }));
    expect((await app.ask('DELETE', `/${app.uuid}`)).statusCode).toBe(204);
    await app.database.system.tx((queries) => queries.update(flows).set({ status: 'active' }));
    const plan = await planOf(app);
    expect(plan.brain.greeting).toBe('Hello, this is Front desk. How can I help you?');
    expect(plan.voice.speaker).toBe('maya');
  });
});

test('a call uses the agent’s greeting, limit and interruption setting', async () => {
  const dataDir = temporaryFolder();
  const examplesDir = temporaryFolder();
  const before = await openAgentsApp({ dataDir }, { examplesDir });
  const { uuid } = (await before.ask('POST', '', { body: { ...agent, max_call_seconds: 10 } })).json();
  await before.close();
  writeFlow(examplesDir, { voice_agent_id: uuid });
  const app = await openAgentsApp({ dataDir }, { examplesDir });
  const plan = await planOf(app);
  const greeting = `${plan.brain.greeting} I can help you with many things today.`;
  const call = await openScriptedCall({
    plan,
    words: ['I want to stop you there'],
    brain: ({ input, plan: told }) =>
      script(say(input.kind === 'opening' ? `${told.greeting} I can help you with many things today.` : 'Fine.')),
  });
  await call.pass(1500);
  await call.pass(900, 'speaking');
  await call.pass(3000);
  expect(call.lines()[0]).toBe(`agent: ${greeting}`);
  expect(call.events.some(({ type }) => type === 'barge_in')).toBe(false);
  await call.pass(10_000);
  expect(call.events.at(-1)).toMatchObject({ type: 'ended', reason: 'max_duration' });
});

test('a flow without a usable agent is reported', async () => {
  const examplesDir = temporaryFolder();
  writeFlow(examplesDir, { voice_agent_id: missing });
  const first = await openAgentsApp({ dataDir: migratedFolder() }, { examplesDir });
  const warningsOf = ({ logged }: TestApp) =>
    logged
      .filter(({ level }) => level === 40)
      .map(({ msg }) => String(msg))
      .join();
  expect(warningsOf(first)).toContain('flow.json: voice_agent_id: the agent does not exist.');
  writeFlow(examplesDir, {});
  const second = await openAgentsApp({ dataDir: migratedFolder() }, { examplesDir });
  expect(warningsOf(second)).toMatch(/voice\.speaker: is required.*agent\.greeting: is required/);
});
