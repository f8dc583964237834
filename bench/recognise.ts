import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { OpenSession } from '../media/line/engine.ts';
import { openWhisper } from '../media/recogniser/whisper.ts';
import { defaultModelsDir, modelFolder, taskFolder } from '../models/locate.ts';
import { openProviders } from './providers.ts';
import { type Heard, hear } from './recognise/hear.ts';
import { openHearing } from './recognise/hearing.ts';
import { compareKeyTerms } from './recognise/key-terms.ts';
import { compareLanguages } from './recognise/languages.ts';
import { compareNoise } from './recognise/noise-table.ts';
import { loadPrompts, type Prompt, rateHz, synthesisePrompts } from './recognise/prompts.ts';
import { chooseSpeech, speechUsage } from './speech-folder.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench recognise: word error and latency of the recogniser.
  --speech DIR   ${speechUsage};
                 without, a few are synthesised, which are easier to recognise
  --model DIR    the recogniser (default whisper-tiny.en of the model cache)
  --clips N      only the first N prompts
  --languages DIR  identification of languages and word error in each: DIR has a folder for each
                 (de, fr, …) like that of --speech. Needs a multilingual model (default whisper-base)
  --noise        word error of the prompts in babble, street, white and car noise and with lost packets
  --babble DIR   recordings of other people that make up the babble (default: built-in voices)
  --key-terms    names recognised when the recogniser is told them, and inserted where nobody says them
  --fast         do not wait for real time: no captions between
  --out FILE     where the figures go (default bench/results/recognise.json)
  --errors       show what was misheard
Models run on the providers that EXECUTION_PROVIDERS names (default cpu).
`;

export async function main(argv: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const modelsDir = defaultModelsDir(env);
  const { values } = parseArgs({
    args: argv,
    options: {
      speech: { type: 'string' },
      model: { type: 'string' },
      languages: { type: 'string' },
      clips: { type: 'string', default: '1000' },
      fast: { type: 'boolean', default: false },
      noise: { type: 'boolean', default: false },
      babble: { type: 'string' },
      'key-terms': { type: 'boolean', default: false },
      errors: { type: 'boolean', default: false },
      out: { type: 'string', default: 'bench/results/recognise.json' },
      help: { type: 'boolean', default: false },
    },
  });
  const clips = Number(values.clips);
  if (values.help || !(Number.isInteger(clips) && clips > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  if (values.languages !== undefined) {
    const base = values.model ?? modelFolder(modelsDir, 'whisper-base');
    const figures = await compareLanguages(values.languages, base, clips);
    printTable(
      ['language', 'prompts', 'identified %', 'under 3 s', 'longer', 'taken for', 'WER %', 'WER % if given', 'ms'],
      figures.map((one) => [
        ...[one.language, one.prompts, one.identified, one.identifiedShort, one.identifiedLong, one.mistaken],
        ...[one.wordErrorAuto, one.wordErrorGiven, one.medianMs],
      ]),
    );
    const all = figures.reduce((sum, { prompts }) => sum + prompts, 0);
    const right = figures.reduce((sum, { prompts, identified }) => sum + (prompts * identified) / 100, 0);
    process.stdout.write(`\nlanguages identified: ${round((100 * right) / all, 1)} % of ${all} prompts\n`);
    await writeResults(values.out, { model: base.split('/').at(-1), figures });
    return 0;
  }
  const modelDir = values.model ?? taskFolder(modelsDir, 'recognition');
  const speech = chooseSpeech(values.speech);
  if (speech === undefined) return 2;
  const source = speech.dir !== undefined ? 'recorded' : 'synthesised';
  const all = speech.dir !== undefined ? await loadPrompts(speech.dir) : await synthesisePrompts(modelsDir);
  const prompts = all.slice(0, clips);
  process.stderr.write(`${prompts.length} ${source} prompts\n`);
  if (values['key-terms']) {
    const recorded = source === 'recorded' ? prompts : [];
    const rows = await compareKeyTerms({ modelsDir, modelDir, recorded, showErrors: values.errors });
    await writeResults(values.out, { model: modelDir.split('/').at(-1), figures: rows });
    return 0;
  }
  const detectorDir = taskFolder(modelsDir, 'voiceActivity');
  const providers = await openProviders(modelsDir, env);
  if (values.noise) {
    const rows = await compareNoise(prompts, {
      modelsDir,
      babble: values.babble,
      listen: { modelDir, detectorDir, fast: true, providers: providers.names },
    });
    await writeResults(values.out, { model: modelDir.split('/').at(-1), source, figures: rows });
    return 0;
  }
  const streamed = await streamAll({ prompts, modelDir, detectorDir, fast: values.fast, providers: providers.names });
  const split = await splitTimes(prompts, modelDir, providers.open);
  const figures = summarise(streamed, split);
  if (values.errors) {
    const misheard = streamed.heard.filter(({ errors }) => errors > 0);
    for (const { reference, text } of misheard) process.stdout.write(`said:  ${reference}\nheard: ${text}\n\n`);
  }
  printTable(['recognition', 'figure'], [...Object.entries(figures), ...Object.entries(providers.used())]);
  await writeResults(values.out, {
    model: modelDir.split('/').at(-1),
    realTime: !values.fast,
    source,
    providers: providers.used(),
    figures,
    prompts: streamed.heard,
  });
  return 0;
}

interface StreamAll {
  readonly prompts: readonly Prompt[];
  readonly modelDir: string;
  readonly detectorDir: string;
  readonly fast: boolean;
  readonly providers: readonly string[];
}

interface Streamed {
  readonly heard: Heard[];
  readonly cpuMs: number;
}

/** Runs each prompt through the streaming path, with the model on a separate thread as in a call. */
async function streamAll({ prompts, modelDir, detectorDir, fast, providers }: StreamAll): Promise<Streamed> {
  const models = await openHearing({ modelDir, detectorDir, fast, providers });
  try {
    await hear(prompts[0]!, { ...models, fast: true });
    const before = process.cpuUsage();
    const heard: Heard[] = [];
    for (const prompt of prompts) heard.push(await hear(prompt, models));
    const spent = process.cpuUsage(before);
    return { heard, cpuMs: (spent.user + spent.system) / 1000 };
  } finally {
    await models.close();
  }
}

interface Split {
  readonly encodeMs: readonly number[];
  readonly decodeMs: readonly number[];
  readonly steps: readonly number[];
}

/** Times encoder and decoder separately, without a draft, on one thread. */
async function splitTimes(prompts: readonly Prompt[], modelDir: string, open: OpenSession): Promise<Split> {
  const whisper = await openWhisper(modelDir, open);
  const split = { encodeMs: [] as number[], decodeMs: [] as number[], steps: [] as number[] };
  for (const prompt of [prompts[0]!, ...prompts]) {
    const { samples } = prompt;
    const transcript = await whisper.transcribe({ samples, rateHz, languageCode: 'en', signal: { aborted: false } });
    split.encodeMs.push(transcript!.encodeMs);
    split.decodeMs.push(transcript!.decodeMs);
    split.steps.push(transcript!.decoded.steps);
  }
  await whisper.close();
  // Drops the first run, which warms up the sessions.
  return { encodeMs: split.encodeMs.slice(1), decodeMs: split.decodeMs.slice(1), steps: split.steps.slice(1) };
}

function summarise({ heard, cpuMs }: Streamed, split: Split) {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const audioMs = sum(heard.map((one) => one.audioMs));
  const firsts = heard.flatMap(({ firstPartialMs }) => firstPartialMs ?? []);
  const of = (pick: (one: Heard) => number, share: number): number | null => round(quantile(heard.map(pick), share), 1);
  return {
    prompts: heard.length,
    'word error, %': round((100 * sum(heard.map((one) => one.errors))) / sum(heard.map((one) => one.words)), 2),
    'pause to final words, ms, median': of((one) => one.pauseToWordsMs, 0.5),
    'pause to final words, ms, p95': of((one) => one.pauseToWordsMs, 0.95),
    'end of speech to final words, ms, median': of((one) => one.endToWordsMs, 0.5),
    'end of speech to final words, ms, p95': of((one) => one.endToWordsMs, 0.95),
    'final decode alone, ms, median': of((one) => one.decodeMs, 0.5),
    'encoder without a draft, ms, mean': round(sum(split.encodeMs) / split.encodeMs.length, 1),
    'decoder without a draft, ms, mean': round(sum(split.decodeMs) / split.decodeMs.length, 1),
    'decoder steps without a draft, mean': round(sum(split.steps) / split.steps.length, 1),
    'times real time, final decodes': round(audioMs / sum(heard.map((one) => one.decodeMs)), 1),
    'times real time, captions and all, by CPU': round(audioMs / cpuMs, 1),
    'final decodes begun a prompt': round(sum(heard.map((one) => one.decodes)) / heard.length, 1),
    'captions a prompt': round(sum(heard.map((one) => one.partials)) / heard.length, 1),
    'first caption after, ms, median': round(quantile(firsts, 0.5)),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
