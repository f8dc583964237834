import { expect, test } from 'vitest';
import type { AgentPlan } from '../../media/ports.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import { createTextChats } from '../../src/features/agents/text-chats/index.ts';
import { openCoach, unknown } from '../coaching/coach-app.ts';
import { says, scriptedAgent } from '../coaching/scripted-agent.ts';
import { onEachDatabase } from '../contacts/contacts-app.ts';

const voice = { provider: 'platform', speaker: 'ava', language_code: 'en-US' };

onEachDatabase('text chats', ({ place }) => {
  async function open(options: Parameters<typeof openCoach>[1] = {}) {
    const app = await openCoach(await place(), options);
    const agent = await app.add('/api/voice/agents', { name: 'Robin', voice_config: voice });
    return {
      ...app,
      agent,
      start: (as = 'admin', uuid = agent.uuid) =>
        app.ask('POST', `/api/voice/agents/${uuid}/text-chats`, undefined, as),
      say: (chat: string, text: string, as = 'admin') =>
        app.ask('POST', `/api/voice/text-chats/${chat}/messages`, { text }, as),
    };
  }

  test('an agent greets, answers, and ends the chat when it says goodbye', async () => {
    const agent = scriptedAgent(says('Hello.', 'We open at eight.', 'Goodbye.'));
    const app = await open({ agent });
    const { status, body } = await app.start();
    expect(status).toBe(201);
    expect(body).toEqual({ chat_uuid: expect.any(String), text: 'Hello.', ended: false, tools: [], usage: null });
    const chat = body.chat_uuid;
    expect((await app.say(chat, '  When do you\nopen? ')).body).toEqual({
      chat_uuid: chat,
      text: 'We open at eight.',
      ended: false,
      tools: [],
      usage: null,
    });
    expect(agent.asked).toEqual([{ kind: 'opening' }, { kind: 'said', text: 'When do you open?', confidence: 1 }]);
    expect((await app.say(chat, 'Thanks.')).body).toMatchObject({ text: 'Goodbye.', ended: true });
    expect((await app.say(chat, 'Hello?')).status).toBe(404);
    for (const text of ['', ' ', 'a'.repeat(501)]) expect((await app.say(chat, text)).status).toBe(400);
  });

  test('chats of other people and agents of other organisations are unknown', async () => {
    const app = await open();
    const { chat_uuid: chat } = (await app.start()).body;
    expect((await app.say(chat, 'Hi.', 'stranger')).status).toBe(404);
    expect((await app.say(chat, 'Hi.', 'mate')).status).toBe(404);
    expect((await app.start('stranger')).status).toBe(404);
    expect((await app.start('admin', unknown)).status).toBe(404);
    expect((await app.say(unknown, 'Hi.')).status).toBe(404);
  });

  test('a fourth chat of a person ends the oldest, and an idle one expires', async () => {
    let nowMs = Date.now();
    const app = await open({ agent: scriptedAgent(() => ({ text: 'Yes.', actions: [] })), now: () => new Date(nowMs) });
    const chats: string[] = [];
    for (let count = 0; count < 4; count++) chats.push((await app.start()).body.chat_uuid);
    const [first, second] = chats as [string, string];
    expect((await app.say(first, 'Hi.')).status).toBe(404);
    expect((await app.say(second, 'Hi.')).status).toBe(200);
    nowMs += 15 * 60_000 + 1;
    expect((await app.say(second, 'Hi.')).status).toBe(404);
  });

  test('a tool is not called, and the agent receives a failure', async () => {
    const agent = scriptedAgent((input) =>
      input.kind === 'said'
        ? { text: 'Let me look.', actions: [{ kind: 'tool', name: 'book', arguments: {} }] }
        : { text: input.kind === 'tool_result' ? 'That did not work.' : 'Hello.', actions: [] },
    );
    const app = await open({ agent });
    const { chat_uuid: chat } = (await app.start()).body;
    expect((await app.say(chat, 'Book it.')).body.text).toBe('Let me look. That did not work.');
    expect(agent.asked.at(-1)).toMatchObject({ kind: 'tool_result', name: 'book', ok: false });
  });

  test('the steps of a campaign are followed, and another agent takes over with its own name', async () => {
    const path = [{ step: 'start' }, { step: 'start', branch: 0 }];
    const agent = scriptedAgent((input) => {
      if (input.kind === 'said') {
        const actions = [{ kind: 'hand_over', agent: other.uuid, go: 'end' } as const];
        return { text: 'One moment.', actions, trace: { brain: 'embedded', path } };
      }
      return { text: input.kind === 'hand_over_result' && input.ok ? 'Kim here.' : 'Hello.', actions: [] };
    });
    const app = await open({ agent });
    const other = await app.add('/api/voice/agents', { name: 'Kim', voice_config: voice });
    const goals = [
      { id: 'start', examples: ['Begin'], next: [{ agent: other.uuid, go: 'end' }] },
      { id: 'end', done: 'Done.' },
    ];
    const flow = { kind: 'inbound', name: 'Line', provider: 'platform', voice_agent_id: app.agent.uuid };
    const { uuid: campaign } = await app.add('/api/voice/flows', { ...flow, config: { goals } });
    const start = (uuid: string, body: object, as = 'admin') =>
      app.ask('POST', `/api/voice/agents/${uuid}/text-chats`, body, as);
    expect((await start(other.uuid, { campaign_uuid: campaign })).status).toBe(404);
    const { body } = await start(app.agent.uuid, { campaign_uuid: campaign });
    const reply = (await app.say(body.chat_uuid, 'Begin.')).body;
    expect(reply).toMatchObject({ text: 'One moment. Kim here.', handed_to: 'Kim', path });
    expect(agent.asked.at(-1)).toEqual({ kind: 'hand_over_result', ok: true, from: 'Robin', go: 'end' });
  });

  test('a reply says who gave it, why another model did not, and its tokens over all rounds of tools', async () => {
    const use = { name: 'Front desk', requests: 1, reported: 1, promptTokens: 200, completionTokens: 20 };
    const failed = { ...use, failure: 'llm_error', refusal: 'no credit left', reported: 0, promptTokens: 0 };
    const agent = scriptedAgent((input) => {
      if (input.kind === 'opening') return { text: 'Hello.', actions: [], trace: { brain: 'embedded' } };
      if (input.kind === 'said')
        return {
          text: 'Let me look.',
          actions: [{ kind: 'tool', name: 'book', arguments: {} }],
          trace: { brain: 'openai', models: [use] },
        };
      const why = { fallback: 'llm_error', refusal: 'no credit left' };
      return { text: 'Sorry.', actions: [], trace: { brain: 'embedded', ...why, models: [failed] } };
    });
    const app = await open({ agent });
    const { body } = await app.start();
    const nothing = { prompt_tokens: 0, completion_tokens: 0, unreported_requests: 0 };
    expect(body.usage).toEqual({ answered_by: null, failure: null, refusal: null, ...nothing });
    expect((await app.say(body.chat_uuid, 'Book it.')).body.usage).toEqual({
      answered_by: null,
      failure: 'llm_error',
      refusal: 'no credit left',
      prompt_tokens: 200,
      completion_tokens: 40,
      unreported_requests: 1,
    });
  });

  test('a second message is rejected while the first is answered, and a failed engine ends the chat', async () => {
    let finish = (_: boolean): void => {};
    const agent = scriptedAgent(async (input) => {
      if (input.kind === 'opening') return { text: 'Hello.', actions: [] };
      const isFine = await new Promise<boolean>((resolve) => {
        finish = resolve;
      });
      if (!isFine) throw new Error('the engine is gone');
      return { text: 'Done.', actions: [] };
    });
    const app = await open({ agent });
    const { chat_uuid: chat } = (await app.start()).body;
    const first = app.say(chat, 'One.');
    await expect.poll(() => agent.asked.length).toBe(2);
    expect((await app.say(chat, 'Two.')).status).toBe(409);
    finish(true);
    expect((await first).body.text).toBe('Done.');
    const failing = app.say(chat, 'Three.');
    await expect.poll(() => agent.asked.length).toBe(3);
    finish(false);
    expect((await failing).status).toBe(503);
    expect((await app.say(chat, 'Four.')).status).toBe(404);
  });
});

test('the tool calls of each message have a number of their own, which tells a repeat from another request', async () => {
  const turns: number[] = [];
  const book = { kind: 'tool', name: 'book', arguments: {} } as const;
  const agent = scriptedAgent((input) => ({ text: '', actions: input.kind === 'said' ? [book] : [] }));
  const plan = { plan: {} as AgentPlan, model: undefined, agentUuid: unknown, version: 1 };
  const chats = createTextChats({
    room: { all: 1, ofOne: 1, restMs: 0 },
    agent: () => agent.open({} as never),
    openFor: async () => ({ ...plan, handOver: async () => undefined }),
    async runTool({ turn }) {
      turns.push(turn);
      return { ok: true, result: 'Done.', simulated: false };
    },
    nowMs: () => 0,
    onTrouble(error) {
      throw error;
    },
  });
  const viewer = { organisationId: unknown as OrganisationId, userUuid: unknown };
  const opened = await chats.open(viewer, unknown, { tools: 'run' });
  if (opened.kind !== 'replied') throw new Error(opened.kind);
  for (const text of ['Tuesday.', 'Wednesday too.']) await chats.message(viewer, opened.reply.chat_uuid, text);
  expect(turns).toEqual([2, 3]);
});

test('a chat whose record is not open yet when all chats end is ended there', async () => {
  const ends: string[] = [];
  const agent = scriptedAgent(says('Hello.'));
  const plan = { plan: {} as AgentPlan, model: undefined, agentUuid: unknown, version: 1 };
  const chats = createTextChats({
    room: { all: 1, ofOne: 1, restMs: 0 },
    agent: () => agent.open({} as never),
    openFor: async () => ({ ...plan, handOver: async () => undefined }),
    runTool: () => expect.unreachable(),
    nowMs: () => 0,
    onTrouble(error) {
      throw error;
    },
  });
  const viewer = { organisationId: unknown as OrganisationId, userUuid: unknown };
  const record = async () => {
    chats.close();
    return {
      isOpen: true,
      addLine: () => expect.unreachable(),
      addAction() {},
      addModels() {},
      end: (reason: string) => void ends.push(reason),
    };
  };
  expect(await chats.open(viewer, unknown, { tools: 'run' }, { record })).toEqual({ kind: 'failed' });
  expect(ends).toEqual(['shutdown']);
  expect(chats.countOf(viewer.organisationId, unknown)).toBe(0);
});
