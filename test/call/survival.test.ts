import { expect, test } from 'vitest';
import type { AgentEvent } from '../../media/line/agent.ts';
import { openScriptedCall, type ScriptedCall, say, script } from './scripted-call.ts';

const tool: AgentEvent = { type: 'action', action: { kind: 'tool', name: 'book', arguments: {} } };
const greetThen = (reply: readonly AgentEvent[]) => (request: { input: { kind: string } }) =>
  script(request.input.kind === 'opening' ? say('Hello.') : reply);
const speakTurn = async (call: ScriptedCall, waitMs = 4000): Promise<void> => {
  await call.pass(500, 'speaking');
  await call.pass(waitMs);
};

test('a cough silences a reply, which resumes where it stopped', async () => {
  const greeting = 'one two three four five six seven eight nine ten';
  const call = await openScriptedCall({
    brain: (request) => script([{ type: 'memory', memory: { turn: request.turn } }, ...say(greeting, 'eleven twelve')]),
    words: ['', 'yes'],
  });
  await call.pass(1200);
  await call.pass(300, 'speaking');
  expect(call.sent.some((command) => command.type === 'clear')).toBe(true);
  await call.pass(5000);
  expect(call.lines()).toEqual([`agent: ${greeting} eleven twelve`]);
  expect(call.requests.length).toBe(1);
  const line = call.events.find((event) => event.type === 'line');
  expect(line?.type === 'line' && line.line.interrupted).toBeFalsy();
  await speakTurn(call, 500);
  await call.hangUp();
  expect(call.requests.at(-1)).toMatchObject({
    memory: { turn: 0 },
    history: [{ speaker: 'agent', text: `${greeting} eleven twelve` }],
  });
});

test('words after a cough come later on the clock, each once', async () => {
  const call = await openScriptedCall({ brain: () => script(say('one two three four five six')), words: ['', ''] });
  await call.pass(700);
  await call.pass(200, 'speaking');
  await call.pass(1000);
  await call.pass(200, 'speaking');
  await call.pass(4000);
  await call.hangUp();
  const line = call.events.find((event) => event.type === 'line');
  const words = line?.type === 'line' ? line.line.words : [];
  expect(words.map((word) => word.text).join(' ')).toBe('one two three four five six');
  const starts = words.map((word) => word.startMs);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect(words.every((word) => word.heard?.endsWith('yes'))).toBe(true);
  expect(call.sent.filter((command) => command.type === 'state').at(-1)).toMatchObject({ state: 'listening' });
});

test('a cough while the agent thinks costs nothing of the reply', async () => {
  let release = (): void => {};
  const ready = new Promise<void>((resolve) => {
    release = resolve;
  });
  const call = await openScriptedCall({
    words: ['book it', ''],
    brain: async function* (request) {
      if (request.input.kind === 'opening') return yield* say('Hello.');
      await ready;
      yield* say('It is booked.');
      yield tool;
    },
  });
  await call.pass(1000);
  await speakTurn(call, 800);
  await call.pass(300, 'speaking');
  release();
  await call.pass(4000);
  await call.hangUp();
  expect(call.lines().slice(1)).toContain('agent: It is booked.');
  expect(call.lines().filter((line) => line.startsWith('customer'))).toEqual(['customer: book it']);
  expect(call.events).toContainEqual(expect.objectContaining({ type: 'action', action: tool.action }));
});

test('the interrupt button ends the reply permanently', async () => {
  const call = await openScriptedCall({ brain: () => script(say('one two three four five six seven eight')) });
  await call.pass(1000);
  await call.receive({ type: 'interrupt' });
  await call.pass(3000);
  await call.hangUp();
  expect(call.lines()).toHaveLength(1);
  expect(call.lines()[0]).not.toContain('six');
});

test('a caller who answers before the acknowledgement has heard everything, and decisions are carried out', async () => {
  const call = await openScriptedCall({
    deaf: true,
    words: ['go on', 'thanks'],
    brain: greetThen([...say('Booking it now.'), tool]),
    ports: { tools: { run: () => new Promise(() => {}) } },
  });
  await call.pass(1500);
  await speakTurn(call, 1600);
  await call.pass(600, 'speaking');
  await call.pass(500);
  await call.hangUp();
  expect(call.lines().slice(0, 4)).toEqual([
    'agent: Hello.',
    'customer: go on',
    'agent: Booking it now.',
    'customer: thanks',
  ]);
  expect(call.events.filter((event) => event.type === 'barge_in')).toEqual([]);
  expect(call.events.filter((event) => event.type === 'action').length).toBeGreaterThan(0);
});

test('a tool’s result waits until nobody speaks, and is spoken', async () => {
  let finish = (_: { ok: boolean; result: string }): void => {};
  const call = await openScriptedCall({
    words: ['book it', 'are you there'],
    brain: (request) => {
      if (request.input.kind === 'tool_result') return script(say(`Result ${request.input.result}.`));
      if (request.input.kind === 'said' && request.input.text === 'book it') return script([...say('Looking.'), tool]);
      return script(say('one two three four five six'));
    },
    ports: {
      tools: {
        run: () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
      },
    },
  });
  await call.pass(3000);
  await speakTurn(call, 2000);
  await call.pass(400, 'speaking');
  finish({ ok: true, result: 'done' });
  await call.pass(6000);
  await call.hangUp();
  expect(call.lines().slice(1)).toEqual([
    'customer: book it',
    'agent: Looking.',
    'customer: are you there',
    'agent: one two three four five six',
    'agent: Result done.',
  ]);
});

test('a result that the caller talked over is spoken again', async () => {
  const call = await openScriptedCall({
    words: ['book it', 'hello'],
    brain: async function* (request) {
      if (request.input.kind === 'tool_result') {
        if (call.requests.filter((one) => one.input.kind === 'tool_result').length === 1)
          await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
        return yield* say('Result.');
      }
      yield* say(request.input.kind === 'opening' ? 'Hello.' : 'Yes.');
      if (request.input.kind === 'said' && request.input.text === 'book it') yield tool;
    },
  });
  await call.pass(1500);
  await speakTurn(call, 1200);
  await speakTurn(call, 4000);
  await call.hangUp();
  expect(call.lines().slice(1)).toEqual([
    'customer: book it',
    'agent: Yes.',
    'customer: hello',
    'agent: Yes.',
    'agent: Result.',
  ]);
});

test('everything said to an uninterruptible agent is answered in one reply', async () => {
  const call = await openScriptedCall({
    brain: (request) => script(say(request.input.kind === 'opening' ? Array(14).fill('recorded').join(' ') : 'Yes.')),
    words: ['hello', 'can you hear me'],
    plan: { turn: { allowInterruptions: false } },
  });
  await call.pass(300);
  await speakTurn(call, 1000);
  await speakTurn(call, 5000);
  await call.hangUp();
  expect(call.requests.at(-1)?.input).toMatchObject({ text: 'hello can you hear me' });
  expect(call.lines().at(-1)).toBe('agent: Yes.');
});

test('the other decisions of a goodbye are carried out', async () => {
  const ran: string[] = [];
  const call = await openScriptedCall({
    words: ['bye'],
    brain: greetThen([...say('Bye.'), tool, { type: 'action', action: { kind: 'end', reason: 'agent_goodbye' } }]),
    ports: {
      tools: {
        run: async (_uuid, name) => {
          ran.push(name);
          return { ok: true, result: '' };
        },
      },
    },
  });
  await call.pass(1000);
  await speakTurn(call);
  await call.call.over;
  expect(ran).toEqual(['book']);
  expect(call.events.at(-1)).toMatchObject({ reason: 'agent_goodbye' });
});

test('unanswered words are not forgotten because of a key', async () => {
  const call = await openScriptedCall({
    words: ['forty two please'],
    brain: async function* (request) {
      if (request.input.kind === 'said') await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
      yield* say(request.input.kind === 'dtmf' ? 'Thanks.' : 'Hello.');
    },
  });
  await call.pass(1000);
  await speakTurn(call, 900);
  for (const digit of '42#') await call.receive({ type: 'dtmf', digit });
  await call.pass(1500);
  await call.hangUp();
  expect(call.requests.at(-1)?.history).toContainEqual({ speaker: 'caller', text: 'forty two please' });
  expect(call.lines().at(-1)).toBe('agent: Thanks.');
});
