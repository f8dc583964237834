import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../media/line/agent.ts';
import { createConversation, requestOf, summary } from './caller.ts';
import { examplePlan } from './dental.ts';
import { type ModelServer, openModelServer, says } from './model-server.ts';
import { type Agent, openAgent } from './open-agent.ts';

const apiKey = 'sk-very-secret-0123456789';
const plan = examplePlan('dental-receptionist');

let server: ModelServer;
let brain: Agent;
let impatient: Agent;
/** Bridges a wait as soon, and waits on. */
let bridging: Agent;
/** Waits for a first word as long as a machine may stand still, and for the next one half as long. */
let sparing: Agent;

beforeAll(async () => {
  server = await openModelServer();
  const llm = { baseUrl: server.baseUrl, apiKey, model: 'test-model' };
  brain = await openAgent(llm);
  const within = (firstTokenTimeoutMs: number, totalTimeoutMs: number) =>
    openAgent({ ...llm, firstTokenTimeoutMs, totalTimeoutMs });
  impatient = await within(40, 120);
  bridging = await within(40, 60_000);
  sparing = await within(4000, 4000);
});
afterAll(() => server.close());

const lastAsked = () => server.asked.at(-1)!;

describe('a failing model', () => {
  const hours = 'what time do you close on tuesday';

  it('that is slow is bridged by a short phrase, then heard', async () => {
    server.play([{ do: 'wait', ms: 70 }, ...says('We close at seven on Tuesday.')]);
    const said = await createConversation(bridging, plan).say(hours);
    expect(said.phrases).toHaveLength(2);
    expect(said.phrases[0]).toMatch(/moment|check/);
    expect(said.phrases[1]).toBe('We close at seven on Tuesday.');
    expect(said.trace).toMatchObject({ brain: 'openai' });
  });

  it('that never answers is replaced by the embedded brain', async () => {
    server.play([{ do: 'hang' }]);
    const said = await createConversation(impatient, plan).say(hours);
    expect(said.text).toMatch(/moment|check/);
    expect(said.text).toMatch(/7 p\.m/);
    expect(said.trace).toMatchObject({ brain: 'embedded', fallback: 'llm_timeout', intent: 'knowledge' });
    await lastAsked().dropped;
  });

  it.each([
    ['says 500', { status: 500, body: `{"error":{"message":"bad key ${apiKey}"}}` }],
    ['says 401', { status: 401, body: `{"error":{"message":"Incorrect API key provided: ${apiKey}"}}` }],
    ['says something that is no protocol', { status: 200, body: '<html>hello</html>' }],
  ])('that %s is replaced, and the key shows nowhere', async (_, { status, body }) => {
    server.play([{ do: 'fail', status, body }]);
    const call = createConversation(brain, plan);
    const said = await call.say(hours);
    expect(said.text).toMatch(/7 p\.m/);
    expect(said.trace.fallback).toMatch(/^llm_(error|garbage)$/);
    expect(JSON.stringify(said)).not.toContain(apiKey);
  });

  it('that is unreachable is replaced', async () => {
    const lost = await openAgent({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' });
    const said = await createConversation(lost, plan).say(hours);
    expect(said.text).toMatch(/7 p\.m/);
    expect(said.trace.fallback).toBe('llm_error');
  });

  it.each([
    ['nothing', ''],
    ['control tokens', '<|im_start|>assistant<|im_end|>'],
    ['data', '{"reply": "hello", "action": null}'],
    ['fenced code', '```json\n{"a":1}\n```'],
    ['one word over and over', 'hello '.repeat(40)],
    ['a phrase over and over', 'and then we '.repeat(20)],
    ['noise', '��#@~^^|||~~#@@@{{{}}}####'],
    ['only emoji', '🎉🎉🎉'],
  ])('that gives %s is replaced', async (_, text) => {
    server.play(says(text));
    const said = await createConversation(brain, plan).say(hours);
    expect(said.text).toMatch(/7 p\.m/);
    expect(said.text).not.toMatch(/[{}<>|#�]|hello hello|and then we/);
    expect(said.trace).toMatchObject({ brain: 'embedded', fallback: 'llm_garbage' });
  });

  it('that disconnects before the first phrase is replaced', async () => {
    server.play([{ do: 'say', text: 'We' }, { do: 'cut' }]);
    const said = await createConversation(brain, plan).say(hours);
    expect(said.text).toMatch(/7 p\.m/);
    expect(said.trace.fallback).toBe('llm_error');
  });

  it('that disconnects in the middle is apologised for, after everything it has said', async () => {
    server.play([{ do: 'say', text: 'We close at seven on that day. The reason is that we ' }, { do: 'cut' }]);
    const said = await createConversation(brain, plan).say(hours);
    expect(said.text).toMatch(/^We close at seven on that day\. The reason is that we Sorry, I lost my thread/);
    expect(said.trace).toMatchObject({ brain: 'openai', fallback: 'llm_error' });
  });

  it('that disconnects in the middle is apologised for in the language of the agent', async () => {
    server.play([{ do: 'say', text: 'हम सात बजे बंद करते हैं। इसका कारण यह है कि ' }, { do: 'cut' }]);
    const said = await createConversation(brain, { ...plan, languageCode: 'hi-IN' }).say(hours);
    expect(said.text).toContain('क्या आप एक बार फिर कह सकते हैं?');
    expect(said.text).not.toMatch(/[a-z]/i);
  });

  it('that stalls in the middle is aborted', async () => {
    server.play([{ do: 'say', text: 'We close at seven on that day. And ' }, { do: 'hang' }]);
    const said = await createConversation(sparing, plan).say(hours);
    expect(said.text).toMatch(/^We close at seven on that day\. Sorry/);
    expect(said.trace.fallback).toBe('llm_timeout');
  });

  it('does not lose the script that the embedded brain began', async () => {
    server.play([{ do: 'fail', status: 503, body: '{}' }]);
    const call = createConversation(brain, plan);
    await call.say("I'd like to book a cleaning");
    const next = await call.say('John Smith');
    expect(next.trace).toMatchObject({ brain: 'embedded', fallback: 'llm_error', slots: { name: 'John Smith' } });
  });
});

describe('a piece of a reply without an end', () => {
  it('is refused at its limit, and the embedded agent answers', async () => {
    server.play([{ do: 'say', text: 'word '.repeat(2_000_000) }, { do: 'hang' }]);
    const events: AgentEvent[] = [];
    for await (const event of brain.run(requestOf(plan, 'when do you open'), { aborted: false })) events.push(event);
    expect(summary(events).trace).toMatchObject({ brain: 'embedded', fallback: 'llm_error' });
    await lastAsked().dropped;
  });

  it('is garbage when it is longer than any reply', async () => {
    server.play([{ do: 'say', text: 'word and then another '.repeat(2000) }, { do: 'hang' }]);
    const events: AgentEvent[] = [];
    for await (const event of brain.run(requestOf(plan, 'when do you open'), { aborted: false })) events.push(event);
    expect(summary(events).trace).toMatchObject({ brain: 'embedded', fallback: 'llm_garbage' });
  });
});

describe('an abort', () => {
  it('before the first token closes the connection and ends quietly', async () => {
    server.play([{ do: 'hang' }]);
    const signal = { aborted: false };
    const events: AgentEvent[] = [];
    const before = server.asked.length;
    const done = (async () => {
      for await (const event of brain.run(requestOf(plan, 'hello there friend'), signal)) events.push(event);
    })();
    while (server.asked.length === before) await new Promise((resolve) => setImmediate(resolve));
    signal.aborted = true;
    await lastAsked().dropped;
    await done;
    expect(summary(events)).toMatchObject({ text: '', actions: [] });
  });

  it('by a reader that leaves also closes the connection', async () => {
    server.play([{ do: 'say', text: 'This is the first clause, and ' }, { do: 'hang' }]);
    for await (const event of brain.run(requestOf(plan, 'hello there friend'), { aborted: false })) {
      if (event.type === 'phrase') break;
    }
    await lastAsked().dropped;
    expect(server.asked.length).toBeGreaterThan(0);
  });
});
