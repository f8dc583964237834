import { createOpenSession } from '../media/inference/session.ts';
import { openWhisper } from '../media/recogniser/whisper.ts';
import { taskFolder } from '../models/locate.ts';
import { quantile, round } from './table.ts';

/** How fast a machine is at the moment of a measurement: figures of two machines compare by their ratio. */
export interface Calibration {
  /** Median time of a fixed loop of 20 million steps of integer arithmetic. */
  readonly loopMs: number | null;
  /** Median time of encoding three seconds of silence with the recogniser, on one thread. */
  readonly encodeMs: number | null;
}

const runs = 7;
const loopSteps = 20_000_000;
const rateHz = 16_000;

export async function calibrate(modelsDir: string): Promise<Calibration> {
  const loops = Array.from({ length: runs }, timeLoop);
  const whisper = await openWhisper(taskFolder(modelsDir, 'recognition'), createOpenSession({ providers: ['cpu'] }));
  const samples = new Float32Array(3 * rateHz);
  const encodes: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const heard = await whisper.transcribe({ samples, rateHz, languageCode: 'en', signal: { aborted: false } });
    // The first run warms up the session.
    if (run > 0 && heard !== undefined) encodes.push(heard.encodeMs);
  }
  await whisper.close();
  return { loopMs: round(quantile(loops, 0.5), 1), encodeMs: round(quantile(encodes, 0.5), 1) };
}

function timeLoop(): number {
  const startMs = performance.now();
  let state = 1;
  for (let step = 0; step < loopSteps; step++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  // Uses the result, so that the loop is not removed.
  return performance.now() - startMs + (state === 0 ? 1 : 0);
}

export const calibrationLine = ({ loopMs, encodeMs }: Calibration): string =>
  `calibration: a fixed loop ${loopMs ?? '-'} ms, one encode ${encodeMs ?? '-'} ms\n`;
