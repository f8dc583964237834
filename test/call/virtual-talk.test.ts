import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { practiceCases } from '../../bench/coach/cases.ts';
import type { VirtualPracticeCall } from '../../media/call/practice/protocol.ts';
import { openPracticeModels, type PracticeModels } from '../../media/call/practice/virtual-models.ts';
import { talkVirtually } from '../../media/call/practice/virtual-talk.ts';
import { readWavChannels } from '../../media/index.ts';
import { customerPlanOf, type Snapshot } from '../../src/features/coaching/practice-runs/index.ts';
import { firstDifference } from '../first-difference.ts';
import { testModelsDir } from '../models.ts';

let models: PracticeModels;
let cases: Awaited<ReturnType<typeof practiceCases>>;
beforeAll(async () => {
  models = await openPracticeModels({ modelsDir: testModelsDir, providers: ['cpu'] });
  cases = await practiceCases('examples/dental-receptionist', async (path) => readFile(path, 'utf8'));
});
afterAll(() => models.close());

const callOf = (seed: number): VirtualPracticeCall => ({
  session: {
    kind: 'simulation',
    callUuid: `cleaning:${seed}`,
    direction: 'inbound',
    dialect: 'browser',
    from: '',
    to: '',
    flowUuid: 'flow',
    brain: cases.plan,
    voice: { speaker: 'ava' },
    turn: { allowInterruptions: true },
    limits: { maxCallSeconds: 600, silencePromptSeconds: 8, maxSilencePrompts: 2, goodbyeDrainMs: 2000 },
  },
  customer: { ...customerPlanOf(cases.snapshots[0] as Snapshot, seed), maxTurns: 5 },
  agentOpens: true,
  voice: { speaker: 'daniel' },
  line: 'noisy',
  startsAtMs: Date.parse('2026-03-02T10:00:00.000Z'),
});
const talk = (seed: number, signal = new AbortController().signal) =>
  talkVirtually(
    callOf(seed),
    { models, answers: { tool: async () => ({ ok: true, result: '' }), handOver: async () => undefined } },
    signal,
  );

test('calls in virtual time are identical to the sample for one seed, whatever else runs', async () => {
  const [one, other, next] = await Promise.all([talk(1), talk(1), talk(2)]);
  expect({ ...one, wav: [] }).toEqual({ ...other, wav: [] });
  expect(firstDifference(one.wav, other.wav)).toBe(-1);
  expect(firstDifference(next.wav, one.wav)).toBeGreaterThanOrEqual(0);
  expect(one.lines.map(({ speaker }) => speaker)).toEqual(['agent', 'customer', 'agent', 'customer', 'agent']);
  expect(one.lines[1]?.text).toContain('a cleaning');
  expect(one.lines[2]?.text).toContain('your first and last name');
  expect(one.end).toBe('max_turns');
  // On the clock of an idle machine, however long the models took here.
  expect(one.metrics.response_latency_ms?.median).toBeGreaterThan(200);
  expect(one.metrics.response_latency_ms?.max).toBeLessThan(1500);
  const [customer, agent] = readWavChannels(one.wav);
  for (const track of [customer, agent]) expect(track?.samples.length).toBeGreaterThan(16 * 8000);
});

test('a call in virtual time rejects when it is hung up', async () => {
  const hangUp = new AbortController();
  const call = talk(3, hangUp.signal);
  hangUp.abort(new Error('no longer wanted'));
  await expect(call).rejects.toThrow('no longer wanted');
});
