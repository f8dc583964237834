import { beforeAll, describe, expect, test } from 'vitest';
import { createOpenSession } from '../../media/inference/session.ts';
import type { Session } from '../../media/line/engine.ts';
import { type BatchTiming, planBatches, unmeasuredPlan } from '../../media/vad/batch-plan.ts';
import { measureBatches } from '../../media/vad/measure-batches.ts';
import { modelPath } from '../models.ts';

const timings = (runMs: readonly number[], exact: (streams: number) => boolean = () => true): BatchTiming[] =>
  runMs.map((ms, i) => ({ streams: 2 ** i, runMs: ms, exact: exact(2 ** i) }));

describe('the batch plan of a thread', () => {
  test.each([
    ['a server core', [0.16, 0.19, 0.27, 0.42, 0.68, 1.67], { mostStreams: 32, enough: 8 }],
    ['a slow core', [0.9, 1.1, 1.6, 2.6, 4.4, 9.5], { mostStreams: 8, enough: 4 }],
    ['a core that other work held up throughout', [5, 6, 9, 14, 25, 60], { mostStreams: 8, enough: 8 }],
    ['a core that gains nothing by batches', [0.1, 0.2, 0.4, 0.8, 1.6, 3.2], { mostStreams: 32, enough: 1 }],
  ])('%s', (_, runMs, plan) => {
    expect(planBatches(timings(runMs))).toMatchObject(plan);
  });

  test('uses no size that changes a result, nor a larger one', () => {
    const runMs = [0.16, 0.19, 0.27, 0.42, 0.68, 1.67];
    expect(planBatches(timings(runMs, (streams) => streams !== 8)).mostStreams).toBe(4);
    expect(planBatches(timings(runMs, (streams) => streams === 1))).toMatchObject({ mostStreams: 1, enough: 1 });
  });

  test('keeps the default without a measurement', () => expect(planBatches([])).toBe(unmeasuredPlan));
});

describe('the voice detector', () => {
  let session: Session;
  beforeAll(async () => {
    session = await createOpenSession({ providers: ['cpu'] })(`${modelPath('silero-vad')}/model.onnx`);
  });

  test('returns the same results for every stream in every batch', async () => {
    const measured = await measureBatches(session, () => performance.now());
    expect(measured.map(({ streams, exact }) => ({ streams, exact }))).toEqual(
      [1, 2, 4, 8, 16, 32].map((streams) => ({ streams, exact: true })),
    );
  });

  test('is detected if it does not', async () => {
    const sloppy: Session = {
      ...session,
      async run(feeds, fetches) {
        const results = await session.run(feeds, fetches);
        const output = results.output?.data as Float32Array;
        if (output.length === 16) output[11] = Math.fround(output[11]! * 1.0000002);
        return results;
      },
    };
    const measured = await measureBatches(sloppy, () => 0);
    expect(measured.filter(({ exact }) => !exact).map(({ streams }) => streams)).toEqual([16]);
  });
});
