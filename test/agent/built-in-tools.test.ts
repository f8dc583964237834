import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmbeddedAgent } from '../../media/agent/embedded/agent.ts';
import { createModelAgent } from '../../media/agent/openai/agent.ts';
import { builtInTools } from '../../media/agent/openai/built-in/registry.ts';
import type { BuiltInTool } from '../../media/agent/openai/built-in/tool.ts';
import type { AgentEvent } from '../../media/line/agent.ts';
import { examplePlan } from './dental.ts';
import { type ModelServer, openModelServer } from './model-server.ts';

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
