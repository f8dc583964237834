import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AgentEvent, AgentPlan } from '../../media/line/agent.ts';
import { createConversation, saturdayMorningMs } from './caller.ts';
import { examplePlan } from './dental.ts';
import { type ModelServer, openModelServer, type Refuse, type Step, says } from './model-server.ts';
import { type Agent, openAgent } from './open-agent.ts';

const plan: AgentPlan = {
  ...examplePlan('dental-receptionist'),
  knowledge: [],
  tools: [
    {
      name: 'check_slot',
      description: 'Looks for a free time.',
      parameters: { type: 'object', properties: { day: { type: 'string' } } },
    },
  ],
};
const greeted = { kind: 'opening' } as const;
const question = 'What are your opening hours?';
const answer = says('We are open from nine to five.');
const spoken = 'We are open from nine to five.';

beforeAll(async () => {
  // Loads the models of the fallback once.
  await openAgent();
});

async function setUp(): Promise<{ server: ModelServer; agent: Agent }> {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  return { server, agent: await openAgent({ baseUrl: server.baseUrl, model: 'm' }) };
}

const rolesOf = (messages: readonly { readonly role: string }[]): string =>
  messages.map(({ role }) => role[0]).join('');
const first = ({ messages }: Parameters<Refuse>[0]): string | undefined =>
  messages.find(({ role }) => role !== 'system')?.role;
const isAlternating = ({ messages }: Parameters<Refuse>[0]): boolean =>
  !/uu|aa|tu/.test(rolesOf(messages)) && first({ messages } as Parameters<Refuse>[0]) === 'user';

/** Server families, and what each refuses with which status and words. */
const families: readonly (readonly [name: string, status: number, refuse: Refuse])[] = [
  [
    'Ollama, for a model without tools',
    400,
    ({ tools }) => (tools ? 'registry.ollama.ai/m does not support tools' : undefined),
  ],
  [
    'vLLM without a tool parser',
    400,
    ({ tools }) =>
      tools ? '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set' : undefined,
  ],
  ['llama.cpp without templates', 500, ({ tools }) => (tools ? 'tools param requires --jinja flag' : undefined)],
  [
    'a router without an endpoint for tools',
    404,
    ({ tools }) => (tools ? 'No endpoints found that support tool use.' : undefined),
  ],
  [
    'a template that wants the user first',
    400,
    (body) =>
      isAlternating(body)
        ? undefined
        : 'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
  ],
  [
    'a template without the system role',
    400,
    (body) => (body.messages.some(({ role }) => role === 'system') ? 'System role not supported' : undefined),
  ],
  [
    'a template of 2024 without system role, tools and a greeting',
    500,
    (body) => {
      if (body.messages.some(({ role }) => role === 'system')) return 'System role not supported';
      if (!isAlternating(body)) return 'Conversation roles must alternate';
      return body.tools ? 'This template has no tools' : undefined;
    },
  ],
  [
    'OpenAI, for a reasoning model',
    400,
    (body) => {
      if ('max_tokens' in body)
        return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
      return 'temperature' in body
        ? "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported."
        : undefined;
    },
  ],
  [
    'Azure, in an older version of its API',
    400,
    (body) => ('stream_options' in body ? 'Unrecognized request argument supplied: stream_options' : undefined),
  ],
  [
    'Mistral',
    400,
    ({ messages }) => {
      const ids = messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id));
      if (ids.some((id) => !/^[a-zA-Z0-9]{9}$/.test(id)))
        return 'Tool call id was c but must be a-z, A-Z, 0-9, with a length of 9.';
      return messages.at(-1)?.role === 'assistant'
        ? 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant'
        : undefined;
    },
  ],
  [
    'LiteLLM, in front of a model without tools',
    400,
    ({ tools }) =>
      tools
        ? "litellm.UnsupportedParamsError: ollama does not support parameters: ['tools'], for model=m. To drop these, set `litellm.drop_params=True`"
        : undefined,
  ],
  [
    'Text Generation Inference, with a template that wants the user first',
    422,
    (body) =>
      isAlternating(body)
        ? undefined
        : 'Template error: invalid operation: Conversation roles must alternate user/assistant/user/assistant/... (in <string>:1)',
  ],
  ['a server that gives no reason', 422, ({ tools }) => (tools ? '' : undefined)],
];

describe('a server', () => {
  it.each(families)('%s answers the caller, and is asked in its form from then on', async (_, status, refuse) => {
    const server = await openModelServer();
    onTestFinished(() => server.close());
    const agent = await openAgent({ baseUrl: server.baseUrl, model: 'm', temperature: 0.3, maxOutputTokens: 200 });
    server.play(answer);
    server.refuse(status, refuse);
    const call = createConversation(agent, plan);
    await call.give(greeted);
    const said = await call.say(question);
    expect(said.text).toBe(spoken);
    expect(said.trace).toMatchObject({ brain: 'openai' });
    expect(said.trace.fallback).toBeUndefined();
    const before = server.asked.length;
    expect((await call.say('And on Friday?')).text).toBe(spoken);
    expect(server.asked.length).toBe(before + 1);
    // Nothing of the instructions is lost.
    expect(JSON.stringify(server.asked.at(-1)?.body.messages)).toContain('Maple Grove Dental');
  });

  it.each([
    ['a message in place of a delta', { message: { content: spoken }, finish_reason: 'stop' }],
    ['content in parts', { message: { content: [{ type: 'text', text: spoken }] }, finish_reason: 'stop' }],
  ])('that ignores streaming and sends %s is understood', async (_, choice) => {
    const { server, agent } = await setUp();
    server.play([{ do: 'json', body: { choices: [choice] } }]);
    expect((await createConversation(agent, plan).say(question)).text).toBe(spoken);
  });

  it.each([
    ['busy', { do: 'fail', status: 429, body: '{"error":"slow down"}', headers: { 'retry-after': '0' } }],
    ['failing', { do: 'fail', status: 503, body: 'upstream' }],
  ] as const)('that is %s once is asked again', async (_, failure) => {
    const { server, agent } = await setUp();
    server.play([failure], answer);
    expect((await createConversation(agent, plan).say(question)).text).toBe(spoken);
    expect(server.asked).toHaveLength(2);
  });

  it('that is busy for longer than a caller waits is not waited for', async () => {
    const { server, agent } = await setUp();
    server.play([{ do: 'fail', status: 429, body: '{}', headers: { 'retry-after': '60' } }]);
    const said = await createConversation(agent, plan).say(question);
    expect(said.trace.fallback).toBe('llm_error');
    expect(server.asked).toHaveLength(1);
  });

  it('that refuses is quoted in the trace, without the key', async () => {
    const server = await openModelServer();
    onTestFinished(() => server.close());
    const agent = await openAgent({ baseUrl: server.baseUrl, model: 'm', apiKey: 'sk-secret' });
    server.refuse(404, () => 'The model m does not exist for key sk-secret');
    const said = await createConversation(agent, plan).say(question);
    expect(said.trace).toMatchObject({ fallback: 'llm_error', refusal: 'The model m does not exist for key …' });
  });
});

const call = (fields: object): Step => ({ do: 'delta', delta: { tool_calls: [fields] } });
const written = (args: unknown, fields: object = {}): Step =>
  call({ ...fields, type: 'function', function: { name: 'check_slot', arguments: args } });
const finish: Step = { do: 'finish' };
const ended = (reason: string): Step => ({
  do: 'raw',
  lines: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '' }, finish_reason: reason }] })}\n\n`,
});
const tuesday = '{"day": "Tuesday"}';
const friday = '{"day": "Friday"}';
const days = (said: Awaited<ReturnType<ReturnType<typeof createConversation>['say']>>): readonly unknown[] =>
  said.actions.map((action) => action.kind === 'tool' && action.arguments.day);

describe('tool calls', () => {
  const forms: readonly (readonly [name: string, steps: readonly Step[], days: readonly string[]])[] = [
    [
      'that share index 0',
      [written(tuesday, { index: 0, id: 'a' }), written(friday, { index: 0, id: 'b' })],
      ['Tuesday', 'Friday'],
    ],
    ['without an index', [written(tuesday, { id: 'a' }), written(friday, { id: 'b' })], ['Tuesday', 'Friday']],
    ['without index and id', [written(tuesday), written(friday)], ['Tuesday', 'Friday']],
    ['with index null', [written(tuesday, { index: null, id: 'a' })], ['Tuesday']],
    ['with arguments as an object', [written({ day: 'Tuesday' }, { index: 0, id: 'a' })], ['Tuesday']],
    [
      'in single characters',
      [written('', { index: 0, id: 'a' }), ...[...tuesday].map((c) => call({ index: 0, function: { arguments: c } }))],
      ['Tuesday'],
    ],
    [
      'that repeat id and name in every piece',
      [written(tuesday.slice(0, 6), { index: 0, id: 'a' }), written(tuesday.slice(6), { index: 0, id: 'a' })],
      ['Tuesday'],
    ],
    [
      'that are the same twice',
      [written(tuesday, { index: 0, id: 'a' }), written(tuesday, { index: 1, id: 'b' })],
      ['Tuesday'],
    ],
    ['as [TOOL_CALLS]', says(`[TOOL_CALLS][{"name": "check_slot", "arguments": ${tuesday}}]`), ['Tuesday']],
    ['as [TOOL_CALLS] with [ARGS]', says('[TOOL_', `CALLS]check_slot[ARGS]${tuesday}`), ['Tuesday']],
    ['as <function=>', says('Let me check. <func', `tion=check_slot>${tuesday}</function>`), ['Tuesday']],
    [
      'as <function=> with parameters',
      says('<tool_call>\n<function=check_slot>\n<parameter=day>\nTuesday\n</parameter>\n</function>\n</tool_call>'),
      ['Tuesday'],
    ],
    ['as <tool_call>', says(`<tool_call>{"name": "check_slot", "arguments": ${tuesday}}</tool_call>`), ['Tuesday']],
    ['as <tools>', says('<too', `ls>\n{"name": "check_slot", "arguments": ${tuesday}}\n</tools>`), ['Tuesday']],
    [
      'in a list of <function_calls>',
      says(`One moment. <function_calls>[{"name": "check_slot", "arguments": ${tuesday}}]</function_calls>`),
      ['Tuesday'],
    ],
    [
      'in a fence',
      says('One moment.\n```json\n', `{"name": "check_slot", "parameters": ${tuesday}}\n\`\`\``),
      ['Tuesday'],
    ],
    ['as bare JSON', says(`{"name": "check_slot", "arguments": ${tuesday}}`), ['Tuesday']],
    [
      'as JSON behind a sentence',
      says(`Sure, one moment please. {"function": {"name": "check_slot", "arguments": ${tuesday}}}`),
      ['Tuesday'],
    ],
    [
      'as gpt-oss writes them',
      says(`<|channel|>commentary to=functions.check_slot <|constrain|>json<|message|>${tuesday}`),
      ['Tuesday'],
    ],
    [
      'as gpt-oss writes them, without its marks',
      says('assistantcommentary', ' to=functions.check_slot', ` json${tuesday}`),
      ['Tuesday'],
    ],
    [
      'as gpt-oss writes them behind its reasoning, without its marks',
      says('analysisThey want Tuesday.', 'assistantcomm', `entary to=functions.check_slot json${tuesday}`),
      ['Tuesday'],
    ],
    [
      'as JSON in the braces of a template',
      says('<{{"name": "check_slot", "arguments": {"day": "Tuesday"}}}}'),
      ['Tuesday'],
    ],
    [
      'whose name and arguments have different indexes',
      [
        written('', { index: 0, id: 'a' }),
        call({ index: 1, id: null, function: { name: null, arguments: tuesday.slice(0, 8) } }),
        call({ index: 1, function: { arguments: tuesday.slice(8) } }),
      ],
      ['Tuesday'],
    ],
    [
      'whose later pieces have an empty id and name',
      [
        written('', { index: 0, id: 'a' }),
        call({ index: 0, id: '', function: { name: '', arguments: tuesday.slice(0, 8) } }),
        call({ index: 0, id: '', function: { name: '', arguments: tuesday.slice(8) } }),
      ],
      ['Tuesday'],
    ],
    [
      'whose end is reported twice',
      [written(tuesday, { index: 0, id: 'a' }), ended('tool_calls'), ended('tool_calls')],
      ['Tuesday'],
    ],
    [
      'behind which a first end is reported too early',
      [written('', { index: 0, id: 'a' }), ended('tool_calls'), call({ index: 0, function: { arguments: tuesday } })],
      ['Tuesday'],
    ],
    [
      'between comments that keep the connection open',
      [
        { do: 'raw', lines: ': OPENROUTER PROCESSING\n\n' },
        written(tuesday.slice(0, 6), { index: 0, id: 'a' }),
        { do: 'raw', lines: ': OPENROUTER PROCESSING\n\ndata: {"choices":[]}\n\n' },
        call({ index: 0, function: { arguments: tuesday.slice(6) } }),
      ],
      ['Tuesday'],
    ],
    [
      'as several JSON objects',
      says(`[{"name": "check_slot", "arguments": ${tuesday}}, {"name": "check_slot", "arguments": ${friday}}]`),
      ['Tuesday', 'Friday'],
    ],
  ];
  it.each(forms)('%s are carried out, and never spoken', async (_, steps, expected) => {
    const { server, agent } = await setUp();
    server.play(steps.at(-1)?.do === 'finish' ? steps : [...steps, finish]);
    const said = await createConversation(agent, plan).say(question);
    expect(days(said)).toEqual(expected);
    expect(said.text).not.toMatch(/[[\]{}<>_"]|tool|function|arguments/i);
    expect(said.trace.fallback).toBeUndefined();
  });

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

describe('words', () => {
  it('that end with a call which never came are the answer', async () => {
    const { server, agent } = await setUp();
    server.play([
      { do: 'say', text: spoken },
      { do: 'finish', reason: 'tool_calls' },
    ]);
    const said = await createConversation(agent, plan).say(question);
    expect(said).toMatchObject({ text: spoken, actions: [] });
    expect(said.trace.fallback).toBeUndefined();
  });

  const disconnected = {
    code: 502,
    message: 'Provider disconnected',
    metadata: { error_type: 'provider_unavailable' },
  };
  it.each([
    ['before the first word', disconnected, '', /./],
    [
      'behind words',
      disconnected,
      'We are open from nine to five and on',
      /^We are open from nine to five and on Sorry/,
    ],
    ['as a text', 'Provider disconnected', '', /./],
  ])('of a stream that reports an error %s are followed by others', async (_, error, text, expected) => {
    const { server, agent } = await setUp();
    const chunk = { error, choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] };
    server.play([
      ...(text === '' ? [] : [{ do: 'say', text } as const]),
      written('{"day": "Tue', { index: 0, id: 'a' }),
      { do: 'raw', lines: `data: ${JSON.stringify(chunk)}\n\n` },
      { do: 'cut' },
    ]);
    const said = await createConversation(agent, plan).say(question);
    expect(said.text).toMatch(expected);
    expect(said.actions.filter(({ kind }) => kind === 'tool')).toEqual([]);
    expect(said.trace).toMatchObject({
      fallback: 'llm_error',
      refusal: expect.stringContaining('Provider disconnected'),
    });
  });

  it('that never end a sentence are spoken in pieces, and end in time', async () => {
    const { server, agent } = await setUp();
    const endless = Array.from({ length: 2000 }, (_, i) => `word${i} `);
    server.play([...endless.map((text) => ({ do: 'say', text }) as const), { do: 'hang' }]);
    const said = await createConversation(agent, plan).say(question);
    expect(said.text).toMatch(/^word0 word1 /);
    expect(said.text.length).toBeGreaterThan(600);
    expect(said.text.length).toBeLessThan(1100);
    expect(said.phrases.length).toBeGreaterThan(4);
    expect(said.trace).toMatchObject({ brain: 'openai' });
    expect(said.trace.fallback).toBeUndefined();
  });

  it('with a list of a program go on behind it', async () => {
    const { server, agent } = await setUp();
    server.play(says('We have ["9:00","10:00"] free on Tuesday. ', 'Which one suits you?'));
    const said = await createConversation(agent, plan).say(question);
    expect(said.text).toBe('We have 9:00, 10:00 free on Tuesday. Which one suits you?');
    expect(said.trace.fallback).toBeUndefined();
  });

  it('that end a sentence are spoken although nothing follows', async () => {
    const { server, agent } = await setUp();
    server.play([{ do: 'say', text: 'We are open from nine to five.' }, { do: 'hang' }]);
    expect(await firstPhrase(agent)).toBe(spoken);
  });

  it.each(['length', 'content_filter'])('that were cut by %s are apologised for', async (reason) => {
    const { server, agent } = await setUp();
    server.play([
      { do: 'say', text: 'We are open from nine to five and on Saturday we close at' },
      { do: 'finish', reason },
    ]);
    const said = await createConversation(agent, plan).say(question);
    expect(said.text).toMatch(/^We are open from nine to five and on Saturday we close at Sorry/);
    expect(said.trace.fallback).toBe('llm_cut');
  });

  it.each([
    [
      'Sure!\n### Opening hours\n- Monday: nine to five\n- Friday: nine to two',
      'Sure! Opening hours, Monday: nine to five. Friday: nine to two',
    ],
    ['We have:\n1. Cleaning\n2. Whitening', 'We have: Cleaning, Whitening'],
    ['We are open from nine\nto five.', 'We are open from nine to five.'],
    ['- Monday is quiet\n\nCome then.', 'Monday is quiet. Come then.'],
    ['We open at 9. We close at 5.', 'We open at 9. We close at 5.'],
    ['<answer>We open at nine.</answer>', 'We open at nine.'],
    ['We open at nine. </tools>', 'We open at nine.'],
    ['Prices are < 50 dollars.', 'Prices are < 50 dollars.'],
    ['Sections [A] and (B) are free.', 'Sections [A] and (B) are free.'],
  ])('with marks are spoken without them: %j', async (text, expected) => {
    const { server, agent } = await setUp();
    server.play(says(...(text.match(/[\s\S]{1,3}/g) ?? [])));
    expect((await createConversation(agent, plan).say(question)).text.replace(/\.$/, '')).toBe(
      expected.replace(/\.$/, ''),
    );
  });
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

describe('a hostile server', () => {
  it('that sends ten megabytes at once is given up', async () => {
    const { server, agent } = await setUp();
    server.play([{ do: 'say', text: 'a '.repeat(5_000_000) }, { do: 'hang' }]);
    const said = await createConversation(agent, plan).say(question);
    expect(said.trace.fallback).toMatch(/^llm_/);
  });

  it('that sends thousands of calls has eight of them carried out at most', async () => {
    const { server, agent } = await setUp();
    const many = Array.from({ length: 3000 }, (_, i) => ({
      index: i,
      id: `x${i}`,
      function: { name: 'check_slot', arguments: `{"day":"${i}"}` },
    }));
    server.play([...many.map((one): Step => call(one)), finish]);
    expect((await createConversation(agent, plan).say(question)).actions).toHaveLength(8);
  });
});

/** Returns the first phrase of a reply whose stream never ends. */
async function firstPhrase(agent: Agent): Promise<string> {
  const signal = { aborted: false };
  const request = {
    callUuid: 'f6b1d6b0-0001-4000-8000-000000000003',
    turn: 1,
    plan,
    memory: null,
    history: [],
    input: { kind: 'said', text: question, confidence: 0.9 },
    nowMs: saturdayMorningMs,
  } as const;
  for await (const event of agent.run(request, signal) as AsyncIterable<AgentEvent>)
    if (event.type === 'phrase') {
      signal.aborted = true;
      return event.text;
    }
  return '';
}
