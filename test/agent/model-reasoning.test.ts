import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createConversation } from './caller.ts';
import { call, days, finish, friday, plan, question, setUp, spoken, tuesday, written } from './chat.ts';
import { type ModelServer, openModelServer, type Step, says } from './model-server.ts';
import { openAgent } from './open-agent.ts';

beforeAll(async () => {
  // Loads the models of the fallback once.
  await openAgent();
});

describe('reasoning', () => {
  it.each([
    ['<thinking> I must be brief. </thinking> We are open from nine to five.'],
    ['<think>They want hours.</think>\n\nWe are open from nine to five.'],
    ['<reasoning>Hours.</reasoning>We are open from nine to five.'],
    ['[THINK]Hours.[/THINK]We are open from nine to five.'],
    ['We are open <think> which hours? nine </think>from nine to five.'],
    ['Okay, the caller wants the hours. The reference says nine to five. </think> We are open from nine to five.'],
    ['analysisuser wants the hours.assistantfinalWe are open from nine to five.'],
    ['analysisWe need to answer with the hours. And nothing else.assistantfinalWe are open from nine to five.'],
    [
      '<|channel|>analysis<|message|>They want hours.<|end|><|start|>assistant<|channel|>final<|message|>We are open from nine to five.<|return|>',
    ],
    ['<|channel>thought\nThey want hours.<channel|>We are open from nine to five.'],
    [
      '<think>The tool_call {"name": "check_slot", "arguments": {}} is of no use.</think>We are open from nine to five.',
    ],
  ])('never reaches the caller: %s', async (text) => {
    const { server, agent } = await setUp();
    server.play(says(...(text.match(/[\s\S]{1,5}/g) ?? [])));
    const said = await createConversation(agent, plan).say(question);
    expect(said.text).toBe(spoken);
    expect(said.actions).toEqual([]);
  });

  it('of a model that marks its end only is held back from the second reply on', async () => {
    const { server, agent } = await setUp();
    const secret = 'First I look at the times that I have. They are nine to five. </think> ';
    server.play(says(...`${secret}${spoken}`.split(/(?<= )/)));
    const call = createConversation(agent, plan);
    await call.say(question);
    expect((await call.say(question)).text).toBe(spoken);
  });

  it('whose only mark is a word at the beginning is not spoken', async () => {
    const { server, agent } = await setUp();
    server.play([
      ...says('thought', '\nThey want Tuesday. I use a tool.').slice(0, -1),
      written(tuesday, { id: 'a' }),
      finish,
    ]);
    const said = await createConversation(agent, plan).say(question);
    expect(said.text).not.toMatch(/thought|Tuesday|tool/);
    expect(days(said)).toEqual(['Tuesday']);
  });

  it('is not suspected behind a word that begins like its marks', async () => {
    const { server, agent } = await setUp();
    server.play(says('analysis ', 'of a sample takes an hour, says our assist', 'ant.'));
    const said = await createConversation(agent, plan).say(question);
    expect(said.text).toBe('analysis of a sample takes an hour, says our assistant.');
  });

  it('that never ends is not spoken', async () => {
    const { server, agent } = await setUp();
    server.play(says('<think>They want hours. ', 'I am not sure. '));
    const said = await createConversation(agent, plan).say(question);
    expect(said.text).not.toContain('not sure');
    expect(said.trace.fallback).toBe('llm_garbage');
  });

  it('is not suspected in an answer about a third person', async () => {
    const { server, agent } = await setUp();
    server.play(says('The caller is right, ', 'and the user said so.'));
    expect((await createConversation(agent, plan).say(question)).text).toBe(
      'The caller is right, and the user said so.',
    );
  });
});

describe('what a server sends with its calls', () => {
  const signature = { google: { thought_signature: 'EiYKJGUy' } };
  const asks: readonly Step[] = [
    { do: 'delta', delta: { reasoning_content: 'They want Tuesday.' } },
    written(tuesday, { index: 0, id: 'a', extra_content: signature }),
    written(friday, { index: 1, id: 'b' }),
    finish,
  ];
  const free = says('Tuesday at three is free.');
  const results = ['a', 'b'].map(
    (id) => ({ kind: 'tool_result', id, name: 'check_slot', ok: true, result: 'Free.' }) as const,
  );
  const callsIn = (server: ModelServer) =>
    server.asked.at(-1)?.body.messages.find(({ tool_calls: calls }) => calls !== undefined);

  it('returns to it, and to no other server', async () => {
    const { server, agent } = await setUp();
    server.play(asks, free);
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    for (const result of results) await conversation.give(result);
    expect(callsIn(server)).toMatchObject({
      reasoning_content: 'They want Tuesday.',
      tool_calls: [{ id: 'a', extra_content: signature }, { id: 'b' }],
    });
    expect(callsIn(server)?.tool_calls?.[1]).not.toHaveProperty('extra_content');
    const other = await openModelServer();
    onTestFinished(() => other.close());
    other.play(free);
    const elsewhere = await openAgent({ baseUrl: other.baseUrl, model: 'm' });
    const next = createConversation(elsewhere, plan, undefined, conversation);
    await next.say('And on Friday?');
    expect(callsIn(other)?.tool_calls).toHaveLength(2);
    expect(JSON.stringify(other.asked)).not.toMatch(/reasoning_content|extra_content/);
  });

  it('returns joined where it came in pieces', async () => {
    const { server, agent } = await setUp();
    const detail = (fields: object): Step => ({
      do: 'delta',
      delta: { content: '', reasoning: 'aloud?', reasoning_details: [{ format: 'anthropic-claude-v1', ...fields }] },
    });
    const block = (fields: object): Step => ({ do: 'delta', delta: { thinking_blocks: [fields] } });
    server.play(
      [
        detail({ type: 'reasoning.text', index: 0, id: null, signature: null, text: 'They want' }),
        detail({ type: 'reasoning.text', index: 0, id: null, signature: null, text: ' Tuesday.' }),
        block({ type: 'thinking', thinking: 'They ', signature: null }),
        detail({ type: 'reasoning.text', index: 0, id: null, signature: 'Et8BCm' }),
        block({ type: 'thinking', thinking: 'ask.', signature: 'sig' }),
        detail({ type: 'reasoning.encrypted', index: 1, id: 'a', data: 'EiYK' }),
        detail({ type: 'reasoning.encrypted', index: 1, id: 'b', data: 'JGUy' }),
        written(tuesday, { index: 0, id: 'a', provider_specific_fields: { thought_signature: 'EiYK' } }),
        written(friday, { index: 1, id: 'b', provider_specific_fields: null }),
        finish,
      ],
      free,
    );
    const conversation = createConversation(agent, plan);
    const said = await conversation.say(question);
    expect(said.text).not.toContain('aloud');
    for (const result of results) await conversation.give(result);
    const format = 'anthropic-claude-v1';
    expect(callsIn(server)).toMatchObject({
      reasoning_details: [
        { type: 'reasoning.text', index: 0, format, text: 'They want Tuesday.', signature: 'Et8BCm' },
        { type: 'reasoning.encrypted', index: 1, format, id: 'a', data: 'EiYK' },
        { type: 'reasoning.encrypted', index: 1, format, id: 'b', data: 'JGUy' },
      ],
      thinking_blocks: [{ type: 'thinking', thinking: 'They ask.', signature: 'sig' }],
      tool_calls: [{ id: 'a', provider_specific_fields: { thought_signature: 'EiYK' } }, { id: 'b' }],
    });
    expect(callsIn(server)).not.toHaveProperty('reasoning');
    expect(callsIn(server)?.tool_calls?.[1]).not.toHaveProperty('provider_specific_fields');
  });

  it('stays within its limit, also in many parts', async () => {
    const { server, agent } = await setUp();
    const parts = Array.from({ length: 50 }, (_, nth) => call({ index: 0, id: 'a', [`own${nth}`]: 'x'.repeat(1000) }));
    server.play([written(tuesday, { index: 0, id: 'a' }), ...parts, finish], free);
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    await conversation.give(results[0] as NonNullable<(typeof results)[0]>);
    const [sent] = callsIn(server)?.tool_calls ?? [];
    expect(sent).toHaveProperty('own0');
    expect(JSON.stringify(sent).length).toBeLessThan(17_000);
  });

  it('stays whole or is left out', async () => {
    const { server, agent } = await setUp();
    const piece = 'x'.repeat(1000);
    const many = Array.from(
      { length: 100 },
      (_, index): Step => ({
        do: 'delta',
        delta: { reasoning_details: [{ type: 'reasoning.encrypted', index, data: piece }] },
      }),
    );
    server.play([...many, written(tuesday, { index: 0, id: 'a', own: piece.repeat(20) }), finish], free);
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    await conversation.give(results[0] as NonNullable<(typeof results)[0]>);
    expect(callsIn(server)?.tool_calls).toHaveLength(1);
    expect(JSON.stringify(server.asked)).not.toContain(piece);
  });

  it.each([
    [
      'a gateway that wants its own fields',
      {
        message: 'Provider returned error',
        metadata: {
          raw: 'Gemini models require OpenRouter reasoning details to be preserved in each request. Upstream error: {"error": {"message": "Function call is missing a thought_signature"}}',
        },
      },
      [false, true],
    ],
    [
      'a gateway to a server with signed thoughts',
      { message: 'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.' },
      [true],
    ],
    [
      'a gateway that passes on JSON',
      { message: 'Provider returned error', metadata: { raw: '{"error":{"message":"Corrupted thought signature."}}' } },
      [true],
    ],
  ])('is put into words for %s', async (_, error, toldAtOnce) => {
    const { server, agent } = await setUp();
    const refusal: Step = { do: 'fail', status: 400, body: JSON.stringify({ error }) };
    const refusals = toldAtOnce.map((): readonly Step[] => [refusal]);
    server.play([written(tuesday, { index: 0, id: 'a' }), finish], ...refusals, free);
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    const said = await conversation.give(results[0] as NonNullable<(typeof results)[0]>);
    expect(said.text).toBe('Tuesday at three is free.');
    expect(callsIn(server)).toBeUndefined();
    expect(server.asked.at(-1)?.body.messages.at(-1)?.content).toContain('Free.');
    expect(server.asked.at(-1)?.body).toHaveProperty('tools');
  });

  it.each([
    ['Gemini', 'Function call is missing a thought_signature in functionCall parts.', 'extra_content'],
    ['DeepSeek', 'The reasoning_content in the thinking mode must be passed back to the API.', 'reasoning_content'],
  ])('%s gets it also with calls that came without it', async (_, sentence, field) => {
    const { server, agent } = await setUp();
    server.play([written(tuesday, { index: 0, id: 'a' }), finish], free);
    server.refuse(400, (body) => {
      const made = body.messages.find(({ tool_calls: calls }) => calls !== undefined);
      return made === undefined || JSON.stringify(made).includes(field) ? undefined : sentence;
    });
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    const said = await conversation.give(results[0] as NonNullable<(typeof results)[0]>);
    expect(said.text).toBe('Tuesday at three is free.');
    const before = server.asked.length;
    await conversation.say('And on Friday?');
    expect(server.asked.length).toBe(before + 1);
  });

  it.each([
    ["messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported"],
    ['Extra inputs are not permitted'],
    ['messages[2].tool_calls[0].extra_content: Extra inputs are not permitted, of the function'],
  ])('does not return to a server that refuses it: %s', async (sentence) => {
    const { server, agent } = await setUp();
    server.play(asks, free);
    server.refuse(400, ({ messages }) =>
      /reasoning_content|extra_content/.test(JSON.stringify(messages)) ? sentence : undefined,
    );
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    await conversation.give(results[0] as NonNullable<(typeof results)[0]>);
    const said = await conversation.give(results[1] as NonNullable<(typeof results)[1]>);
    expect(said.text).toBe('Tuesday at three is free.');
    expect(callsIn(server)?.tool_calls).toHaveLength(2);
    const before = server.asked.length;
    await conversation.say('And on Friday?');
    expect(server.asked.length).toBe(before + 1);
    expect(server.asked.at(-1)?.body).toHaveProperty('tools');
  });
});
