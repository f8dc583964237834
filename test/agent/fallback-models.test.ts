import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { AgentEvent, LlmConfig } from '../../media/line/agent.ts';
import { saturdayMorningMs } from './caller.ts';
import { examplePlan } from './dental.ts';
import { openModelServer, type Step, says } from './model-server.ts';
import { openAgent } from './open-agent.ts';

const plan = { ...examplePlan('dental-receptionist'), knowledge: [] };
const usage = (prompt: number, completion: number): Step => ({
  do: 'json',
  body: {
    choices: [{ message: { content: 'We are open from nine to five.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: prompt, completion_tokens: completion },
  },
});

beforeAll(async () => {
  await openAgent();
});

async function setUp() {
  const [first, second] = [await openModelServer(), await openModelServer()];
  onTestFinished(async () => {
    await first.close();
    await second.close();
  });
  const fallback: LlmConfig = {
    baseUrl: second.baseUrl,
    model: 'b',
    connection: { uuid: 'b-uuid', name: 'Spare' },
  };
  const agent = await openAgent({
    baseUrl: first.baseUrl,
    model: 'a',
    connection: { uuid: 'a-uuid', name: 'Main' },
    fallback,
  });
  return { first, second, agent };
}

async function answerOf(agent: Awaited<ReturnType<typeof openAgent>>) {
  const said: string[] = [];
  let trace: Extract<AgentEvent, { type: 'trace' }>['trace'] | undefined;
  const request = {
    callUuid: 'call-1',
    turn: 2,
    plan,
    memory: null,
    history: [{ speaker: 'agent', text: plan.greeting }] as const,
    input: { kind: 'said', text: 'What are your opening hours?', confidence: 1 } as const,
    nowMs: saturdayMorningMs,
  };
  for await (const event of agent.run(request, { aborted: false })) {
    if (event.type === 'phrase') said.push(event.text);
    if (event.type === 'trace') trace = event.trace;
  }
  return { said: said.join(' '), trace };
}

it('counts the tokens that a server reports', async () => {
  const { first, agent } = await setUp();
  first.play([usage(120, 9)]);
  const { said, trace } = await answerOf(agent);
  expect(said).toBe('We are open from nine to five.');
  expect(trace).toEqual({
    brain: 'openai',
    models: [{ connection: 'a-uuid', name: 'Main', requests: 1, reported: 1, promptTokens: 120, completionTokens: 9 }],
  });
});

it('does not count tokens that no reply can have: their sums would not be exact', async () => {
  const { first, agent } = await setUp();
  first.play([usage(Number.MAX_SAFE_INTEGER, 9)]);
  const { trace } = await answerOf(agent);
  expect(trace?.models).toMatchObject([{ requests: 1, reported: 0, promptTokens: 0, completionTokens: 0 }]);
});

it('lets the fallback answer when the model of the agent refuses, and says why', async () => {
  const { first, second, agent } = await setUp();
  first.play([{ do: 'fail', status: 404, body: '{"error":{"message":"The model `a` does not exist"}}' }]);
  second.play([usage(80, 9)]);
  const { said, trace } = await answerOf(agent);
  expect(said).toBe('We are open from nine to five.');
  expect(second.asked[0]?.body.model).toBe('b');
  expect(trace).toMatchObject({
    brain: 'openai',
    fallback: 'llm_error',
    refusal: 'The model `a` does not exist',
    models: [
      { name: 'Main', failure: 'llm_error', refusal: 'The model `a` does not exist', reported: 0 },
      { name: 'Spare', promptTokens: 80, completionTokens: 9 },
    ],
  });
});

it('lets the embedded agent answer when both fail', async () => {
  const { first, second, agent } = await setUp();
  const failing: readonly Step[] = [{ do: 'fail', status: 404, body: '{"error":"gone"}' }];
  first.play(failing);
  second.play(failing);
  const { said, trace } = await answerOf(agent);
  expect(said).not.toBe('');
  expect(trace).toMatchObject({ brain: 'embedded', fallback: 'llm_error', refusal: 'gone' });
  expect(trace?.models?.map(({ name, failure }) => [name, failure])).toEqual([
    ['Main', 'llm_error'],
    ['Spare', 'llm_error'],
  ]);
});

it('does not report tokens that a server does not, and learns that it refuses the request for them', async () => {
  const { first, agent } = await setUp();
  first.refuse(400, (body) => ('stream_options' in body ? 'unknown field stream_options' : undefined));
  first.play(says('We are open.'));
  const { said, trace } = await answerOf(agent);
  expect(said).toBe('We are open.');
  expect(trace?.models?.[0]).toMatchObject({ requests: 1, reported: 0, learned: { usage: false, tools: true } });
});
