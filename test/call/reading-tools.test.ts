import { expect, test } from 'vitest';
import type { AgentAction, AgentEvent } from '../../media/line/agent.ts';
import { agentPlan, openScriptedCall, say, script } from './scripted-call.ts';

const parameters = { type: 'object' };
const tools = [
  { name: 'find_slot', description: '', parameters, effect: 'read' as const },
  { name: 'book_slot', description: '', parameters },
];
const brain = { ...agentPlan, tools };

const action = (name: string, id: string): AgentEvent => ({
  type: 'action',
  action: { kind: 'tool', id, name, arguments: {} } satisfies AgentAction,
});
const memory = (step: number): AgentEvent => ({ type: 'memory', memory: { step } });

/** Opens a call that greets, then calls this tool when the caller has spoken, and reports the result. */
async function toolCall(name: string, announcement = say('One moment while I have a look at that.')) {
  const runs: { name: string; request: unknown }[] = [];
  let finish = (_: string): void => {};
  const scripted = await openScriptedCall({
    words: ['Is Friday free', 'Hello', 'Are you there'],
    plan: { brain },
    ports: {
      tools: {
        run: (_session, tool, _args, request) => {
          runs.push({ name: tool, request });
          return new Promise((resolve) => {
            finish = (result) => resolve({ ok: true, result });
          });
        },
      },
    },
    brain({ input, turn }) {
      if (input.kind === 'opening') return script(say('Hello.'));
      if (input.kind === 'tool_result') return script(say(`It says ${input.result}.`));
      if (turn > 1) return script([...say('Yes.'), memory(2)]);
      return script([memory(1), ...announcement, action(name, 'first')]);
    },
  });
  await scripted.pass(2000);
  await scripted.pass(800, 'speaking');
  return { ...scripted, runs, finish: (result: string) => finish(result) };
}

test('a tool that reads starts with its announcement, and its result is reported once that has been spoken', async () => {
  const call = await toolCall('find_slot');
  await call.pass(700);
  expect(call.runs).toEqual([{ name: 'find_slot', request: { turn: 1, id: 'first' } }]);
  call.finish('free');
  await call.pass(1000);
  expect(call.lines()).not.toContain('agent: It says free.');
  await call.pass(6000);
  expect(call.lines()).toContain('agent: It says free.');
  expect(call.runs).toHaveLength(1);
  await call.hangUp();
});

test('a tool that writes starts once its announcement has been spoken', async () => {
  const call = await toolCall('book_slot');
  await call.pass(1500);
  expect(call.runs).toEqual([]);
  await call.pass(2500);
  expect(call.runs).toHaveLength(1);
  call.finish('booked');
  await call.pass(3000);
  expect(call.lines()).toContain('agent: It says booked.');
  await call.hangUp();
});

test('an interruption of the announcement does not stop a tool that reads, and stops one that writes', async () => {
  const [reading, writing] = await Promise.all([toolCall('find_slot'), toolCall('book_slot')]);
  for (const call of [reading, writing]) {
    await call.pass(1200);
    await call.pass(1200, 'speaking');
    await call.pass(1500);
  }
  expect(reading.runs).toHaveLength(1);
  reading.finish('free');
  await reading.pass(3000);
  expect(reading.lines()).toContain('agent: It says free.');
  expect(reading.requests.find(({ turn }) => turn === 2)).toMatchObject({
    memory: { step: 1 },
    interruptedTurn: 1,
    begunActions: ['first'],
  });
  await writing.pass(4000);
  expect(writing.runs).toEqual([]);
  expect(writing.requests.find(({ turn }) => turn === 2)).not.toHaveProperty('begunActions');
  await Promise.all([reading.hangUp(), writing.hangUp()]);
});

test('a caller who waits hears after three seconds that it takes longer, and then every six', async () => {
  const call = await toolCall('find_slot', say('Sure.'));
  const progress = (): number => call.lines().filter((line) => /still looking|takes a little longer/.test(line)).length;
  await call.pass(2500);
  expect(progress()).toBe(0);
  await call.pass(3500);
  expect(progress()).toBe(1);
  await call.pass(8000);
  expect(progress()).toBe(2);
  expect(call.lines().filter((line) => /still there/.test(line))).toEqual([]);
  call.finish('free');
  await call.pass(4000);
  expect(call.lines()).toContain('agent: It says free.');
  const after = progress();
  await call.pass(7000);
  expect(progress()).toBe(after);
  await call.hangUp();
});

test('a look-up of 700 ms delays the answer by at most 300 ms of the call', async () => {
  const answeredAtMs = async (lookUpMs: number): Promise<number> => {
    const call = await toolCall('find_slot', say('One moment, please.'));
    while (call.runs.length === 0) await call.pass(20);
    await call.pass(lookUpMs);
    call.finish('free');
    await call.pass(6000);
    await call.hangUp();
    const lines = call.events.flatMap((event) => (event.type === 'line' ? [event.line] : []));
    return lines.find(({ text }) => text === 'It says free.')?.startMs ?? Number.POSITIVE_INFINITY;
  };
  const [atOnce, later] = [await answeredAtMs(0), await answeredAtMs(700)];
  expect(later - atOnce).toBeLessThanOrEqual(300);
});
