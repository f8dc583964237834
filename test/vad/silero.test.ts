import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readWav } from '../../media/codec/wav.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { Session, Tensor } from '../../media/line/engine.ts';
import type { VadStep } from '../../media/line/turn.ts';
import { createVoiceActivity } from '../../media/vad/silero.ts';
import { modelPath } from '../models.ts';

/** A net that answers with the last sample of its input, and counts in `state` how often it saw a stream. */
function scriptedSession(options: { onRun?: (batch: number) => void } = {}): Session {
  return {
    inputNames: ['input', 'state', 'sr'],
    outputNames: ['output', 'stateN'],
    async run(feeds) {
      const input = feeds.input as Tensor & { type: 'float32' };
      const state = feeds.state as Tensor & { type: 'float32' };
      const batch = input.dims[0] as number;
      options.onRun?.(batch);
      await Promise.resolve();
      return {
        output: {
          type: 'float32',
          dims: [batch, 1],
          data: Float32Array.from({ length: batch }, (_, row) => input.data[row * 288 + 287] as number),
        },
        stateN: { type: 'float32', dims: state.dims, data: state.data.map((x) => x + 1) },
      };
    },
    close: async () => {},
  };
}

const counting = (from: number, count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => (from + i) / 65536);

describe('the detector’s memory', () => {
  it('is reset after a second of silence, and only then', async () => {
    const seen: number[] = [];
    const session = scriptedSession();
    const vad = createVoiceActivity({
      ...session,
      run(feeds, fetches) {
        seen.push((feeds.state as Tensor & { type: 'float32' }).data[0] as number);
        return session.run(feeds, fetches);
      },
    });
    const stream = vad.open({ onStep: () => {} });
    stream.push(new Float32Array(256 * 20));
    stream.push(new Float32Array(256 * 4).fill(0.5));
    stream.push(new Float32Array(256 * 34));
    await vad.run();
    expect(seen.slice(0, 24)).toEqual(Array.from({ length: 24 }, (_, i) => i));
    expect(seen.slice(24)).toEqual([...Array.from({ length: 32 }, (_, i) => 24 + i), 0, 1]);
  });
});

describe('steps', () => {
  it('run every 256 samples, in order, for any chunks', async () => {
    const vad = createVoiceActivity(scriptedSession());
    const steps: VadStep[] = [];
    const stream = vad.open({ onStep: (step) => steps.push(step) });
    for (let at = 0; at < 1920; at += 160) {
      stream.push(counting(at, 160));
      await vad.run();
    }
    expect(steps.map((step) => step.endMs)).toEqual([32, 64, 96, 128, 160, 192, 224]);
    expect(steps.map((step) => Math.round(step.probability * 65536))).toEqual([255, 511, 767, 1023, 1279, 1535, 1791]);
  });

  it('of a delayed stream all run, together with those of other streams', async () => {
    const batches: number[] = [];
    const vad = createVoiceActivity(scriptedSession({ onRun: (batch) => batches.push(batch) }));
    const seen = Array.from({ length: 40 }, () => [] as number[]);
    const streams = seen.map((times) => vad.open({ onStep: (step) => times.push(step.endMs) }));
    for (const stream of streams) stream.push(new Float32Array(256));
    streams[0]?.push(new Float32Array(768));
    await vad.run();
    expect(seen[0]).toEqual([32, 64, 96, 128]);
    for (const times of seen.slice(1)) expect(times).toEqual([32]);
    expect(batches.reduce((sum, batch) => sum + batch, 0)).toBe(43);
    expect(Math.max(...batches)).toBe(32);
  });

  it('report the level', async () => {
    const vad = createVoiceActivity(scriptedSession());
    const levels: number[] = [];
    const stream = vad.open({ onStep: (step) => levels.push(step.levelDbfs) });
    stream.push(new Float32Array(256));
    stream.push(new Float32Array(256).fill(1));
    stream.push(Float32Array.from({ length: 256 }, (_, i) => 0.1 * Math.sin((Math.PI * i) / 8)));
    await vad.run();
    expect(levels.map((level) => Math.round(level))).toEqual([-100, 0, -23]);
  });

  it('of silence and a full buffer keep time: dropped samples are counted', async () => {
    const vad = createVoiceActivity(scriptedSession());
    const steps: VadStep[] = [];
    const stream = vad.open({ onStep: (step) => steps.push(step) });
    for (let at = 0; at < 40_000; at += 160) stream.push(counting(at, 160));
    expect(stream.droppedSamples).toBe(8000);
    await vad.run();
    expect(steps[0]?.endMs).toBe(1032);
    expect(steps.length).toBe(125);
    expect(Math.round((steps.at(-1)?.probability ?? 0) * 65536)).toBe(39_999);
  });
});

describe('a tick', () => {
  it('leaves a few steps of many streams to the next one, and never longer', async () => {
    const batches: number[] = [];
    const vad = createVoiceActivity(scriptedSession({ onRun: (batch) => batches.push(batch) }));
    const streams = Array.from({ length: 6 }, () => vad.open({ onStep: () => {} }));
    const feed = (count: number): void => {
      for (const stream of streams.slice(0, count)) stream.push(new Float32Array(256));
    };
    feed(2);
    await vad.beat();
    expect(batches).toEqual([]);
    await vad.beat();
    expect(batches).toEqual([2]);
    feed(2);
    await vad.beat();
    feed(1);
    streams[5]?.push(new Float32Array(256));
    await vad.beat();
    expect(batches).toEqual([2, 3, 1]);
    feed(3);
    await vad.beat();
    expect(batches).toEqual([2, 3, 1, 3]);
  });

  it('runs the step of a single call', async () => {
    const batches: number[] = [];
    const vad = createVoiceActivity(scriptedSession({ onRun: (batch) => batches.push(batch) }));
    vad.open({ onStep: () => {} }).push(new Float32Array(256));
    await vad.beat();
    expect(batches).toEqual([1]);
  });
});

describe('a run', () => {
  it('is never concurrent with itself, and includes streams that arrive meanwhile', async () => {
    let inside = 0;
    let most = 0;
    const session = scriptedSession();
    const vad = createVoiceActivity({
      ...session,
      async run(feeds) {
        inside += 1;
        most = Math.max(most, inside);
        const answer = await session.run(feeds);
        inside -= 1;
        return answer;
      },
    });
    const times: number[] = [];
    const stream = vad.open({ onStep: (step) => times.push(step.endMs) });
    stream.push(new Float32Array(256));
    const first = vad.run();
    stream.push(new Float32Array(256));
    const second = vad.run();
    await Promise.all([first, second]);
    expect(most).toBe(1);
    expect(times).toEqual([32, 64]);
  });

  it('reports nothing to a closed stream, even one closed during the run', async () => {
    const times: number[] = [];
    const vad = createVoiceActivity(scriptedSession({ onRun: () => stream.close() }));
    const stream = vad.open({ onStep: (step) => times.push(step.endMs) });
    stream.push(new Float32Array(512));
    await vad.run();
    stream.close();
    stream.push(new Float32Array(512));
    await vad.run();
    expect(times).toEqual([]);
  });

  it('lets one stream fail alone', async () => {
    const vad = createVoiceActivity(scriptedSession());
    const times: number[] = [];
    const bad = vad.open({
      onStep: () => {
        throw new Error('a listener broke');
      },
    });
    const good = vad.open({ onStep: (step) => times.push(step.endMs) });
    bad.push(new Float32Array(512));
    good.push(new Float32Array(512));
    await expect(vad.run()).rejects.toThrow('a listener broke');
    expect(times).toEqual([32, 64]);
    await vad.run();
  });

  it('loses nothing when the model fails once', async () => {
    let failing = true;
    const vad = createVoiceActivity(
      scriptedSession({
        onRun: () => {
          if (failing) throw new Error('the net failed');
        },
      }),
    );
    const times: number[] = [];
    const stream = vad.open({ onStep: (step) => times.push(step.endMs) });
    stream.push(new Float32Array(512));
    await expect(vad.run()).rejects.toThrow('the net failed');
    failing = false;
    await vad.run();
    expect(times).toEqual([32, 64]);
  });
});

const speechFolder = join(import.meta.dirname, '../../../shared/speech');

describe.skipIf(!existsSync(speechFolder))('the real model on real speech (needs the recorded prompts)', () => {
  const clips = ['agent-user.wav', 'vm-savefolder.wav', 'conf-unlockednow.wav'];
  let session: Session;
  beforeAll(async () => {
    session = await createOpenSession({ providers: ['cpu'] })(join(modelPath('silero-vad'), 'model.onnx'));
    return () => session.close();
  });

  const load = (name: string): Float32Array => {
    const { samples } = readWav(readFileSync(join(speechFolder, name)));
    const padded = new Float32Array(samples.length + 8000);
    padded.set(samples, 4000);
    return padded;
  };

  async function probabilities(inputs: readonly Float32Array[]): Promise<number[][]> {
    const vad = createVoiceActivity(session);
    const heard = inputs.map(() => [] as number[]);
    const streams = inputs.map((_, i) => vad.open({ onStep: (step) => heard[i]?.push(step.probability) }));
    const longest = Math.max(...inputs.map((input) => input.length));
    for (let at = 0; at < longest; at += 160) {
      inputs.forEach((input, i) => {
        streams[i]?.push(input.subarray(at, at + 160));
      });
      await vad.run();
    }
    return heard;
  }

  it('finds the speech, with the same results in a batch as alone', async () => {
    const inputs = clips.map(load);
    const together = await probabilities(inputs);
    for (const [i, input] of inputs.entries()) {
      const [alone] = await probabilities([input]);
      expect(alone?.length).toBe(Math.floor(input.length / 256));
      alone?.forEach((probability, step) => {
        expect(Math.abs(probability - (together[i]?.[step] as number))).toBeLessThan(1e-3);
      });
      expect(alone?.slice(0, 12).every((probability) => probability < 0.2)).toBe(true);
      expect(alone?.slice(-8).every((probability) => probability < 0.2)).toBe(true);
      const speech = alone?.filter((probability) => probability > 0.8).length ?? 0;
      expect(speech / (alone?.length as number)).toBeGreaterThan(0.4);
    }
  });
});
