import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmbeddedAgent } from '../../media/agent/embedded/agent.ts';
import { createModelAgent } from '../../media/agent/openai/agent.ts';
import { builtInTools, withoutBuiltInTools } from '../../media/agent/openai/built-in/registry.ts';
import type { BuiltInTool } from '../../media/agent/openai/built-in/tool.ts';
import type { AgentAction, AgentEvent, AgentPlan } from '../../media/line/agent.ts';
import { createConversation } from './caller.ts';
import { examplePlan } from './dental.ts';
import { type ModelServer, openModelServer } from './model-server.ts';
import { openAgent } from './open-agent.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await openModelServer();
});
afterAll(() => server.close());

/** Adds numbers, which models do badly. */
const sum: BuiltInTool = {
  name: 'add_numbers',
  description: 'Adds numbers.',
  parameters: () => ({ type: 'object', properties: { numbers: { type: 'array' } }, required: ['numbers'] }),
  instruction: () => 'Use add_numbers for every sum.',
  carryOut: ({ args: { numbers } }) =>
    Array.isArray(numbers)
      ? { answer: String(numbers.reduce((total: number, each) => total + Number(each), 0)) }
      : { refusal: 'numbers is a list.' },
};

test('a built-in tool that answers is offered, explained, and its answer reaches the model in the same reply', async () => {
  const embedded = { answer: () => expect.fail('the embedded agent was asked') } as unknown as EmbeddedAgent;
  const agent = createModelAgent(
    { baseUrl: server.baseUrl, model: 'm', firstTokenTimeoutMs: 120_000, totalTimeoutMs: 120_000 },
    { embedded, knowledge: { passages: async () => [] } as never, builtIn: [...builtInTools, sum] },
  );
  server.play(
    [{ do: 'call', id: 'c1', name: 'add_numbers', arguments: '{"numbers":[40,2.5]}' }, { do: 'finish' }],
    [{ do: 'say', text: 'That is 42.50 in all.' }, { do: 'finish' }],
  );
  const events: AgentEvent[] = [];
  const request = {
    callUuid: 'c',
    turn: 1,
    plan: { ...examplePlan('dental-receptionist'), knowledge: [] },
    memory: null,
    history: [],
    input: { kind: 'said', text: 'what is that together', confidence: 1 },
    nowMs: 0,
  } as const;
  for await (const event of agent.reply(request, new AbortController().signal)) events.push(event);
  const [first, second] = server.asked.slice(-2);
  expect(first?.body.tools.map((tool) => tool.function.name)).toContain('add_numbers');
  expect(JSON.stringify(first?.body.messages[0])).toContain('Use add_numbers for every sum.');
  expect(second?.body.messages.find(({ role }) => role === 'tool')?.content).toContain('\n42.5\n');
  expect(events.filter(({ type }) => type === 'action')).toEqual([]);
  expect(events.flatMap((event) => (event.type === 'phrase' ? [event.text] : [])).join(' ')).toContain('42.50');
});

const kindsOf = (actions: readonly AgentAction[]) => actions.map(({ kind }) => kind);

test('a built-in tool that is off is neither offered nor carried out, and its name is free', async () => {
  const embedded = { answer: () => expect.fail('the embedded agent was asked') } as unknown as EmbeddedAgent;
  const agent = createModelAgent(
    { baseUrl: server.baseUrl, model: 'm', firstTokenTimeoutMs: 120_000, totalTimeoutMs: 120_000 },
    { embedded, knowledge: { passages: async () => [] } as never },
  );
  const plan: AgentPlan = {
    ...examplePlan('dental-receptionist'),
    knowledge: [],
    tools: [{ name: 'send_dtmf', description: 'Types into our own system.', parameters: { type: 'object' } }],
  };
  const conversation = createConversation(
    { run: (request, signal) => agent.reply(request, signal) },
    withoutBuiltInTools(plan, ['end_call', 'transfer_call', 'send_dtmf']),
  );
  server.play(
    [
      { do: 'call', id: 'c1', name: 'end_call', arguments: '{"reason":"caller_goodbye"}' },
      { do: 'call', id: 'c2', name: 'transfer_call', arguments: '{"target":"reception","brief":"Hi."}' },
      { do: 'finish' },
    ],
    [{ do: 'say', text: 'I stay on the line.' }, { do: 'finish' }],
    [{ do: 'call', id: 'c3', name: 'send_dtmf', arguments: '{"digits":"1"}' }, { do: 'finish' }],
  );
  const first = await conversation.say('goodbye then');
  const second = await conversation.say('type one for me');
  const asked = server.asked.slice(-3);
  expect(asked.map(({ body }) => body.tools.map((tool) => tool.function.name))).toEqual(
    Array.from(asked, () => ['send_dtmf']),
  );
  expect(JSON.stringify(asked[0]?.body.messages[0])).toContain('take a message with name and number');
  expect(JSON.stringify(asked[0]?.body.messages[0])).not.toContain('call end_call');
  const refusals = asked[1]?.body.messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  expect(refusals).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('there is no tool with this name')));
  expect(first.text).toContain('I stay on the line.');
  expect(first.actions).toEqual([]);
  expect(second.actions).toMatchObject([{ kind: 'tool', name: 'send_dtmf' }]);
});

test('the embedded agent does without tools that are off, but ends a call that nobody may continue', async () => {
  const agent = await openAgent();
  const full: AgentPlan = { ...examplePlan('dental-receptionist'), transferTargets: ['reception'] };
  const reduced = withoutBuiltInTools(full, ['end_call', 'transfer_call']);
  const answers = async (plan: AgentPlan, text: string) => {
    const conversation = createConversation(agent, plan);
    await conversation.give({ kind: 'opening' });
    const { text: spoken, actions } = await conversation.say(text);
    return { spoken, kinds: kindsOf(actions) };
  };
  expect((await answers(full, 'goodbye')).kinds).toEqual(['end']);
  expect(await answers(reduced, 'goodbye')).toEqual({ spoken: full.goodbye, kinds: [] });
  expect((await answers(full, 'can i talk to a real person please')).kinds).toEqual(['transfer']);
  const person = await answers(reduced, 'can i talk to a real person please');
  expect(person.kinds).toEqual([]);
  expect(person.spoken).toMatch(/message|name/i);
  expect((await answers(reduced, 'do not call me again')).kinds).toEqual(['end']);
});
