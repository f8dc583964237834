import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentMemory, AgentPlan, AgentRequest, ScriptGoal } from '../../media/line/agent.ts';
import { createConversation, saturdayMorningMs } from './caller.ts';
import { type ModelServer, openModelServer, type Step, says } from './model-server.ts';
import { type Agent, openAgent } from './open-agent.ts';

/** The shape of a restaurant's reservation flow: size, time, a look at the book, other times, and groups apart. */
const goals: readonly ScriptGoal[] = [
  {
    id: 'table',
    examples: ['I would like to book a table', 'Can I make a reservation for tonight', 'I need a table for dinner'],
    intro: 'With pleasure.',
    questions: [{ id: 'guests', kind: 'number', ask: 'How many people will come?' }],
    done: '',
    next: [
      {
        when: [{ slot: 'guests', min: 9 }],
        say: 'Our events team looks after groups.',
        agent: 'a6b1d6b0-0001-4000-8000-00000000000e',
        go: 'group',
      },
      { go: 'time' },
    ],
  },
  {
    id: 'time',
    examples: [],
    questions: [{ id: 'clock', kind: 'time', ask: 'At what time?' }],
    tool: 'find_table',
    done: '',
    next: [
      {
        when: [{ tool: 'find_table', ok: false }],
        say: 'I cannot open the book right now.',
        go: 'message',
      },
      { when: [{ tool: 'find_table', field: 'free', is: ['yes'] }], go: 'who' },
      { say: 'That time is taken.', go: 'other' },
    ],
  },
  {
    id: 'other',
    examples: [],
    questions: [{ id: 'again', kind: 'text', ask: 'What would you like to do?' }],
    done: '',
    next: [
      {
        when: [{ intent: ['Another time would be fine', 'Can I come at a different time?', 'What about later'] }],
        go: 'time',
      },
      {
        when: [{ intent: ['No thanks, forget it', 'I will go somewhere else', 'Then never mind'] }],
        say: 'I am sorry that it did not work out.',
        end: true,
      },
      { go: 'message' },
    ],
  },
  {
    id: 'who',
    examples: [],
    questions: [{ id: 'name', kind: 'name', ask: 'What name shall I put it under?' }],
    done: 'A table for {guests} at {clock} under {name}. See you then.',
  },
  {
    id: 'group',
    examples: [],
    questions: [{ id: 'occasion', kind: 'text', ask: 'What is the occasion?' }],
    done: 'Thank you, I will send you a menu for {guests} guests.',
  },
];

const plan: AgentPlan = {
  agentName: 'Ada',
  businessName: 'Sea View',
  greeting: 'Sea View, this is Ada. How can I help?',
  personaPrompt: '',
  guardrails: [],
  goals,
  knowledge: [],
  transferTargets: [],
  tools: [{ name: 'find_table', description: 'Looks for a free table.', parameters: { type: 'object' } }],
  languageCode: 'en-US',
  timezone: 'America/New_York',
  goodbye: 'Goodbye.',
  contact: {},
};

const book = (free: 'yes' | 'no') =>
  ({ kind: 'tool_result', name: 'find_table', ok: true, result: JSON.stringify({ free }) }) as const;

let brain: Agent;
beforeAll(async () => {
  brain = await openAgent();
});

const open = async (changes: Partial<AgentPlan> = {}) => {
  const call = createConversation(brain, { ...plan, ...changes });
  await call.give({ kind: 'opening' });
  return call;
};

const stepsOf = (path: readonly { step: string; branch?: number }[] = []): string[] =>
  path.map(({ step, branch }) => (branch === undefined ? step : `${step}>${branch}`));

describe('a flow with branches that the embedded agent plays', () => {
  it('goes from step to step by the answers and by the result of a tool, and keeps the facts', async () => {
    const call = await open();
    expect((await call.say("I'd like to book a table")).text).toMatch(/With pleasure\. How many/);
    const sized = await call.say('four of us');
    expect(sized.text).toMatch(/At what time\?/);
    expect(stepsOf(sized.trace.path)).toEqual(['table>1', 'time']);
    const looking = await call.say('at seven pm');
    expect(looking.actions).toEqual([{ kind: 'tool', name: 'find_table', arguments: { guests: '4', clock: '19:00' } }]);
    const found = await call.give(book('yes'));
    expect(found.text).toMatch(/What name/);
    expect(stepsOf(found.trace.path)).toEqual(['time>1', 'who']);
    const booked = await call.say('Miller');
    expect(booked.text).toMatch(/A table for 4 at .*7.* under Miller/i);
    expect(booked.trace.slots).toMatchObject({ guests: '4', clock: '19:00', name: 'Miller' });
  });

  it('goes back to a step when the caller wants to, and asks its question again', async () => {
    const call = await open();
    await call.say("I'd like to book a table");
    await call.say('two people');
    await call.say('at 8 pm');
    expect((await call.give(book('no'))).text).toMatch(/That time is taken\. What would you like to do\?/);
    const back = await call.say('could I come at another time?');
    expect(stepsOf(back.trace.path)).toEqual(['other>0', 'time']);
    expect(back.text).toMatch(/At what time\?/);
    expect((await call.say('nine pm')).actions).toMatchObject([{ arguments: { guests: '2', clock: '21:00' } }]);
  });

  it('ends the call at a branch that says so', async () => {
    const call = await open();
    await call.say("I'd like to book a table");
    await call.say('two people');
    await call.say('at 8 pm');
    await call.give(book('no'));
    const over = await call.say("then I'll go somewhere else");
    expect(over.text).toMatch(/I am sorry that it did not work out\. Goodbye\./);
    expect(over.actions).toEqual([{ kind: 'end', reason: 'agent_goodbye' }]);
  });

  it('follows the branch of a tool that failed', async () => {
    const call = await open();
    await call.say("I'd like to book a table");
    await call.say('two people');
    await call.say('at 8 pm');
    const failed = await call.give({ kind: 'tool_result', name: 'find_table', ok: false, result: 'timeout' });
    expect(failed.text).toMatch(/I cannot open the book right now/);
    expect(stepsOf(failed.trace.path)).toEqual(['time>0', 'message']);
  });

  it('ignores a branch for the failure of a tool when another alternative holds', async () => {
    const worked = { tool: 'find_table', ok: true } as const;
    const next = [{ when: [{ slot: 'clock', known: true, or: [worked] }], say: 'So be it.', go: 'who' }];
    const call = await open({ goals: goals.map((goal) => (goal.id === 'time' ? { ...goal, next } : goal)) });
    await call.say('I would like to book a table');
    await call.say('four of us');
    await call.say('at seven');
    const refused = await call.give({ kind: 'tool_result', name: 'find_table', ok: false, result: 'down' });
    expect(refused.text).not.toMatch(/So be it/);
  });

  it('hands over to another agent, which continues at its step with the facts so far', async () => {
    const call = await open();
    await call.say("I'd like to book a table");
    const handing = await call.say('twelve people');
    expect(handing.text).toBe('Our events team looks after groups.');
    expect(handing.actions).toEqual([
      { kind: 'hand_over', agent: 'a6b1d6b0-0001-4000-8000-00000000000e', go: 'group' },
    ]);
    const arrived = await call.give({ kind: 'hand_over_result', ok: true, from: 'Ada', go: 'group' });
    expect(arrived.text).toMatch(/What is the occasion\?/);
    expect((await call.say('my mother turns eighty')).text).toMatch(/a menu for 12 guests/);
  });

  it('moves by time, weekday, language and contact', async () => {
    const steps = (when: NonNullable<ScriptGoal['next']>[number]['when']): ScriptGoal[] => [
      {
        id: 'start',
        examples: ['I would like to book a table'],
        questions: [],
        done: 'No.',
        next: [{ when: when ?? [], say: 'Yes.', end: true }],
      },
    ];
    const said = async (when: Parameters<typeof steps>[0], contact = {}) => {
      const call = await open({ goals: steps(when), contact });
      return /Yes\./.test((await call.say('I would like to book a table')).text);
    };
    // It is Saturday, 10:00 in New York.
    expect(await said([{ time: { from: '09:00', to: '17:00', days: [6] } }])).toBe(true);
    expect(await said([{ time: { from: '09:00', to: '10:00' } }])).toBe(false);
    expect(await said([{ time: { from: '22:00', to: '10:30', days: [5] } }])).toBe(true);
    expect(await said([{ time: { days: [1, 2, 3, 4, 5] } }])).toBe(false);
    expect(await said([{ language: 'en' }])).toBe(true);
    expect(await said([{ language: 'hi' }])).toBe(false);
    expect(await said([{ contact: 'tier', is: ['Gold'] }], { tier: 'gold' })).toBe(true);
    expect(
      await said(
        [
          { contact: 'tier', not: ['gold'] },
          { contact: 'tier', known: true },
        ],
        { tier: 'gold' },
      ),
    ).toBe(false);
    const either = [{ contact: 'tier', is: ['gold'], or: [{ contact: 'years', min: 5, max: 9 }, { language: 'hi' }] }];
    expect(await said(either, { tier: 'gold' })).toBe(true);
    expect(await said(either, { tier: 'silver', years: '6' })).toBe(true);
    expect(await said(either, { tier: 'silver', years: '10' })).toBe(false);
  });

  it('leaves a step for an intent that is an alternative, but not for the other alternatives', async () => {
    const wanted = ['I want to speak to a manager', 'Can I talk to the manager'];
    const call = await open({
      goals: [
        {
          ...goals[0]!,
          next: [{ when: [{ slot: 'guests', known: false, or: [{ intent: wanted }] }], say: 'Of course.', end: true }],
          done: 'Noted.',
        },
      ],
    });
    expect((await call.say("I'd like to book a table")).text).toMatch(/How many/);
    expect((await call.say('and do you have parking')).text).not.toMatch(/Of course/);
    expect((await call.say('can I talk to the manager')).text).toMatch(/^Of course\./);
  });
});

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
