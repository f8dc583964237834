import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createConversation } from './caller.ts';
import {
  answer,
  call,
  days,
  finish,
  firstPhrase,
  friday,
  groqSays,
  plan,
  question,
  rolesOf,
  setUp,
  spoken,
  tuesday,
  written,
} from './chat.ts';
import { openModelServer, type Step, says } from './model-server.ts';
import { openAgent } from './open-agent.ts';
import { forms } from './tool-call-forms.ts';

beforeAll(async () => {
  // Loads the models of the fallback once.
  await openAgent();
});

describe('tool calls', () => {
  it.each(forms)('%s are carried out, and never spoken', async (_, steps, expected) => {
    const { server, agent } = await setUp();
    server.play(steps.at(-1)?.do === 'finish' ? steps : [...steps, finish]);
    const said = await createConversation(agent, plan).say(question);
    expect(days(said)).toEqual(expected);
    expect(said.text).not.toMatch(/[[\]{}<>_"]|tool|function|arguments/i);
    expect(said.trace.fallback).toBeUndefined();
  });

  it('that a server could not read do not turn the tools off', async () => {
    const { server, agent } = await setUp();
    const error = { message: groqSays, code: 'tool_use_failed', failed_generation: 'none' };
    server.play([{ do: 'fail', status: 400, body: JSON.stringify({ error }) }], answer);
    const call = createConversation(agent, plan);
    expect((await call.say(question)).trace).toMatchObject({ fallback: 'llm_error', refusal: groqSays });
    await call.say(question);
    expect(server.asked.map(({ body }) => body.tools !== undefined)).toEqual([true, true]);
  });

  it('are not made of a cut value that repeats the names around it', async () => {
    const { server, agent } = await setUp();
    server.play(
      [written('{"day": {"day": "Tuesday"}', { index: 0, id: 'a' }), { do: 'finish', reason: 'length' }],
      says('Which day?'),
    );
    expect(await createConversation(agent, plan).say(question)).toMatchObject({ text: 'Which day?', actions: [] });
  });

  const askedFor: readonly (readonly [said: string, day: string, isCarriedOut: boolean])[] = [
    ['Do you have a free day?', 'day', false],
    ['A day.', 'Day', true],
    ['My day?', 'day', false],
    ['Which one is it?', '<day>', false],
  ];
  it.each(askedFor)(
    'with the name of an argument as its value are carried out only if it answers: %s',
    async (...row) => {
      const [said, day, isCarriedOut] = row;
      const { server, agent } = await setUp();
      server.play([written(JSON.stringify({ day }), { index: 0, id: 'a' }), finish], says('Which day?'));
      const given = await createConversation(agent, plan).say(said);
      expect(days(given)).toEqual(isCarriedOut ? [day] : []);
    },
  );

  const refused: readonly (readonly [name: string, steps: readonly Step[], reason: RegExp])[] = [
    [
      'an unknown tool',
      [call({ index: 0, id: 'a', function: { name: 'lookup_calendar', arguments: tuesday } }), finish],
      /no tool with this name/,
    ],
    [
      'arguments that were cut off',
      [written('{"day": "Tue', { index: 0, id: 'a' }), { do: 'finish', reason: 'length' }],
      /not a complete JSON object/,
    ],
    [
      'a transfer to nobody',
      [
        call({
          index: 0,
          id: 'a',
          function: { name: 'transfer_call', arguments: '{"target":"+12025550199","brief":""}' },
        }),
        finish,
      ],
      /nobody can be put through/,
    ],
  ];
  it.each(refused)('with %s go back to the model at once', async (_, steps, reason) => {
    const { server, agent } = await setUp();
    server.play(
      [{ do: 'say', text: 'Sure, let me check the calendar for you.' }, ...steps],
      says('I can take a message.'),
    );
    const said = await createConversation(agent, plan).say(question);
    expect(said.text).toBe('Sure, let me check the calendar for you. I can take a message.');
    expect(said.actions).toEqual([]);
    const messages = server.asked.at(-1)?.body.messages ?? [];
    expect(rolesOf(messages)).toBe('suat');
    expect(messages.at(-2)?.content).toBe('Sure, let me check the calendar for you.');
    expect(messages.at(-1)?.content).toMatch(reason);
  });

  it('of an interrupted announcement are closed, and later results reach their own call', async () => {
    const { server, agent } = await setUp();
    const asks = (id: string, args: string): readonly Step[] => [
      { do: 'say', text: 'One moment, I will check.' },
      written(args, { index: 0, id }),
      finish,
    ];
    server.play(asks('a', tuesday), asks('b', friday), says('Friday at three is free.'));
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    conversation.heardOnly(2);
    const [action] = (await conversation.say('Sorry, is Friday free?')).actions;
    const id = action?.kind === 'tool' ? action.id : undefined;
    const told = await conversation.give({ kind: 'tool_result', id, name: 'check_slot', ok: true, result: '15:00' });
    expect(told.text).toBe('Friday at three is free.');
    const messages = server.asked.at(-1)?.body.messages ?? [];
    const results = messages.filter(({ role }) => role === 'tool');
    expect(results.map((message) => message.tool_call_id)).toEqual(['a', 'b']);
    expect(results[0]?.content).toContain('Not carried out');
    expect(results[1]?.content).toContain('15:00');
    expect(messages.at(-1)?.role).toBe('tool');
  });

  it('are carried out without arguments that may be absent and are null', async () => {
    const { server, agent } = await setUp();
    const properties = { day: { type: 'string' }, with: { type: 'string' }, at: { type: ['string', 'null'] } };
    const parameters = { type: 'object', properties, required: ['day'] };
    const optional = { ...plan, tools: plan.tools.map((tool) => ({ ...tool, parameters })) };
    const args = '{"day": "Tuesday", "with": null, "at": null}';
    server.play([call({ index: 0, id: 'a', function: { name: 'check_slot', arguments: args } }), finish]);
    const said = await createConversation(agent, optional).say(question);
    expect(said.actions).toMatchObject([{ arguments: { day: 'Tuesday', at: null } }]);
    expect(said.actions[0]).not.toHaveProperty('arguments.with');
  });

  it('of a model on this machine are asked for with their arguments, in the form that it writes', async () => {
    const server = await openModelServer();
    onTestFinished(() => server.close());
    const agent = await openAgent({ baseUrl: server.baseUrl, model: 'm', readsAhead: true });
    server.play(says('{"name": "check_slot", "arguments": {"day": "Tuesday"}}'));
    const said = await createConversation(agent, plan).say(question);
    expect(days(said)).toEqual(['Tuesday']);
    expect(JSON.stringify(server.asked.at(-1)?.body.messages)).toContain('Your tools: check_slot(day).');
  });

  it('with the same id in every round keep their own results', async () => {
    const { server, agent } = await setUp();
    server.play(
      [written(tuesday, { index: 0, id: 'a' }), finish],
      [written(friday, { index: 0, id: 'a' }), finish],
      answer,
    );
    const conversation = createConversation(agent, plan);
    const ids: unknown[] = [];
    let said = await conversation.say(question);
    for (const result of ['none', '15:00']) {
      const [action] = said.actions;
      const id = action?.kind === 'tool' ? action.id : undefined;
      ids.push(id);
      said = await conversation.give({ kind: 'tool_result', id, name: 'check_slot', ok: true, result });
    }
    expect(new Set(ids).size).toBe(2);
    expect(said.text).toBe(spoken);
    const messages = server.asked.at(-1)?.body.messages ?? [];
    // Our own "one moment" stands with the calls, and nothing behind the last result.
    expect(rolesOf(messages)).toBe('suatat');
    expect(messages.at(-1)?.content).toContain('15:00');
  });

  it('leave the words of the model as they are where they contain an announcement', async () => {
    const { server, agent } = await setUp();
    const told = { ...plan, tools: plan.tools.map((tool) => ({ ...tool, announcement: 'One second' })) };
    server.play(says('One second-hand car is left.'), says('One second One second I look.'), answer);
    const conversation = createConversation(agent, told);
    await conversation.say(question);
    await conversation.say('And now?');
    await conversation.say('And then?');
    const texts = server.asked.at(-1)?.body.messages.filter(({ role }) => role === 'assistant');
    expect(texts?.map(({ content }) => content)).toEqual(['One second-hand car is left.', 'I look.']);
  });

  it.each([['<day>'], ['{{day}}'], ['[day of the visit]'], ['Day'], ['YYYY-MM-DD'], ['…']])(
    'with a blank in place of a value, such as %s, are sent back, and the caller is asked',
    async (day) => {
      const { server, agent } = await setUp();
      const written = JSON.stringify({ day });
      server.play(
        [call({ index: 0, id: 'a', function: { name: 'check_slot', arguments: written } }), finish],
        says('Which day suits you?'),
      );
      const said = await createConversation(agent, plan).say(question);
      expect(said).toMatchObject({ text: 'Which day suits you?', actions: [] });
      expect(server.asked.at(-1)?.body.messages.at(-1)?.content).toContain('has not told you: day. Ask first.');
    },
  );

  it('that never end lead to an answer without tools, then to an apology', async () => {
    const { server, agent } = await setUp();
    const onDay = (day: number): readonly Step[] => [
      call({ index: 0, id: `d${day}`, function: { name: 'check_slot', arguments: `{"day":"${day}"}` } }),
      finish,
    ];
    server.play(...[1, 2, 3, 4, 5].map(onDay));
    const conversation = createConversation(agent, plan);
    let said = await conversation.say(question);
    let rounds = 0;
    for (let action = said.actions[0]; action?.kind === 'tool' && rounds < 20; action = said.actions[0]) {
      rounds += 1;
      said = await conversation.give({
        kind: 'tool_result',
        id: action.id,
        name: action.name,
        ok: true,
        result: 'busy',
      });
    }
    expect(rounds).toBe(4);
    expect(said.trace.fallback).toBe('llm_garbage');
    expect(said.text).toMatch(/lost my thread/);
    expect(server.asked.map(({ body }) => body.tools !== undefined)).toEqual([true, true, true, true, false]);
    const isReminded = ({ body }: (typeof server.asked)[number]) => /Your tools:/.test(JSON.stringify(body.messages));
    expect(server.asked.map(isReminded)).toEqual([true, true, true, true, false]);
  });

  it('that repeat what is known are not carried out again', async () => {
    const { server, agent } = await setUp();
    const again = (id: string): readonly Step[] => [
      call({ index: 0, id, function: { name: 'check_slot', arguments: '{ "day": "Tuesday" }' } }),
      finish,
    ];
    server.play([written(tuesday, { index: 0, id: 'a' }), finish], again('b'), again('c'), says('Three is free.'));
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    const told = await conversation.give({
      kind: 'tool_result',
      id: 'a',
      name: 'check_slot',
      ok: true,
      result: '15:00',
    });
    expect([told.actions, told.text]).toEqual([[], 'Three is free.']);
    expect(server.asked.map(({ body }) => body.tools !== undefined)).toEqual([true, true, true, false]);
    expect(server.asked.at(-1)?.body.messages.at(-1)?.content).toContain('15:00');
    server.play(again('d'));
    expect((await conversation.say('And is it still free?')).actions).toHaveLength(1);
  });

  it('that repeat one that is still running are not begun again', async () => {
    const { server, agent } = await setUp();
    server.play(
      [written(tuesday, { index: 0, id: 'a' }), finish],
      [written('{"day":"Tuesday"}', { index: 0, id: 'b' }), finish],
      says('I am still looking.'),
    );
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    const asked = await conversation.say('Hello? Are you there?');
    expect([asked.actions, asked.text]).toEqual([[], 'I am still looking.']);
    server.play(says('Three is free.'));
    const result = { kind: 'tool_result', id: 'a', name: 'check_slot', ok: true, result: '15:00' } as const;
    expect((await conversation.give(result)).text).toBe('Three is free.');
    expect(JSON.stringify(server.asked.at(-1)?.body.messages)).toContain('15:00');
  });

  it('that are the same in another order are made once', async () => {
    const { server, agent } = await setUp();
    const [one, other] = ['{"day":"Tuesday","hour":9}', '{"hour": 9, "day": "Tuesday"}'];
    server.play([written(one, { index: 0, id: 'a' }), written(other, { index: 1, id: 'b' }), finish]);
    expect((await createConversation(agent, plan).say(question)).actions).toHaveLength(1);
  });

  it('that are written although none may be made are not spoken', async () => {
    const { server, agent } = await setUp();
    const text = 'check_slot(day="Tuesday")';
    server.play(says(text));
    const conversation = createConversation(agent, plan);
    const [action] = (await conversation.say(question)).actions;
    const id = action?.kind === 'tool' ? action.id : undefined;
    const told = await conversation.give({ kind: 'tool_result', id, name: 'check_slot', ok: true, result: '15:00' });
    expect(server.asked.at(-1)?.body.tools).toBeUndefined();
    expect(told.text).not.toContain('check_slot');
  });

  it('that cannot be read are sent back as a strict server wants them', async () => {
    const { server, agent } = await setUp();
    const noName = call({ index: 1, id: 'b', type: 'function', function: { name: '', arguments: '' } });
    server.play([written('{"day": "Tue', { index: 0, id: 'a' }), noName, finish], answer);
    const said = await createConversation(agent, plan).say(question);
    expect(said.text).toBe(spoken);
    const messages = server.asked.at(-1)?.body.messages ?? [];
    const sent = messages.flatMap(({ tool_calls: calls = [] }) => calls.map((each) => each.function));
    expect(sent.length).toBeGreaterThan(0);
    for (const { name, arguments: args } of sent) {
      expect(name).toMatch(/^[\w-]{1,64}$/);
      expect(args).toBe('{}');
    }
    expect(JSON.stringify(messages)).toContain('not a complete JSON object');
  });

  it('that repeat a failed one are carried out', async () => {
    const { server, agent } = await setUp();
    server.play([written(tuesday, { index: 0, id: 'a' }), finish], [written(tuesday, { index: 0, id: 'b' }), finish]);
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    const failed = { kind: 'tool_result', id: 'a', name: 'check_slot', ok: false, result: 'busy' } as const;
    expect((await conversation.give(failed)).actions).toHaveLength(1);
  });

  it('lead to words once their results are there, also from a model that says nothing', async () => {
    const { server, agent } = await setUp();
    server.play([written(tuesday, { index: 0, id: 'a' }), finish], [finish], answer);
    const conversation = createConversation(agent, plan);
    await conversation.say(question);
    const result = { kind: 'tool_result', id: 'a', name: 'check_slot', ok: true, result: '15:00' } as const;
    expect((await conversation.give(result)).text).toBe(spoken);
    expect(server.asked.map(({ body }) => body.tools !== undefined)).toEqual([true, true, false]);
  });

  it('that changed something are reported although the model says nothing about them', async () => {
    const server = await openModelServer();
    onTestFinished(() => server.close());
    const agent = await openAgent({ baseUrl: server.baseUrl, model: 'm' });
    const writes = { ...plan, tools: plan.tools.map((tool) => ({ ...tool, effect: 'write' as const })) };
    server.play([written(tuesday, { index: 0, id: 'a' }), finish], [finish]);
    const conversation = createConversation(agent, writes);
    await conversation.say(question);
    const result = { kind: 'tool_result', id: 'a', name: 'check_slot', ok: true, result: 'ok' } as const;
    expect((await conversation.give(result)).text).toMatch(/done/);
  });

  it('stand last with their results; a caller who was asked to wait is not asked again for a call', async () => {
    const server = await openModelServer();
    onTestFinished(() => server.close());
    const agent = await openAgent({ baseUrl: server.baseUrl, model: 'm', firstTokenTimeoutMs: 30 });
    const slow: Step = { do: 'wait', ms: 200 };
    server.play([slow, written(tuesday, { index: 0, id: 'a' }), finish], answer);
    const conversation = createConversation(agent, plan);
    const asked = await conversation.say(question);
    expect(asked.text.match(/moment|check/g)).toHaveLength(1);
    await conversation.give({ kind: 'tool_result', id: 'a', name: 'check_slot', ok: true, result: '15:00' });
    const messages = server.asked.at(-1)?.body.messages ?? [];
    expect(rolesOf(messages)).toMatch(/uat$/);
    expect(JSON.stringify(messages)).not.toContain('moment, please');
  });

  it('may take longer than a stall of the server, as long as pieces come', async () => {
    const server = await openModelServer();
    onTestFinished(() => server.close());
    const agent = await openAgent({
      baseUrl: server.baseUrl,
      model: 'm',
      firstTokenTimeoutMs: 1500,
      totalTimeoutMs: 1500,
    });
    const slow = [...tuesday].flatMap((c): Step[] => [
      { do: 'wait', ms: 120 },
      call({ index: 0, function: { arguments: c } }),
    ]);
    server.play([
      { do: 'say', text: 'I will look in the calendar now.' },
      written('', { index: 0, id: 'a' }),
      ...slow,
      finish,
    ]);
    expect(days(await createConversation(agent, plan).say(question))).toEqual(['Tuesday']);
  });

  it('wait for no word of the caller: the sentence before them is spoken when they begin', async () => {
    const { server, agent } = await setUp();
    server.play([
      { do: 'say', text: 'I will look in the calendar for you now.' },
      written('', { index: 0, id: 'a' }),
      { do: 'hang' },
    ]);
    expect(await firstPhrase(agent)).toBe('I will look in the calendar for you now.');
  });
});
