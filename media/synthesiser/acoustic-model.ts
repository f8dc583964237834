import { join } from 'node:path';
import type { OpenSession, Session } from '../line/engine.ts';
import { MediaFault } from '../line/fault.ts';
import { readTable } from './phonemes/load-phonemiser.ts';
import type { AcousticOutput } from './spectral-frames.ts';

/** Converts the phonemes of one clause to spectra. Speed 1 is the speed of the training voice. */
export interface AcousticModel {
  run(symbols: readonly string[], speed: number): Promise<TimedOutput>;
  close(): Promise<void>;
}

export interface TimedOutput extends AcousticOutput {
  /**
   * Start of each symbol in frames, followed by the end of the last one. Absent if the model does not report durations.
   */
  readonly symbolFrames?: Float32Array;
}

/** Internal tensor with the duration of each id in pairs of frames. Available only if the runtime can expose it. */
const durations = '/Round_output_0';
const framesPerStep = 2;
const outputs = ['lh', 'theta', 'ln', 'lr', 'phi', 'f0'] as const;

/** Throws `model_missing` or `model_unreadable`. */
export async function loadAcousticModel(modelDir: string, open: OpenSession): Promise<AcousticModel> {
  const vocabulary = await readTable<Record<string, number>>(modelDir, 'vocab.json');
  const session = await open(join(modelDir, 'hibari.onnx'), { outputs: [durations] });
  return createAcousticModel(new Map(Object.entries(vocabulary)), session);
}

function createAcousticModel(vocabulary: ReadonlyMap<string, number>, session: Session): AcousticModel {
  return {
    async run(symbols, speed) {
      // Symbols outside the model's vocabulary are omitted. Id 0 marks both ends.
      const ids = [0, ...symbols.flatMap((symbol) => vocabulary.get(symbol) ?? []), 0];
      const made = await session.run({
        ids: { type: 'int64', data: BigInt64Array.from(ids, BigInt), dims: [1, ids.length] },
        speed: { type: 'float32', data: Float32Array.of(speed), dims: [1] },
      });
      const part = (name: (typeof outputs)[number]): Float32Array => {
        const tensor = made[name];
        if (tensor?.type !== 'float32')
          throw new MediaFault('model_unreadable', `the voice model has no output ${name}`);
        return tensor.data;
      };
      const [lh, theta, ln, lr, phi, f0] = outputs.map(part) as [
        Float32Array,
        Float32Array,
        Float32Array,
        Float32Array,
        Float32Array,
        Float32Array,
      ];
      const spectra = { lh, theta, ln, lr, phi, f0 };
      const steps = made[durations];
      if (steps?.type !== 'float32' || steps.data.length !== ids.length) return spectra;
      return { ...spectra, symbolFrames: beginnings(symbols, steps.data, vocabulary) };
    },
    close: () => session.close(),
  };
}

/** An omitted symbol has no duration. */
function beginnings(
  symbols: readonly string[],
  steps: Float32Array,
  vocabulary: ReadonlyMap<string, number>,
): Float32Array {
  const frames = new Float32Array(symbols.length + 1);
  let frame = (steps[0] as number) * framesPerStep;
  let id = 1;
  symbols.forEach((symbol, i) => {
    frames[i] = frame;
    if (vocabulary.has(symbol)) frame += (steps[id++] as number) * framesPerStep;
  });
  frames[symbols.length] = frame;
  return frames;
}
