import { readFile } from 'node:fs/promises';
import { createArena } from '../dsp/kernels/arena.ts';
import { type KernelForm, threadForms } from '../dsp/kernels/forms.ts';
import { instantiateKernels } from '../dsp/kernels/wasm.ts';
import { type ModelConstant, modelConstants } from '../kit/model-constants.ts';
import type { OpenSession, Session, Tensor } from '../line/engine.ts';
import { CONTEXT_SAMPLES, LAYER_CELLS, STEP_SAMPLES } from './silero-shape.ts';

const INPUT_SAMPLES = CONTEXT_SAMPLES + STEP_SAMPLES;
/** The kernel continues the input by this many samples. */
const MIRRORED_SAMPLES = 32;
const BINS = 65;
/** Outputs that the kernel computes at once. */
const BLOCK = 32;

/**
 * Opens the net of the detector, as a kernel if this thread uses kernels and the file is Silero v5 at 8 kHz, otherwise
 * on the runtime. Both have the inputs and outputs of the file, and agree to 1e-5. Throws `model_missing` or
 * `model_unreadable`.
 */
export async function openVoiceNet(
  path: string,
  open: OpenSession,
  form: KernelForm = threadForms.voiceActivity,
): Promise<Session> {
  if (form === 'ts') return open(path);
  const file = await readFile(path).catch(() => undefined);
  const weights = file === undefined ? undefined : findWeights(file);
  return weights === undefined ? open(path) : createKernelSession(weights);
}

interface Weights {
  /** Packed for the kernel: the transform, four convolutions, the recurrent layer. */
  readonly layers: readonly Float32Array[];
  /** Of all layers but the transform. */
  readonly biases: readonly Float32Array[];
  readonly output: Float32Array;
  readonly outputBias: Float32Array;
}

/** Shapes of the weights at 8 kHz by the end of their names. The file has those for 16 kHz as well. */
const shapes = {
  'stft.forward_basis_buffer': [2 * BINS, 1, 128],
  'encoder.0.reparam_conv.weight': [128, BINS, 3],
  'encoder.0.reparam_conv.bias': [128],
  'encoder.1.reparam_conv.weight': [64, 128, 3],
  'encoder.1.reparam_conv.bias': [64],
  'encoder.2.reparam_conv.weight': [64, 64, 3],
  'encoder.2.reparam_conv.bias': [64],
  'encoder.3.reparam_conv.weight': [128, 64, 3],
  'encoder.3.reparam_conv.bias': [128],
  'decoder.rnn.weight_ih': [512, 128],
  'decoder.rnn.weight_hh': [512, 128],
  'decoder.rnn.bias_ih': [512],
  'decoder.rnn.bias_hh': [512],
  'decoder.decoder.2.weight': [1, 128, 1],
  'decoder.decoder.2.bias': [1],
} as const;

/** Undefined if the file is another model. */
function findWeights(file: Uint8Array): Weights | undefined {
  const constants = constantsOf(file);
  const [basisName] =
    [...constants].find(([name, constant]) => isLike(name, constant, 'stft.forward_basis_buffer')) ?? [];
  if (basisName === undefined) return undefined;
  const prefix = basisName.slice(0, -'stft.forward_basis_buffer'.length);
  const parts = new Map<string, Float32Array>();
  for (const part of Object.keys(shapes) as (keyof typeof shapes)[]) {
    const constant = constants.get(prefix + part);
    if (constant === undefined || !isLike(part, constant, part)) return undefined;
    parts.set(part, constant.values);
  }
  const values = (part: keyof typeof shapes): Float32Array => parts.get(part) as Float32Array;
  const conv = (nth: 0 | 1 | 2 | 3, channels: number, taps: readonly number[]): Float32Array => {
    const weights = values(`encoder.${nth}.reparam_conv.weight`);
    return pack(shapes[`encoder.${nth}.reparam_conv.weight`][0], channels * taps.length, (out, input) => {
      const tap = taps[Math.floor(input / channels)] as number;
      return weights[(out * channels + (input % channels)) * 3 + tap] as number;
    });
  };
  const basis = values('stft.forward_basis_buffer');
  const [fromInput, fromHidden] = [values('decoder.rnn.weight_ih'), values('decoder.rnn.weight_hh')];
  const hiddenBias = values('decoder.rnn.bias_hh');
  const all = [0, 1, 2];
  return {
    layers: [
      // The imaginary parts of the first and the last bin are 0.
      pack(128, 128, (out, input) => basis[(out < BINS ? out : out + 1) * 128 + input] as number),
      conv(0, BINS, all),
      conv(1, 128, all),
      conv(2, 64, all),
      // A single frame is left, so only the middle tap meets one.
      conv(3, 64, [1]),
      pack(4 * LAYER_CELLS, 2 * LAYER_CELLS, (out, input) =>
        input < LAYER_CELLS
          ? (fromInput[out * LAYER_CELLS + input] as number)
          : (fromHidden[out * LAYER_CELLS + input - LAYER_CELLS] as number),
      ),
    ],
    biases: [
      ...([0, 1, 2, 3] as const).map((nth) => values(`encoder.${nth}.reparam_conv.bias`)),
      values('decoder.rnn.bias_ih').map((bias, gate) => bias + (hiddenBias[gate] as number)),
    ],
    output: values('decoder.decoder.2.weight'),
    outputBias: values('decoder.decoder.2.bias'),
  };
}

/** An unreadable file has none: the runtime then says what is wrong with it. */
function constantsOf(file: Uint8Array): ReadonlyMap<string, ModelConstant> {
  try {
    return modelConstants(file);
  } catch {
    return new Map();
  }
}

/** The values are absent if the file stores them in another form, or outside of itself. */
function isLike(name: string, { dims, values }: ModelConstant, part: keyof typeof shapes): boolean {
  const size = shapes[part].reduce((product: number, length) => product * length, 1);
  return name.endsWith(part) && dims.join() === shapes[part].join() && values.length === size;
}

/** Lays out weights for the kernel: 32 outputs side by side for each input. */
function pack(outputs: number, inputs: number, weight: (out: number, input: number) => number): Float32Array {
  return Float32Array.from({ length: outputs * inputs }, (_, at) => {
    const block = Math.floor(at / (BLOCK * inputs));
    return weight(block * BLOCK + (at % BLOCK), Math.floor(at / BLOCK) % inputs);
  });
}

function createKernelSession({ layers, biases, output, outputBias }: Weights): Session {
  const kernels = instantiateKernels();
  const arena = createArena(kernels);
  const area = (values: number): number => arena.reserve(values * 4);
  const soundAt = area(INPUT_SAMPLES + MIRRORED_SAMPLES);
  const joinedAt = area(2 * LAYER_CELLS);
  const cellsAt = area(LAYER_CELLS);
  const context = arena.putU32([
    ...layers.map((layer) => arena.put(layer)),
    ...biases.map((bias) => arena.put(bias)),
    arena.put(output),
    arena.put(outputBias),
    soundAt,
    area(128),
    area(6 * BINS),
    area(5 * 128),
    area(3 * 64),
    area(64),
    area(4 * LAYER_CELLS),
    joinedAt,
    cellsAt,
  ]);
  const sound = arena.floats(soundAt, INPUT_SAMPLES);
  const hidden = arena.floats(joinedAt + LAYER_CELLS * 4, LAYER_CELLS);
  const cells = arena.floats(cellsAt, LAYER_CELLS);

  return {
    inputNames: ['input', 'state', 'sr'],
    outputNames: ['output', 'stateN'],
    async run({ input, state }) {
      const [samples, states] = [floatsOf(input), floatsOf(state)];
      const batch = samples.length / INPUT_SAMPLES;
      const probabilities = new Float32Array(batch);
      const next = new Float32Array(states.length);
      for (let row = 0; row < batch; row++) {
        const [hiddenFrom, cellsFrom] = [row * LAYER_CELLS, (batch + row) * LAYER_CELLS];
        sound.set(samples.subarray(row * INPUT_SAMPLES, (row + 1) * INPUT_SAMPLES));
        hidden.set(states.subarray(hiddenFrom, hiddenFrom + LAYER_CELLS));
        cells.set(states.subarray(cellsFrom, cellsFrom + LAYER_CELLS));
        probabilities[row] = kernels.voiceStep(context);
        next.set(hidden, hiddenFrom);
        next.set(cells, cellsFrom);
      }
      return {
        output: { type: 'float32', data: probabilities, dims: [batch, 1] },
        stateN: { type: 'float32', data: next, dims: [2, batch, LAYER_CELLS] },
      };
    },
    close: async () => {},
  };
}

function floatsOf(tensor: Tensor | undefined): Float32Array {
  return tensor?.type === 'float32' ? tensor.data : new Float32Array();
}
