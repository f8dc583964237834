import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../media/emulator/random.ts';
import { createOpenSession } from '../media/inference/session.ts';
import { createVoiceActivity } from '../media/vad/silero.ts';
import { openVoiceNet } from '../media/vad/voice-net.ts';
import { defaultModelsDir } from '../models/locate.ts';
import { printTable, round, writeResults } from './table.ts';

const usage = `bench vad: the voice detector at 8 kHz, the steps of so many streams in one run, on one thread.
  --streams LIST       (default 1,2,4,8,16,32,64)
  --seconds N          of sound in each stream (default 20)
  --runtime            on ONNX Runtime instead of the kernel
  --out FILE           (default bench/results/vad.json)
`;

const options = {
  streams: { type: 'string', default: '1,2,4,8,16,32,64' },
  seconds: { type: 'string', default: '20' },
  runtime: { type: 'boolean', default: false },
  out: { type: 'string', default: 'bench/results/vad.json' },
  help: { type: 'boolean', default: false },
} as const;

const rateHz = 8000;
const stepSamples = 256;
const stepMs = 32;
const warmUpSteps = 30;

/** Prints a table and writes JSON. Returns the exit status. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const counts = values.streams.split(',').map(Number);
  const seconds = Number(values.seconds);
  if (values.help || ![...counts, seconds].every((value) => Number.isInteger(value) && value > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const session = await openVoiceNet(
    join(defaultModelsDir(env), 'silero-vad', 'model.onnx'),
    createOpenSession({ providers: ['cpu'] }),
    values.runtime ? 'ts' : 'wasm',
  );
  const rows: { streams: number; runMs: number; stepMs: number; cpuStepMs: number; streamsACore: number }[] = [];
  for (const streams of counts) {
    const steps = Math.ceil((seconds * rateHz) / stepSamples);
    const voices = createVoiceActivity(session);
    const open = Array.from({ length: streams }, () => voices.open({ onStep: () => {} }));
    const sound = noise(stepSamples);
    let [startMs, startCpu] = [0, process.cpuUsage()];
    for (let step = -warmUpSteps; step < steps; step++) {
      if (step === 0) [startMs, startCpu] = [performance.now(), process.cpuUsage()];
      for (const stream of open) stream.push(sound);
      await voices.run();
    }
    const wallMs = performance.now() - startMs;
    const { user, system } = process.cpuUsage(startCpu);
    const cpuMs = (user + system) / 1000;
    rows.push({
      streams,
      runMs: round(wallMs / steps, 3) ?? 0,
      stepMs: round(wallMs / steps / streams, 4) ?? 0,
      cpuStepMs: round(cpuMs / steps / streams, 4) ?? 0,
      streamsACore: Math.floor(stepMs / (cpuMs / steps / streams)),
    });
  }
  await session.close();
  printTable(
    ['streams', 'ms a run', 'ms a step', 'CPU ms a step', 'streams a core'],
    rows.map((row) => Object.values(row)),
  );
  await writeResults(values.out, { seconds, rows });
  return 0;
}

function noise(samples: number): Float32Array {
  const random = createRandom(2);
  return Float32Array.from({ length: samples }, (_, n) => 0.2 * Math.sin(n / 7) + 0.1 * (random() - 0.5));
}
