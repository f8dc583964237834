import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWav } from '../../media/codec/wav.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { SpeechEvent, VadStep } from '../../media/line/turn.ts';
import { createGate, type Gate } from '../../media/vad/gate.ts';
import { createVoiceActivity } from '../../media/vad/silero.ts';
import { modelPath } from '../models.ts';

type Shape = readonly [probability: number, levelDbfs: number, steps?: number];

const quiet = (steps: number): Shape => [0.01, -80, steps];
const voice = (steps: number): Shape => [0.95, -18, steps];

function stepsOf(...shapes: readonly Shape[]): VadStep[] {
  const steps: VadStep[] = [];
  for (const [probability, levelDbfs, count = 1] of shapes) {
    for (let i = 0; i < count; i++) steps.push({ endMs: (steps.length + 1) * 32, probability, levelDbfs });
  }
  return steps;
}

const run = (gate: Gate, steps: readonly VadStep[]): SpeechEvent[] => steps.flatMap((step) => [...gate.step(step)]);
const judge = (...shapes: readonly Shape[]): SpeechEvent[] => run(createGate(), stepsOf(...shapes));

describe('a start', () => {
  it('is confirmed after 64 ms, with an earlier onset', () => {
    const soft: Shape = [0.95, -46, 3];
    expect(judge([0.01, -70, 10], soft)).toEqual([{ type: 'speech_started', onsetMs: 320, atMs: 384 }]);
  });

  it('includes the breath before it', () => {
    expect(judge(quiet(10), [0.2, -50, 2], voice(2))).toEqual([{ type: 'speech_started', onsetMs: 320, atMs: 416 }]);
  });

  it('is confirmed at once for a loud step with high probability', () => {
    expect(judge(quiet(10), [0.7, -40])).toEqual([{ type: 'speech_started', onsetMs: 320, atMs: 352 }]);
  });

  it('needs more than one soft or uncertain step', () => {
    expect(judge(quiet(10), [0.95, -46], quiet(5), [0.69, -18], quiet(5))).toEqual([]);
    expect(judge([0.01, -50, 60], [0.95, -26], quiet(5))).toEqual([]);
  });

  it('is not caused by loud sound without speech', () => {
    expect(judge(quiet(5), [0.05, -15, 60], quiet(5))).toEqual([]);
  });

  it('is caused by loud sound with medium probability for long enough', () => {
    expect(judge(quiet(10), [0.35, -16, 5])).toMatchObject([{ type: 'speech_started', onsetMs: 320, atMs: 416 }]);
    expect(judge(quiet(10), [0.35, -60, 9])).toEqual([]);
  });
});

describe('sound between two steps', () => {
  it('is silence until loud enough for speech on this line', () => {
    const gate = createGate();
    run(gate, stepsOf(quiet(10), voice(20), quiet(4)));
    expect([-80, -51, -49, -20].map((level) => gate.isSilence(level))).toEqual([true, true, false, false]);
    const noisy = createGate();
    run(noisy, stepsOf([0.01, -45, 60], voice(20), [0.01, -45, 4]));
    expect([-60, -45, -30].map((level) => noisy.isSilence(level))).toEqual([true, true, false]);
  });
});

describe('a pause', () => {
  it('is reported 64 ms after the level fell if the model agrees, with the time of the fall', () => {
    expect(judge(quiet(5), voice(20), quiet(3))).toMatchObject([
      { type: 'speech_started' },
      { type: 'speech_paused', endMs: 800, atMs: 864 },
    ]);
  });

  it('ends within a step at its last loud quarter', () => {
    const steps = stepsOf(quiet(5), voice(20), [0.8, -30], quiet(4)).map((step, i) =>
      i === 25 ? { ...step, quartersDbfs: [-20, -24, -75, -80] } : step,
    );
    expect(run(createGate(), steps)).toMatchObject([{}, { type: 'speech_paused', endMs: 816, atMs: 896 }]);
  });

  it('waits longer while the model detects speech', () => {
    const at = (probability: number): number | undefined =>
      judge(quiet(5), voice(20), [probability, -75, 8]).find((event) => event.type === 'speech_paused')?.atMs;
    expect([at(0.2), at(0.6), at(0.9)]).toEqual([864, 896, 928]);
  });

  it('is reported if the model is certain, though the line is loud', () => {
    const events = judge([0.02, -30, 60], [0.95, -15, 20], [0.02, -30, 10]);
    expect(events).toMatchObject([{ type: 'speech_started' }, { type: 'speech_paused', endMs: 80 * 32 }]);
  });

  it('is not caused by a stop consonant', () => {
    expect(judge(quiet(5), voice(10), [0.9, -60, 2], voice(10))).toMatchObject([{ type: 'speech_started' }]);
  });

  it('keeps the soft end of a word', () => {
    const events = judge(quiet(5), voice(20), [0.7, -38, 3], [0.4, -42, 2], quiet(4));
    expect(events).toMatchObject([{}, { type: 'speech_paused', endMs: 30 * 32 }]);
  });
});

describe('speech after a pause', () => {
  it('resumes at its first step', () => {
    expect(judge(quiet(5), voice(20), quiet(6), voice(3))).toMatchObject([
      { type: 'speech_started' },
      { type: 'speech_paused' },
      { type: 'speech_resumed', atMs: 32 * 32 },
    ]);
  });

  it('starts again with confirmation after silence', () => {
    const gate = createGate();
    expect(run(gate, stepsOf(quiet(5), voice(20), quiet(14)))).toHaveLength(2);
    expect(gate.state).toBe('quiet');
    const later = (step: VadStep): VadStep => ({ ...step, endMs: step.endMs + 39 * 32 });
    expect(run(gate, stepsOf([0.6, -18], quiet(2), [0.6, -18, 2]).map(later))).toEqual([
      { type: 'speech_started', onsetMs: 42 * 32, atMs: 44 * 32 },
    ]);
  });

  it('every start and resumption is followed by a pause, for any steps', () => {
    let seed = 5;
    const random = (): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
      return seed / 4294967296 + 0.5;
    };
    const gate = createGate();
    let speaking = false;
    let lastMs = 0;
    for (let i = 1; i < 20_000; i++) {
      const burst = Math.floor(i / 17) % 3 !== 0;
      const step = {
        endMs: i * 32,
        probability: burst ? random() : random() / 4,
        levelDbfs: burst ? -40 * random() : -70,
      };
      for (const event of gate.step(step)) {
        expect(event.type === 'speech_paused').toBe(speaking);
        speaking = !speaking;
        expect(event.atMs).toBe(step.endMs);
        if (event.type === 'speech_paused') {
          expect(event.endMs).toBeLessThan(event.atMs);
          expect(event.endMs).toBeGreaterThan(lastMs);
        }
        lastMs = event.type === 'speech_started' ? event.onsetMs : lastMs;
      }
    }
  });
});

it('reports its reasons', () => {
  const gate = createGate();
  const states = stepsOf(quiet(2), voice(3), quiet(16)).map((step) => {
    gate.step(step);
    return gate.state;
  });
  expect(states.slice(0, 6)).toEqual(['quiet', 'quiet', 'speaking', 'speaking', 'speaking', 'stopping']);
  expect(states.at(-1)).toBe('quiet');
});

const speechFolder = join(import.meta.dirname, '../../../shared/speech');

describe.skipIf(!existsSync(speechFolder))('on real speech (needs the recorded prompts)', () => {
  it.each([
    // True bounds by energy, read off the waveform: first and last 10 ms within 35 dB of the loudest.
    ['conf-now-muted.wav', 40, 1740],
    ['vm-savefolder.wav', 110, 2610],
    ['agent-pass.wav', 60, 3180],
  ])('finds both ends of %s', async (name, trueOnsetMs, trueEndMs) => {
    const session = await createOpenSession({ providers: ['cpu'] })(join(modelPath('silero-vad'), 'model.onnx'));
    const { samples } = readWav(readFileSync(join(speechFolder, name)));
    const padded = new Float32Array(samples.length + 8000);
    padded.set(samples, 4000);
    const gate = createGate();
    const events: SpeechEvent[] = [];
    const voiceActivity = createVoiceActivity(session);
    const stream = voiceActivity.open({ onStep: (step) => events.push(...gate.step(step)) });
    for (let at = 0; at < padded.length; at += 800) {
      stream.push(padded.subarray(at, at + 800));
      await voiceActivity.run();
    }
    await session.close();
    const started = events[0];
    const paused = events.at(-1);
    if (started?.type !== 'speech_started' || paused?.type !== 'speech_paused') throw new Error('no start or no end');
    expect(Math.abs(started.onsetMs - 500 - trueOnsetMs)).toBeLessThan(40);
    expect(started.atMs - 500 - trueOnsetMs).toBeLessThan(200);
    expect(Math.abs(paused.endMs - 500 - trueEndMs)).toBeLessThan(40);
    expect(paused.atMs - 500 - trueEndMs).toBeLessThan(160);
  });
});
