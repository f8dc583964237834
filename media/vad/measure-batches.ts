import type { Session } from '../line/engine.ts';
import type { BatchTiming } from './batch-plan.ts';
import { CONTEXT_SAMPLES, LAYER_CELLS, RATE_HZ, STEP_SAMPLES } from './silero-shape.ts';

const sizes = [1, 2, 4, 8, 16, 32] as const;
/** The fastest run counts, since other load only makes runs longer. */
const runsEach = 3;

/**
 * Times the detector a few times at each size, about 20 ms in all, and compares every stream's results with a run of
 * its own.
 */
export async function measureBatches(session: Session, nowMs: () => number): Promise<BatchTiming[]> {
  const alone: Results[] = [];
  for (let stream = 0; stream < Math.max(...sizes); stream++) alone.push(await runStreams(session, [stream]));
  const timings: BatchTiming[] = [];
  for (const size of sizes) {
    const streams = Array.from({ length: size }, (_, stream) => stream);
    let runMs = Number.POSITIVE_INFINITY;
    let exact = true;
    for (let run = 0; run < runsEach; run++) {
      const startMs = nowMs();
      const together = await runStreams(session, streams);
      runMs = Math.min(runMs, nowMs() - startMs);
      exact &&= streams.every((stream) => isSame(alone[stream] as Results, together, stream, size));
    }
    timings.push({ streams: size, runMs: Math.round(runMs * 1000) / 1000, exact });
  }
  return timings;
}

interface Results {
  readonly output: Float32Array;
  readonly state: Float32Array;
}

/** Each stream has its own audio and state. */
async function runStreams(session: Session, streams: readonly number[]): Promise<Results> {
  const batch = streams.length;
  const inputSamples = CONTEXT_SAMPLES + STEP_SAMPLES;
  const input = Float32Array.from({ length: batch * inputSamples }, (_, at) => {
    const stream = streams[Math.floor(at / inputSamples)] as number;
    const time = at % inputSamples;
    return 0.3 * Math.sin(time / (3 + stream)) * Math.sin(time / (40 + 7 * stream));
  });
  const state = Float32Array.from({ length: 2 * batch * LAYER_CELLS }, (_, at) => {
    const row = Math.floor(at / LAYER_CELLS);
    return 0.5 * Math.sin(at % LAYER_CELLS) * Math.cos((streams[row % batch] as number) + Math.floor(row / batch));
  });
  const results = await session.run(
    {
      input: { type: 'float32', data: input, dims: [batch, inputSamples] },
      state: { type: 'float32', data: state, dims: [2, batch, LAYER_CELLS] },
      sr: { type: 'int64', data: BigInt64Array.of(BigInt(RATE_HZ)), dims: [] },
    },
    ['output', 'stateN'],
  );
  return { output: results.output?.data as Float32Array, state: results.stateN?.data as Float32Array };
}

function isSame(alone: Results, together: Results, row: number, batch: number): boolean {
  if (!Object.is(alone.output[0], together.output[row])) return false;
  for (let layer = 0; layer < 2; layer++)
    for (let cell = 0; cell < LAYER_CELLS; cell++)
      if (
        !Object.is(alone.state[layer * LAYER_CELLS + cell], together.state[(layer * batch + row) * LAYER_CELLS + cell])
      )
        return false;
  return true;
}
