import { parseArgs } from 'node:util';
import { decodeMulaw, encodeMulaw } from '../media/codec/g711.ts';
import { listSpeakers, registeredVoice } from '../media/engines/registry.ts';
import { joinSamples } from '../media/kit/join-samples.ts';
import type { Engine } from '../media/line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, Utterance } from '../media/line/speech.ts';
import { createEngine as createRecogniser } from '../media/recogniser/engine.ts';
import { createEngine as createSynthesiser } from '../media/synthesiser/engine.ts';
import { defaultModelsDir, modelFolder, taskFolder } from '../models/locate.ts';
import { openQualityScorer, type QualityScore, type QualityScorer } from './dnsmos.ts';
import { openProviders } from './providers.ts';
import { sentences } from './sentences.ts';
import { heardErrors } from './spoken-error.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const standardSpeaker = listSpeakers()[0]?.name ?? '';

const usage = `bench speak: speed, level, intelligibility and quality of the synthesiser.
  --speakers LIST   (default all)
  --sentences N     of the default speaker, at most ${sentences.length} (default all)
  --others N        of every other speaker (default 30)
  --quality N       sentences that DNSMOS hears of each speaker, 0 for none (default 6)
  --errors          show what was misheard
  --out FILE        (default bench/results/speak.json)
Models run on the providers that EXECUTION_PROVIDERS names (default cpu).
`;

const options = {
  speakers: {
    type: 'string',
    default: listSpeakers()
      .map(({ name }) => name)
      .join(','),
  },
  sentences: { type: 'string', default: String(sentences.length) },
  others: { type: 'string', default: '30' },
  quality: { type: 'string', default: '6' },
  errors: { type: 'boolean', default: false },
  out: { type: 'string', default: 'bench/results/speak.json' },
  help: { type: 'boolean', default: false },
} as const;

type Synthesiser = Engine<SpeakJob, SpeakResult>;
type Recogniser = Engine<RecogniseJob, Utterance>;

const lineRateHz = 8000;
const never = { aborted: false };

interface Spoken {
  readonly text: string;
  readonly samples: Float32Array;
  readonly firstMs: number;
  readonly cpuMs: number;
}

interface Misheard {
  readonly said: string;
  readonly heard: string;
  readonly errors: number;
}

/** Prints a table and writes JSON. One thread, one core. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const counts = [values.sentences, values.others, values.quality].map(Number);
  if (values.help || counts.some((count) => !Number.isInteger(count) || count < 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const [own, others, quality] = counts as [number, number, number];
  const modelsDir = defaultModelsDir(env);
  const { open, used } = await openProviders(modelsDir, env);
  const synthesiser = await createSynthesiser({ modelDir: taskFolder(modelsDir, 'synthesis'), cacheBytes: 0 }, open);
  const recogniser = await createRecogniser({ modelDir: taskFolder(modelsDir, 'recognition') }, open);
  const scorer = await openQualityScorer(modelFolder(modelsDir, 'dnsmos'), open);
  try {
    // The first runs compile code and fill caches, as a running server has already done.
    for (const text of sentences.slice(0, 20))
      await speak(synthesiser, { text, speaker: standardSpeaker, rateHz: lineRateHz });
    const rows = [];
    for (const speaker of values.speakers.split(',')) {
      process.stderr.write(`${speaker} ...\n`);
      const texts = sentences.slice(0, speaker === standardSpeaker ? own : others);
      rows.push(await measure({ synthesiser, recogniser, scorer, speaker, texts, quality }));
    }
    report(rows);
    const misheard = rows.flatMap((row) => row.misheard.map((one) => ({ speaker: row.speaker, ...one })));
    if (values.errors) for (const one of misheard) process.stdout.write(`${one.speaker}: ${one.said} | ${one.heard}\n`);
    await writeResults(values.out, { lineRateHz, threads: 1, providers: used(), speakers: rows });
    return 0;
  } finally {
    await Promise.all([synthesiser.close(), recogniser.close(), scorer.close()]);
  }
}

interface Measure {
  readonly synthesiser: Synthesiser;
  readonly recogniser: Recogniser;
  readonly scorer: QualityScorer;
  readonly speaker: string;
  readonly texts: readonly string[];
  readonly quality: number;
}

async function measure({ synthesiser, recogniser, scorer, speaker, texts, quality }: Measure) {
  const spoken: Spoken[] = [];
  for (const text of texts) spoken.push(await speak(synthesiser, { text, speaker, rateHz: lineRateHz }));
  const heard = await hear(recogniser, spoken);
  const audioS = spoken.reduce((sum, { samples }) => sum + samples.length, 0) / lineRateHz;
  const cpuS = spoken.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000;
  return {
    speaker,
    sentences: texts.length,
    audioSeconds: round(audioS, 1),
    realTimeFactor: round(audioS / cpuS, 1),
    cpuMsPerSecond: round((1000 * cpuS) / audioS, 1),
    firstAudioMs: {
      p50: round(
        quantile(
          spoken.map(({ firstMs }) => firstMs),
          0.5,
        ),
        1,
      ),
      p95: round(
        quantile(
          spoken.map(({ firstMs }) => firstMs),
          0.95,
        ),
        1,
      ),
    },
    ...levels(joinSamples(spoken.map(({ samples }) => samples))),
    wordErrorPercent: round(heard.percent, 2),
    quality: quality === 0 ? null : await rate({ synthesiser, scorer, speaker, texts: texts.slice(0, quality) }),
    misheard: heard.misheard,
  };
}

async function speak(
  synthesiser: Synthesiser,
  { text, speaker, rateHz }: { text: string; speaker: string; rateHz: 8000 | 16000 },
): Promise<Spoken> {
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  let firstMs = Number.NaN;
  const pieces: Float32Array[] = [];
  for await (const { samples } of synthesiser.run({ text, voice: registeredVoice({ speaker }), rateHz }, never)) {
    if (pieces.length === 0) firstMs = performance.now() - startMs;
    pieces.push(samples);
  }
  const cpu = process.cpuUsage(startCpu);
  return { text, samples: joinSamples(pieces), firstMs, cpuMs: (cpu.user + cpu.system) / 1000 };
}

/** Recognises the speech over a mu-law line, with a short silence on either side. */
async function hear(recogniser: Recogniser, spoken: readonly Spoken[]) {
  const quiet = new Float32Array(lineRateHz / 4);
  const misheard: Misheard[] = [];
  let errors = 0;
  let words = 0;
  for (const { text, samples } of spoken) {
    const line = decodeMulaw(encodeMulaw(joinSamples([quiet, samples, quiet])));
    const job: RecogniseJob = { samples: line, rateHz: lineRateHz, languageCode: 'en-US', kind: 'final' };
    let heard = '';
    for await (const utterance of recogniser.run(job, never)) heard = utterance.text;
    const found = heardErrors(text, heard);
    errors += found.errors;
    words += found.words;
    if (found.errors > 0) misheard.push({ said: text, heard, errors: found.errors });
  }
  return { percent: (100 * errors) / Math.max(1, words), misheard };
}

async function rate({
  synthesiser,
  scorer,
  speaker,
  texts,
}: Omit<Measure, 'recogniser' | 'quality'>): Promise<QualityScore> {
  const clips: Float32Array[] = [];
  for (const text of texts) {
    clips.push((await speak(synthesiser, { text, speaker, rateHz: 16000 })).samples, new Float32Array(4000));
  }
  const { speech, background, overall, p808 } = await scorer.score(joinSamples(clips));
  const two = (value: number): number => Number(value.toFixed(2));
  return { speech: two(speech), background: two(background), overall: two(overall), p808: two(p808) };
}

/** Returns the level of the 10 ms blocks within 25 dB of the loudest, and the peak sample. */
function levels(samples: Float32Array) {
  const block = lineRateHz / 100;
  const powers: number[] = [];
  for (let at = 0; at + block <= samples.length; at += block) {
    powers.push(samples.subarray(at, at + block).reduce((sum, x) => sum + x * x, 0) / block);
  }
  const loudest = Math.max(...powers);
  const speech = powers.filter((power) => power > loudest / 10 ** 2.5);
  const mean = speech.reduce((sum, power) => sum + power, 0) / Math.max(1, speech.length);
  const peak = samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return { speechDbfs: round(10 * Math.log10(mean), 1), peak: round(peak, 3) };
}

function report(rows: readonly Awaited<ReturnType<typeof measure>>[]): void {
  const header = [
    'speaker',
    'sentences',
    'x real time',
    'first ms p50',
    'p95',
    'dBFS',
    'peak',
    'WER %',
    'DNSMOS',
    'speech',
    'P.808',
  ];
  printTable(
    header,
    rows.map((row) => [
      row.speaker,
      row.sentences,
      row.realTimeFactor,
      row.firstAudioMs.p50,
      row.firstAudioMs.p95,
      row.speechDbfs,
      row.peak,
      row.wordErrorPercent,
      row.quality?.overall,
      row.quality?.speech,
      row.quality?.p808,
    ]),
  );
}
