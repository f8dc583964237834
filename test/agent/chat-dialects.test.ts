import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createConversation } from './caller.ts';
import {
  answer,
  call,
  finish,
  firstPhrase,
  greeted,
  plan,
  question,
  rolesOf,
  setUp,
  spoken,
  tuesday,
  written,
} from './chat.ts';
import { openModelServer, type Refuse, type Step, says } from './model-server.ts';
import { openAgent } from './open-agent.ts';

beforeAll(async () => {
  // Loads the models of the fallback once.
  await openAgent();
});

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
  [
    'Kimi, which allows one temperature',
    400,
    (body) => ('temperature' in body ? 'invalid temperature: only 1 is allowed for this model' : undefined),
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

  it.each([
    [
      'null beside calls, as Ollama',
      (content: string | null) => (content === null ? 'invalid message content type: <nil>' : undefined),
      'suat',
    ],
    [
      'calls without words, as a gateway to Amazon',
      (content: string | null) =>
        (content ?? '') === '' ? 'messages: text content blocks must be non-empty' : undefined,
      'suu',
    ],
  ] as const)('that refuses %s gets the result of a look-up all the same', async (_, sentenceOf, roles) => {
    const { server, agent } = await setUp();
    server.play([written(tuesday, { id: 'a' }), finish], answer);
    server.refuse(400, ({ messages }) => {
      const calling = messages.find(({ tool_calls: calls }) => calls !== undefined);
      return calling === undefined ? undefined : sentenceOf(calling.content);
    });
    const call = createConversation(agent, plan);
    await call.say(question);
    const told = await call.give({ kind: 'tool_result', id: 'a', name: 'check_slot', ok: true, result: '15:00' });
    expect(told).toMatchObject({ text: spoken, trace: { brain: 'openai' } });
    expect(rolesOf(server.asked.at(-1)?.body.messages ?? [])).toBe(roles);
    expect(server.asked.at(-1)?.body.tools).toBeDefined();
  });

  it('that refuses calls in a request without tools answers after the last round', async () => {
    const { server, agent } = await setUp();
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'];
    server.play(...days.map((day) => [written(JSON.stringify({ day }), { id: day }), finish]), answer);
    server.refuse(400, ({ tools, messages }) =>
      tools === undefined && messages.some(({ role }) => role === 'tool')
        ? 'The toolConfig field must be defined when using toolUse and toolResult content blocks.'
        : undefined,
    );
    const call = createConversation(agent, plan);
    let said = await call.say(question);
    for (const id of days)
      said = await call.give({ kind: 'tool_result', id, name: 'check_slot', ok: true, result: `${id}: full` });
    expect(said).toMatchObject({ text: spoken, trace: { brain: 'openai' } });
    expect(said.trace.fallback).toBeUndefined();
    expect(JSON.stringify(server.asked.at(-1)?.body.messages)).toContain('Monday: full');
  });

  it('that sends nothing at all is asked once more', async () => {
    const { server, agent } = await setUp();
    const nothing: readonly Step[] = [{ do: 'finish', reason: 'function_call_filter: MALFORMED_FUNCTION_CALL' }];
    server.play(nothing, answer, nothing);
    const call = createConversation(agent, plan);
    expect(await call.say(question)).toMatchObject({ text: spoken, trace: { brain: 'openai' } });
    expect((await call.say(question)).trace.fallback).toBe('llm_garbage');
    expect(server.asked.map(({ body }) => body.tools !== undefined)).toEqual([true, true, true, true]);
  });

  it('that filters the words of the caller is asked once, in the same form', async () => {
    const { server, agent } = await setUp();
    const sentence = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.";
    server.refuse(400, () => sentence);
    const said = await createConversation(agent, plan).say(question);
    expect(said.trace).toMatchObject({ fallback: 'llm_error', refusal: sentence });
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

  it('in Chinese that break off are spoken as far as they came', async () => {
    const { server, agent } = await setUp();
    server.play([{ do: 'say', text: '您好。我们早上九点开门。星期六我们在十点开门' }, { do: 'cut' }]);
    const said = await createConversation(agent, plan).say(question);
    expect(said.phrases.slice(0, 2)).toEqual(['您好。我们早上九点开门。', '星期六我们在十点开门']);
    expect(said.trace.fallback).toBe('llm_error');
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
