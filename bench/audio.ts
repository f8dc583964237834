import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMp3Encoder } from 'wasm-media-encoders';
import { listSpeakers, openSpeech, transcriptModules } from '../media/index.ts';
import { defaultModelsDir } from '../models/locate.ts';
import { createTranscriber } from '../src/audio/index.ts';
import { sentences } from './sentences.ts';
import { printTable, round, writeResults } from './table.ts';
import { ownMb, treeMb } from './trials/process-tree.ts';

const usage = `audio: how fast a long recording becomes text, and what its processes take in memory.
  --minutes N  of speech, as an MP3 (default 10)
  --threads N  that recognise (default 2)
  --out FILE   (default bench/results/audio.json)
`;

const options = {
  minutes: { type: 'string', default: '10' },
  threads: { type: 'string', default: '2' },
  out: { type: 'string', default: 'bench/results/audio.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Built-in voices read a few sentences repeatedly, with pauses. Nothing else should run at the same time. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [minutes = 0, threads = 0] = [values.minutes, values.threads].map(Number);
  if (values.help || !(minutes > 0 && Number.isInteger(threads) && threads > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const modelsDir = defaultModelsDir(env);
  const folder = await mkdtemp(join(tmpdir(), 'parley-audio-'));
  try {
    const path = join(folder, 'speech.mp3');
    await writeSpeech(path, { minutes, modelsDir });
    const figures = await measure(path, { threads, modelsDir });
    const row = [minutes, threads, figures.seconds, figures.timesRealTime, figures.sentences, figures.mostMb];
    printTable(
      ['minutes', 'threads', 'seconds', 'times real time', 'sentences', 'most MB of its processes'],
      [row.map((value) => round(value, 1))],
    );
    await writeResults(values.out, { minutes, threads, ...figures });
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const rateHz = 16_000;
const bitrate = 64;
const pauseSeconds = 0.7;

async function writeSpeech(path: string, { minutes, modelsDir }: { minutes: number; modelsDir: string }) {
  const speech = await openSpeech({ modelsDir });
  const [first] = listSpeakers();
  const spoken: Float32Array[] = [];
  for (const text of sentences) {
    const { samples } = await speech.speak(text, { speaker: first?.name ?? '' }, rateHz);
    spoken.push(samples, new Float32Array(pauseSeconds * rateHz));
  }
  await speech.close();
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: rateHz, channels: 1, outputSampleRate: rateHz, bitrate });
  const file = await open(path, 'w');
  try {
    let left = minutes * 60 * rateHz;
    for (let i = 0; left > 0; i = (i + 1) % spoken.length) {
      const samples = spoken[i]!.subarray(0, left);
      await file.writeFile(encoder.encode([samples]));
      left -= samples.length;
    }
    await file.writeFile(encoder.finalize());
  } finally {
    await file.close();
  }
}

const lookEveryMs = 200;

async function measure(path: string, { threads, modelsDir }: { threads: number; modelsDir: string }) {
  const transcriber = createTranscriber({
    modules: async () => transcriptModules,
    modelsDir,
    threads,
    providers: ['cpu'],
  });
  let sentences = 0;
  let mostMb = 0;
  const looking = setInterval(async () => {
    mostMb = Math.max(mostMb, (await treeMb(process.pid)) - (await ownMb(process.pid)));
  }, lookEveryMs);
  const fromMs = performance.now();
  const outcome = await transcriber.transcribe(path, {
    fromMs: 0,
    signal: new AbortController().signal,
    onPart: async (part) => {
      sentences += part.sentences.length;
    },
  });
  clearInterval(looking);
  if (outcome.kind === 'fault') throw new Error(`${outcome.code}: ${outcome.detail}`);
  const seconds = (performance.now() - fromMs) / 1000;
  return { seconds, timesRealTime: outcome.seconds / seconds, sentences, mostMb };
}
