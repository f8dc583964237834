import { afterEach, expect, test } from 'vitest';
import { holdConversation } from '../../media/emulator/conversation.ts';
import { placeCall } from '../../media/emulator/far-end.ts';
import type { Clip } from '../../media/line/audio.ts';
import { openToyAgent, type ToyAgent, type ToyAgentOptions } from './toy-agent.ts';

const rateHz = 8000;
/** Loud stretches and silences by turns. */
const speech = (...partsMs: number[]): Clip => ({
  rateHz,
  samples: Float32Array.from(
    partsMs.flatMap((ms, part) =>
      Array.from({ length: (ms * rateHz) / 1000 }, (_, i) => (part % 2 === 0 ? 0.3 * Math.sin(0.9 * i) : 0)),
    ),
  ),
});

const agents: ToyAgent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
});
const call = async (options: ToyAgentOptions) => {
  const agent = await openToyAgent(options);
  agents.push(agent);
  return placeCall({ dialect: 'telephony_a', url: agent.streamUrl });
};
const quick = { agentQuietMs: 150, patienceMs: 3_000 };

test('each line waits for the agent to finish; latency starts at the true end of speech', async () => {
  const run = await call({ patienceMs: 200 });
  const report = await holdConversation(
    run,
    [
      { say: speech(300, 100), when: 'agent_done', label: 'one' },
      { say: speech(300), when: 'agent_done', label: 'two' },
    ],
    quick,
  );
  expect(report.completed).toBe(true);
  expect(report.ending.by).toBe('caller');
  expect(report.greetingMs).toBeGreaterThanOrEqual(0);
  expect(report.record.playout.audible).toHaveLength(3);
  expect(report.lines.map((line) => line.waitTimedOut)).toEqual([false, false]);
  for (const turn of report.turns) {
    expect(turn).toMatchObject({ kind: 'turn', cutIn: false, collision: false, bargeIn: undefined });
    // The agent answers when it has heard 200 ms of silence, wherever the clip itself ends.
    expect(turn.latencyMs).toBeGreaterThanOrEqual(190);
  }
  const { caller, agent } = report.record;
  expect(caller.length).toBe(agent.length);
});

test('a barge-in starts over the agent, which stops', async () => {
  const run = await call({ replyMs: 2_000 });
  const report = await holdConversation(
    run,
    [
      { say: speech(300), when: { overAgentAfterMs: 300 }, label: 'wait' },
      { say: speech(300), when: { afterMs: 1_000 }, label: 'again' },
    ],
    quick,
  );
  const [bargeIn] = report.turns;
  expect(bargeIn?.bargeIn).toMatchObject({ outcome: 'stopped' });
  expect(bargeIn?.bargeIn?.stopMs).toBeGreaterThan(0);
  expect(bargeIn?.bargeIn?.clearMs).toBeGreaterThan(0);
  expect(bargeIn?.latencyMs).toBeGreaterThanOrEqual(190);
  expect(report.record.playout.clearsMs.length).toBeGreaterThanOrEqual(1);
});

test('an agent that does not listen while it speaks continues', async () => {
  const run = await call({ replyMs: 1_200, interruptible: false });
  const report = await holdConversation(run, [{ say: speech(300), when: { overAgentAfterMs: 100 } }], quick);
  expect(report.turns[0]?.bargeIn).toMatchObject({ outcome: 'talked_on', clearMs: undefined });
});

test('an impatient agent cuts in at a pause', async () => {
  const run = await call({ patienceMs: 100, interruptible: false });
  const report = await holdConversation(run, [{ say: speech(400, 400, 400), when: 'agent_done' }], quick);
  expect(report.turns[0]).toMatchObject({ cutIn: true, latencyMs: undefined });
});

test('a call that the agent ends leaves the remaining lines unsaid', async () => {
  const run = await call({ replies: 2 });
  const report = await holdConversation(
    run,
    [
      { say: speech(300), when: 'agent_done' },
      { say: speech(300), when: 'agent_done' },
    ],
    { ...quick, agentQuietMs: 600 },
  );
  expect(report.completed).toBe(false);
  expect(report.lines).toHaveLength(1);
  expect(report.ending).toMatchObject({ by: 'server', closeCode: 1000, reason: 'goodbye' });
});

test('a silent agent is waited for up to the limit', async () => {
  const run = await call({ replyMs: 0, replies: 99 });
  const report = await holdConversation(run, [{ say: speech(100), when: 'agent_done' }], { ...quick, patienceMs: 200 });
  expect(report.greetingMs).toBeUndefined();
  expect(report.lines[0]?.waitTimedOut).toBe(true);
  expect(report.turns[0]?.latencyMs).toBeUndefined();
});

test('a stream that does not open is a result, not an error', async () => {
  const run = placeCall({ dialect: 'telephony_a', url: 'ws://127.0.0.1:1/' });
  const report = await holdConversation(run, [{ say: speech(100), when: 'agent_done' }], quick);
  expect(report).toMatchObject({ completed: false, lines: [], turns: [], ending: { by: 'unreachable' } });
});
