import type { ThreadProfile } from './thread-profiler.ts';

export interface Frame {
  readonly name: string;
  /** Path within the project, a package's name, `node` or empty. */
  readonly place: string;
}

/** One stack, outermost frame first, and the CPU time spent in it. */
export interface Stack {
  readonly thread: string;
  readonly frames: readonly Frame[];
  readonly cpuMs: number;
}

/**
 * Returns every distinct stack of a thread. A sampler also counts time spent waiting for a core, so samples are scaled
 * to the thread's CPU time as reported by the kernel.
 */
export function stacksOf(profile: ThreadProfile): Stack[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const selfUs = new Map<number, number>();
  profile.samples.forEach((id, at) => {
    if (nodes.get(id)?.callFrame.functionName === '(idle)') return;
    // A sample stands for the time after it.
    selfUs.set(id, (selfUs.get(id) ?? 0) + (profile.timeDeltas[at + 1] ?? 0));
  });
  const busyUs = [...selfUs.values()].reduce((sum, us) => sum + us, 0);
  const scale = profile.cpuSeconds > 0 && busyUs > 0 ? (profile.cpuSeconds * 1e6) / busyUs : 1;
  const thread = profile.thread.replace(/-\d+$/, '');
  return [...selfUs].map(([leaf, us]) => {
    const frames: Frame[] = [];
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const { functionName, url } = nodes.get(id)!.callFrame;
      if (functionName !== '(root)') frames.unshift({ name: functionName || '(anonymous)', place: placeOf(url) });
    }
    return { thread, frames, cpuMs: (us * scale) / 1000 };
  });
}

function placeOf(url: string): string {
  const own = /\/dist\/((?:media|src|native|models|bench)\/.+?)\.js$/.exec(url)?.[1];
  if (own !== undefined) return own;
  const library = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  return library ?? (url.startsWith('node:') ? 'node' : '');
}

export interface Share {
  readonly what: string;
  readonly cpuMs: number;
}

/** Names that `thread-profiler.ts` gives to model runs. */
const models: Readonly<Record<string, string>> = {
  model_whisper_encoder: 'Whisper encoder',
  model_whisper_decoder: 'Whisper decoder',
  model_smart_turn: 'end-of-turn model (smart-turn)',
  model_silero: 'voice detector (Silero)',
  model_hibari: 'voice model (hibari)',
  model_unknown_words: 'voice model (hibari)',
  model_minilm: 'embedding model (MiniLM)',
};

/** The first entry matched by a stack's frames, innermost first, classifies its time. */
const kinds: readonly (readonly [what: string, matches: (frame: Frame) => boolean])[] = [
  ['log-mel', ({ place }) => /^media\/dsp\/(kernels\/)?log-mel$/.test(place)],
  ['resampler', ({ place }) => /^media\/dsp\/(resampler|polyphase|kernels\/fir)$/.test(place)],
  ['echo guard', ({ place }) => place === 'media/turn/echo'],
  [
    'vocoder',
    ({ place }) =>
      /^media\/(dsp\/kernels\/vocoder|synthesiser\/(vocoder|vocoder-fours|spectral-frames|pulse-train|envelope|loudness))$/.test(
        place,
      ),
  ],
  ['text to phonemes', ({ place }) => /^media\/synthesiser\/(normalise|phonemes)\//.test(place)],
  ['G.711, base64 and JSON of the wire', ({ place }) => /^media\/(codec|wire)\//.test(place)],
  ['other code of the voice detector', ({ place }) => place.startsWith('media/vad/')],
  ['other code of the recogniser', ({ place }) => place.startsWith('media/recogniser/')],
  ['other code of the synthesiser', ({ place }) => place.startsWith('media/synthesiser/')],
  ['the calls: recording, turns, events', ({ place }) => /^media\/(call|turn|line|kit)\//.test(place)],
  ['the agent', ({ place }) => place.startsWith('media/agent/')],
  ['database, HTTP, files', ({ place }) => /^src\//.test(place)],
  ['onnxruntime around its runs', ({ place }) => /^onnxruntime/.test(place) || place.startsWith('media/inference/')],
];

/** Returns CPU time by category, largest first. */
export function sharesOf(stacks: readonly Stack[]): Share[] {
  const sums = new Map<string, number>();
  for (const { frames, cpuMs } of stacks) {
    const what = kindOf(frames);
    sums.set(what, (sums.get(what) ?? 0) + cpuMs);
  }
  return [...sums].map(([what, cpuMs]) => ({ what, cpuMs })).sort((a, b) => b.cpuMs - a.cpuMs);
}

function kindOf(frames: readonly Frame[]): string {
  const run = frames.find(({ name }) => Object.hasOwn(models, name));
  if (run !== undefined) return models[run.name]!;
  for (let at = frames.length - 1; at >= 0; at--) {
    const found = kinds.find(([, matches]) => matches(frames[at]!));
    if (found !== undefined) return found[0];
  }
  const inner = frames.at(-1)?.name;
  if (inner === '(garbage collector)') return 'garbage collection';
  return inner === '(program)' ? 'Node and the kernel, outside JavaScript' : 'Node’s own JavaScript, libraries';
}
