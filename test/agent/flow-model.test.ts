import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentMemory, AgentRequest, ScriptGoal } from '../../media/line/agent.ts';
import { book, goals, plan, stepsOf } from './branching-flow.ts';
import { createConversation, saturdayMorningMs } from './caller.ts';
import { type ModelServer, openModelServer, type Step, says } from './model-server.ts';
import { type Agent, openAgent } from './open-agent.ts';

describe('a flow with branches that a language model plays', () => {
  let server: ModelServer;
  let model: Agent;
  beforeAll(async () => {
    server = await openModelServer();
    model = await openAgent({ baseUrl: server.baseUrl, apiKey: 'key', model: 'test-model' });
  });
  afterAll(() => server.close());

  let calls = 0;
  const calling = (name: string, args: object): readonly Step[] => [
    { do: 'call', id: `call${++calls}`, name, arguments: JSON.stringify(args) },
    { do: 'finish', reason: 'tool_calls' },
  ];
  const begun = async () => {
    const call = createConversation(model, plan);
    await call.give({ kind: 'opening' });
    server.play(says('How many people will come?'));
    return { call, first: await call.say('I would like to book a table') };
  };
  const latest = () => {
    const { messages, tools } = server.asked.at(-1)?.body ?? { messages: [], tools: [] };
    return {
      prompt: messages[0]?.content ?? '',
      last: messages.at(-1),
      tools: tools.map((each) => each.function.name),
    };
  };

  it('sees one step at a time, and code decides where its answers lead', async () => {
    const { call, first } = await begun();
    expect(first.text).toBe('With pleasure. How many people will come?');
    expect(latest().last?.content).toMatch(/^<data name="result">\nYou are now in the step table/);
    expect(latest().prompt).toMatch(/You are in the step table\./);
    expect(latest().prompt).not.toMatch(/At what time|What name/);
    expect(latest().tools).toEqual(expect.arrayContaining(['begin_step', 'finish_step', 'find_table']));

    server.play(
      calling('finish_step', { answers: { guests: 'a few' } }),
      calling('finish_step', { answers: { guests: '4' } }),
      says('At what time?'),
    );
    const sized = await call.say('only the usual crowd');
    expect(server.asked.at(-2)?.body.messages.at(-1)?.content).toMatch(/guests must be a number/);
    expect(stepsOf(sized.trace.path)).toEqual(['table>1', 'time']);
    expect(latest().prompt).toMatch(/guests: 4/);

    server.play(
      calling('finish_step', { answers: { clock: '19:00' } }),
      calling('find_table', { guests: '4', clock: '19:00' }),
    );
    const [tool] = (await call.say('at seven')).actions;
    expect(tool).toMatchObject({ kind: 'tool', name: 'find_table' });
    expect(latest().last?.content).toMatch(/call the tool find_table first/);
    server.play(calling('finish_step', { answers: {} }), says('What name shall I put it under?'));
    const found = await call.give({ ...book('yes'), id: tool?.kind === 'tool' ? tool.id : undefined });
    expect(stepsOf(found.trace.path)).toEqual(['time>1', 'who']);
    expect(found.trace.slots).toEqual({ guests: '4', clock: '19:00' });
  });

  it('begins a step by its tool where the words are not clear, and says its first words', async () => {
    const call = createConversation(model, plan);
    await call.give({ kind: 'opening' });
    server.play(calling('begin_step', { step: 'table' }), says('How many people will come?'));
    const first = await call.say('well, my wife and I are hungry');
    expect(first.text).toBe('How many people will come?');
    expect(latest().last?.content).toMatch(/Say: "With pleasure\." You are now in the step table/);
  });

  it('continues in the step that the model began before it failed to answer', async () => {
    const call = createConversation(model, plan);
    await call.give({ kind: 'opening' });
    server.play([{ do: 'say', text: '   \n' }, ...calling('begin_step', { step: 'table' })], says(' '), says(' '));
    const first = await call.say('well, my wife and I are hungry');
    expect(first.text).toMatch(/How many people/);
    server.play(says('And at what time?'));
    await call.say('four of us');
    expect(latest().prompt).toMatch(/guests: 4/);
  });

  it('is moved by code where the words are clear, although the model calls no tool', async () => {
    const { call, first } = await begun();
    expect(stepsOf(first.trace.path)).toEqual(['table']);
    const [asked] = server.asked.at(-1)?.body.messages.filter(({ tool_calls }) => tool_calls !== undefined) ?? [];
    expect(asked).toMatchObject({
      content: 'With pleasure.',
      tool_calls: [{ function: { name: 'begin_step', arguments: '{"step":"table"}' } }],
    });
    server.play(calling('finish_step', { answers: { guests: '2' } }), says('When?'));
    await call.say('two');
    server.play(calling('find_table', { guests: '2', clock: '20:00' }));
    const [tool] = (await call.say('at eight')).actions;
    server.play(calling('finish_step', { answers: { clock: '20:00' } }), says('That is taken. What now?'));
    await call.give({ ...book('no'), id: tool?.kind === 'tool' ? tool.id : undefined });
    server.play(says('When then?'));
    const back = await call.say('could I come at a different time?');
    expect(stepsOf(back.trace.path)).toEqual(['other>0', 'time']);
    expect(latest().prompt).toMatch(/clock \(time\): At what time/);
    const over = await call.say('at nine');
    expect(over.trace.brain).toBe('openai');
  });

  it('ends the call by code at a branch that the caller clearly asks for', async () => {
    const { call } = await begun();
    server.play(calling('finish_step', { answers: { guests: '2' } }), says('When?'));
    await call.say('two');
    server.play(calling('find_table', { guests: '2', clock: '20:00' }));
    const [tool] = (await call.say('at eight')).actions;
    server.play(calling('finish_step', { answers: { clock: '20:00' } }), says('That is taken. What now?'));
    await call.give({ ...book('no'), id: tool?.kind === 'tool' ? tool.id : undefined });
    const asked = server.asked.length;
    const over = await call.say('no thanks, forget it');
    expect(over.text).toMatch(/I am sorry that it did not work out\. Goodbye\./);
    expect(over.actions).toEqual([{ kind: 'end', reason: 'agent_goodbye' }]);
    expect(server.asked.length).toBe(asked);
  });

  it('says the words of a step that asks nothing without the model', async () => {
    const emergency: ScriptGoal = {
      id: 'emergency',
      examples: ['My chest hurts'],
      questions: [],
      done: 'Please hang up and call 911 now.',
    };
    const next = [
      { when: [{ intent: ['My chest hurts', 'I cannot breathe'] }], go: 'emergency' },
      ...(goals[0]?.next ?? []),
    ];
    const call = createConversation(model, { ...plan, goals: [{ ...goals[0]!, next }, ...goals.slice(1), emergency] });
    await call.give({ kind: 'opening' });
    server.play(says('How many people will come?'));
    await call.say('I would like to book a table');
    const asked = server.asked.length;
    const warned = await call.say('oh, my chest hurts');
    expect(warned.text).toMatch(/^Please hang up and call 911 now\. .*\?$/);
    expect(stepsOf(warned.trace.path)).toEqual(['table>0', 'emergency']);
    expect(server.asked.length).toBe(asked);
  });

  it('reads a number for the first open question where the model asked for nothing, and hands over by it', async () => {
    const call = createConversation(model, plan);
    await call.give({ kind: 'opening' });
    server.play(says('I will ask you a few questions.'));
    await call.say('I would like to book a table');
    const handing = await call.say('twelve people');
    expect(handing.text).toBe('Our events team looks after groups.');
    expect(handing.actions).toMatchObject([{ kind: 'hand_over', go: 'group' }]);
    expect(handing.trace.slots).toEqual({ guests: '12' });
  });

  it('continues in the step that code has begun where the model then fails', async () => {
    const call = createConversation(model, plan);
    await call.give({ kind: 'opening' });
    server.play([{ do: 'fail', status: 500, body: 'no' }]);
    const first = await call.say('I would like to book a table');
    expect(first.text).toBe('With pleasure. How many people will come?');
    expect(first.trace).toMatchObject({ brain: 'embedded', fallback: 'llm_error' });
  });

  it('continues with the next question when the model fails, and does not read the request as an answer', async () => {
    const story: ScriptGoal = {
      id: 'complaint',
      examples: ['I want to make a complaint'],
      questions: [{ id: 'story', kind: 'text', ask: 'What happened?' }],
      done: 'Thank you.',
      next: [{ go: 'table' }],
    };
    const call = createConversation(model, { ...plan, goals: [...goals, story] });
    await call.give({ kind: 'opening' });
    server.play([{ do: 'fail', status: 500, body: 'no' }]);
    const first = await call.say('I want to make a complaint');
    expect(first.text).toBe('What happened?');
    expect(first.trace.slots).toBeUndefined();
  });

  it('reads one number for one question where the model then fails', async () => {
    const questions = [
      { id: 'guests', kind: 'number', ask: 'How many people will come?' },
      { id: 'children', kind: 'number', ask: 'How many of them are children?' },
    ] as const;
    const call = createConversation(model, { ...plan, goals: [{ ...goals[0]!, questions }, ...goals.slice(1)] });
    await call.give({ kind: 'opening' });
    server.play(says('How many people will come?'));
    await call.say('I would like to book a table');
    server.play([{ do: 'fail', status: 500, body: 'no' }]);
    const counted = await call.say('four of us');
    expect(counted.text).toMatch(/How many of them are children\?/);
    expect(counted.trace.slots).toEqual({ guests: '4' });
  });

  it('keeps what code has read when the caller interrupts the reply', async () => {
    const call = createConversation(model, plan);
    await call.give({ kind: 'opening' });
    server.play(says('How many people will come?'));
    const memories: AgentMemory[] = [];
    const request: AgentRequest = {
      callUuid: 'f6b1d6b0-0001-4000-8000-000000000002',
      turn: 1,
      plan,
      memory: null,
      history: [{ speaker: 'agent', text: plan.greeting }],
      input: { kind: 'said', text: 'I would like to book a table', confidence: 0.9 },
      nowMs: saturdayMorningMs,
    };
    for await (const event of model.run(request, { aborted: false })) {
      if (event.type === 'memory') memories.push(event.memory);
      if (event.type === 'phrase') break;
    }
    expect(memories.at(-1)).toMatchObject({ flow: { step: 'table' } });
  });

  it.each([
    "I don't want to book a table",
    'Why was I told that I cannot make a reservation for tonight',
    'I already have a reservation for tonight',
  ])('leaves "%s" to the model', async (words) => {
    const call = createConversation(model, plan);
    await call.give({ kind: 'opening' });
    server.play(says('I see.'));
    const answered = await call.say(words);
    expect(answered.text).toBe('I see.');
    expect(answered.trace.path).toBeUndefined();
  });

  it('ignores a branch whose intent the caller denies', async () => {
    const hurts = { when: [{ intent: ['My chest hurts', 'I cannot breathe'] }], end: true } as const;
    const next = [hurts, ...(goals[0]?.next ?? [])];
    const call = createConversation(model, { ...plan, goals: [{ ...goals[0]!, next }, ...goals.slice(1)] });
    await call.give({ kind: 'opening' });
    server.play(says('How many people will come?'));
    await call.say('I would like to book a table');
    for (const words of ["my chest doesn't hurt any more", 'I can breathe']) {
      server.play(says('Good.'));
      expect((await call.say(words)).actions).toEqual([]);
    }
    expect((await call.say("I don't feel well, I can't breathe")).actions).toMatchObject([{ kind: 'end' }]);
  });

  it.each(['we come at 8 pm', 'the one by the window', 'is it cheaper for two?'])(
    'reads no number of people in "%s"',
    async (words) => {
      const { call } = await begun();
      server.play(says('How many people will come?'));
      expect((await call.say(words)).trace.slots).toBeUndefined();
    },
  );

  it('leaves a step by a yes, but not by a yes with a change or a question', async () => {
    const questions = [
      { id: 'guests', kind: 'number', ask: 'How many people will come?', confirm: 'That is {value}?' },
    ] as const;
    const call = createConversation(model, { ...plan, goals: [{ ...goals[0]!, questions }, ...goals.slice(1)] });
    await call.give({ kind: 'opening' });
    server.play(says('How many people will come?'));
    await call.say('I would like to book a table');
    server.play(says('For four people?'));
    await call.say('four of us');
    for (const words of ['yes, but make it six', 'okay, what about parking']) {
      server.play(says('For four people?'));
      expect((await call.say(words)).trace.path).toBeUndefined();
    }
    server.play(says('At what time?'));
    expect(stepsOf((await call.say('yes, that is right, thank you')).trace.path)).toEqual(['table>1', 'time']);
  });

  it('lets the model answer a question that comes with the last answer', async () => {
    const { next: _next, ...last } = goals[0]!;
    const call = createConversation(model, { ...plan, goals: [last, ...goals.slice(1)] });
    await call.give({ kind: 'opening' });
    server.play(says('How many people will come?'));
    await call.say('I would like to book a table');
    server.play(says('Yes, behind the house.'));
    const answered = await call.say('four of us. do you have parking?');
    expect(answered.text).toBe('Yes, behind the house.');
    expect(answered.trace.slots).toEqual({ guests: '4' });
  });

  it('says what the caller wants by the name of an intent', async () => {
    const { call } = await begun();
    server.play(calling('finish_step', { answers: { guests: '2' } }), says('When?'));
    await call.say('two');
    server.play(calling('find_table', { guests: '2', clock: '20:00' }));
    const [tool] = (await call.say('at eight')).actions;
    server.play(calling('finish_step', { answers: { clock: '20:00' } }), says('That is taken. What now?'));
    await call.give({ ...book('no'), id: tool?.kind === 'tool' ? tool.id : undefined });
    expect(latest().prompt).toMatch(/"Another time would be fine" \(Can I come/);
    server.play(calling('finish_step', { caller_wants: 'Another time would be fine' }), says('When then?'));
    const back = await call.say('maybe later');
    expect(stepsOf(back.trace.path)).toEqual(['other>0', 'time']);
    expect(latest().prompt).toMatch(/clock \(time\): At what time/);
  });

  it('hands over, and the next agent knows the facts', async () => {
    const { call } = await begun();
    server.play(calling('finish_step', { answers: { guests: 12 } }));
    const handing = await call.say('twelve');
    expect(handing.text).toBe('Our events team looks after groups.');
    expect(handing.actions).toEqual([
      { kind: 'hand_over', agent: 'a6b1d6b0-0001-4000-8000-00000000000e', go: 'group' },
    ]);
    server.play(says('This is Kim. What is the occasion?'));
    const arrived = await call.give({ kind: 'hand_over_result', ok: true, from: 'Ada', go: 'group' });
    expect(arrived.text).toMatch(/Kim/);
    expect(stepsOf(arrived.trace.path)).toEqual(['group']);
    expect(latest().prompt).toMatch(/You are in the step group[\s\S]*guests: 12/);
    expect(latest().last?.content).toMatch(/taken over this call from Ada/);
  });

  it('continues with the embedded agent where the model fails', async () => {
    const { call } = await begun();
    server.play([{ do: 'fail', status: 500, body: 'no' }]);
    const sized = await call.say('four of us');
    expect(sized.trace).toMatchObject({ brain: 'embedded', fallback: 'llm_error' });
    expect(sized.text).toMatch(/At what time\?/);
    server.play(says('At what time exactly?'));
    await call.say('in the evening');
    expect(latest().prompt).toMatch(/You are in the step time/);
  });
});
