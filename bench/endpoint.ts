import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createQuietWatch } from '../media/call/quiet-watch.ts';
import { decodeMulaw, encodeMulaw } from '../media/codec/g711.ts';
import { readWav } from '../media/codec/wav.ts';
import { resample } from '../media/dsp/resampler.ts';
import { createOpenSession } from '../media/inference/session.ts';
import type { Engine } from '../media/line/engine.ts';
import type { RecogniseJob, TurnJob, TurnResult, Utterance } from '../media/line/speech.ts';
import type { TurnInput, TurnOutput, VadStep } from '../media/line/turn.ts';
import { createEngine as createRecogniser } from '../media/recogniser/engine.ts';
import type { Waits } from '../media/turn/endpoint-wait.ts';
import { createEngine as createEndOfTurn } from '../media/turn/engine.ts';
import { createTurnMachine } from '../media/turn/machine.ts';
import { createGate } from '../media/vad/gate.ts';
import { createVoiceActivity, type VoiceActivity } from '../media/vad/silero.ts';
import { defaultModelsDir, modelFolder } from '../models/locate.ts';
import { makeDictated } from './endpoint-dictated.ts';
import { openLineModels } from './interrupt/models.ts';
import { findSpeech, speechUsage } from './speech-folder.ts';

const usage = `bench endpoint: how long the end of a turn is waited for, and how often a caller is cut off.
  --speech DIR   ${speechUsage}
  --phases N     repeat with the prompts shifted by 32 / N ms against the steps of the voice detector (default 2)
  --noise DB     add white noise, this far below full scale (default none)
  --sure MS      try another wait for turns whose end is sure
  --verbose      each pause of each prompt
`;

const rateHz = 8000;
const leadMs = 500;
const tailMs = 2000;
/** When the final words and the verdict are there, after the pause was seen: what a free core takes. */
const wordsMs = 150;
const verdictMs = 100;
/** A telephone's audio comes in pieces of this length. */
const frameMs = 20;

interface Prompt {
  readonly file: string;
  readonly samples: Float32Array;
  readonly onsetMs: number;
  readonly endMs: number;
}

interface Models {
  readonly voiceActivity: VoiceActivity;
  readonly recogniser: Engine<RecogniseJob, Utterance>;
  readonly endOfTurn: Engine<TurnJob, TurnResult>;
}

/** Times are relative to the true onset or end by energy. */
interface Outcome {
  readonly file: string;
  readonly cut: boolean;
  readonly reason: string;
  readonly waitMs: number;
  readonly startSeenMs: number;
  readonly pauseSeenMs: number;
  readonly endErrorMs: number;
  readonly pauses: number;
}

export async function main(argv: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      speech: { type: 'string' },
      phases: { type: 'string', default: '2' },
      noise: { type: 'string' },
      sure: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const phases = Number(values.phases);
  const noiseDbfs = values.noise === undefined ? undefined : -Number(values.noise);
  const waits = values.sure === undefined ? {} : { sureMs: Number(values.sure) };
  const readable =
    Number.isInteger(phases) && phases > 0 && !Number.isNaN(noiseDbfs) && !Number.isNaN(waits.sureMs ?? 0);
  if (values.help || !readable) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const speech = findSpeech(values.speech);
  if (speech.kind === 'missing') {
    process.stderr.write(`${speech.sentence}\n`);
    return 2;
  }
  const folder = defaultModelsDir(env);
  const models = await openModels(folder);
  const report: Record<string, object> = {};
  const outcomes: Outcome[] = [];
  async function score(name: string, clips: readonly { readonly file: string; readonly samples: Float32Array }[]) {
    const mine: Outcome[] = [];
    for (let phase = 0; phase < phases; phase++) {
      const shiftMs = (32 * phase) / phases;
      for (const { file, samples } of clips)
        mine.push(
          await hear(onTheLine(file, samples, { shiftMs, noiseDbfs }), models, {
            waits,
            verbose: values.verbose,
          }),
        );
    }
    report[name] = summarise(mine, clips.length);
    process.stdout.write(`\n${name}\n`);
    console.table(report[name]);
    outcomes.push(...mine);
  }
  if (speech.kind === 'found') await score('recorded prompts', await readPrompts(speech.dir));
  else process.stderr.write('There are no recorded prompts here; name a folder of them with --speech.\n');
  const dictated = await makeDictated(await openLineModels(folder));
  for (const kind of ['number', 'address', 'spelling'] as const) {
    const clips = dictated.filter((clip) => clip.kind === kind);
    await score(
      `dictated: ${kind}`,
      clips.map(({ name, samples }) => ({ file: name, samples })),
    );
  }
  await mkdir(resolve('bench/results'), { recursive: true });
  await writeFile(resolve('bench/results/endpoint.json'), `${JSON.stringify({ report, outcomes }, null, 1)}\n`);
  return 0;
}

async function readPrompts(dir: string): Promise<{ file: string; samples: Float32Array }[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.wav')).sort();
  return Promise.all(
    files.map(async (file) => {
      const clip = readWav(await readFile(join(dir, file)));
      return { file, samples: resample(clip.samples, clip.rateHz, rateHz) };
    }),
  );
}

async function openModels(folder: string): Promise<Models> {
  const open = createOpenSession({ providers: ['cpu'] });
  return {
    voiceActivity: createVoiceActivity(await open(join(modelFolder(folder, 'silero-vad'), 'model.onnx'))),
    recogniser: await createRecogniser({ modelDir: modelFolder(folder, 'whisper-tiny.en') }, open),
    endOfTurn: await createEndOfTurn({ modelDir: modelFolder(folder, 'smart-turn') }, open),
  };
}

/** The prompt between silences, with noise, through mu-law; its true bounds are those of the clean prompt's energy. */
function onTheLine(
  file: string,
  clip: Float32Array,
  options: { readonly shiftMs: number; readonly noiseDbfs: number | undefined },
): Prompt {
  const lead = ((leadMs + options.shiftMs) * rateHz) / 1000;
  const clean = new Float32Array(lead + clip.length + (tailMs * rateHz) / 1000);
  clean.set(clip, lead);
  const { onsetMs, endMs } = boundsByEnergy(clean);
  const amplitude = options.noiseDbfs === undefined ? 0 : 10 ** (options.noiseDbfs / 20) * Math.sqrt(3);
  const noisy = clean.map((x) => x + amplitude * (2 * Math.random() - 1));
  return { file, samples: decodeMulaw(encodeMulaw(noisy)), onsetMs, endMs };
}

/** First and last 10 ms that come within 35 dB of the loudest (and above -45 dBFS). */
function boundsByEnergy(samples: Float32Array): { onsetMs: number; endMs: number } {
  const levels: number[] = [];
  for (let at = 0; at + 80 <= samples.length; at += 80) {
    const energy = samples.subarray(at, at + 80).reduce((sum, x) => sum + x * x, 0);
    levels.push(10 * Math.log10(energy / 80 + 1e-10));
  }
  const threshold = Math.max(-45, Math.max(...levels) - 35);
  const active = levels.map((level) => level > threshold);
  return { onsetMs: active.indexOf(true) * 10, endMs: (active.lastIndexOf(true) + 1) * 10 };
}

async function stepsOf(samples: Float32Array, voiceActivity: VoiceActivity): Promise<VadStep[]> {
  const steps: VadStep[] = [];
  const stream = voiceActivity.open({ onStep: (step) => steps.push(step) });
  for (let at = 0; at < samples.length; at += rateHz) {
    stream.push(samples.subarray(at, at + rateHz));
    await voiceActivity.run();
  }
  stream.close();
  return steps;
}

interface HearOptions {
  readonly waits: Partial<Waits>;
  readonly verbose: boolean;
}

async function hear(prompt: Prompt, models: Models, { waits, verbose }: HearOptions): Promise<Outcome> {
  const gate = createGate();
  const machine = createTurnMachine({ waits });
  const quiet = createQuietWatch({ rateHz, isSilence: gate.isSilence });
  const later: { readonly atMs: number; readonly input: TurnInput }[] = [];
  const notes: string[] = [];
  const ends: { readonly atMs: number; readonly endMs: number; readonly reason: string }[] = [];
  let nowMs = 0;
  let onsetMs = 0;
  let startSeenMs = Number.NaN;
  let pauseSeenMs = Number.NaN;
  let pauses = 0;

  async function carryOut(output: TurnOutput): Promise<void> {
    if (output.type === 'turn_started') {
      onsetMs = output.onsetMs;
      if (Number.isNaN(startSeenMs)) startSeenMs = nowMs;
    }
    if (output.type === 'turn_ended') ends.push({ ...output, atMs: nowMs });
    if (output.type !== 'pause_started') return;
    pauses += 1;
    pauseSeenMs = nowMs;
    const { pauseId } = output;
    const { text, probability } = await judge(prompt.samples, { onsetMs, nowMs }, models);
    later.push({ atMs: nowMs + verdictMs, input: { type: 'verdict', pauseId, probability } });
    later.push({ atMs: nowMs + wordsMs, input: { type: 'words', pauseId, final: true, text } });
    notes.push(`${Math.round(output.endMs)}@${nowMs} ${probability.toFixed(2)} ${text.slice(-40)}`);
  }
  async function take(input: TurnInput): Promise<void> {
    for (const output of machine.step(input)) await carryOut(output);
  }

  async function answersUntil(atMs: number): Promise<void> {
    for (let next = later[0]; next !== undefined && next.atMs < atMs; next = later[0]) {
      later.shift();
      nowMs = next.atMs;
      await take(next.input);
    }
    nowMs = atMs;
  }

  const steps = await stepsOf(prompt.samples, models.voiceActivity);
  const lengthMs = prompt.samples.length / 8;
  let judged = 0;
  for (let atMs = frameMs; atMs <= lengthMs; atMs += frameMs) {
    await answersUntil(atMs);
    quiet.push(prompt.samples.subarray((atMs - frameMs) * 8, atMs * 8));
    if (quiet.soundMs <= (steps[judged - 1]?.endMs ?? 0) && machine.endsBy(atMs)) await take({ type: 'silence', atMs });
    for (let step = steps[judged]; step !== undefined && step.endMs <= atMs; step = steps[judged]) {
      judged += 1;
      for (const event of gate.step(step)) await take(event);
      await take({ type: 'tick', atMs: step.endMs });
    }
  }
  const last = ends.at(-1);
  const cut = ends.some(({ atMs }) => atMs < prompt.endMs);
  if (verbose) console.log(prompt.file, cut ? 'CUT' : '', prompt.endMs, notes.join(' | '), JSON.stringify(ends));
  return {
    file: prompt.file,
    cut,
    reason: last?.reason ?? 'never',
    waitMs: (last?.atMs ?? Number.NaN) - prompt.endMs,
    startSeenMs: startSeenMs - prompt.onsetMs,
    pauseSeenMs: pauseSeenMs - prompt.endMs,
    endErrorMs: (last?.endMs ?? Number.NaN) - prompt.endMs,
    pauses,
  };
}

async function judge(
  samples: Float32Array,
  { onsetMs, nowMs }: { readonly onsetMs: number; readonly nowMs: number },
  models: Models,
): Promise<{ text: string; probability: number }> {
  const until = nowMs * 8;
  const turn = samples.subarray(Math.max(0, onsetMs - 320) * 8, until);
  const signal = { aborted: false };
  let text = '';
  let probability = 0;
  for await (const utterance of models.recogniser.run(
    { samples: turn, rateHz, languageCode: 'en', kind: 'final' },
    signal,
  )) {
    text = utterance.text;
  }
  const window = samples.subarray(Math.max(0, until - 8 * rateHz), until);
  for await (const result of models.endOfTurn.run({ samples: window, rateHz }, signal)) {
    probability = result.probability;
  }
  return { text, probability };
}

function summarise(outcomes: readonly Outcome[], prompts: number): Record<string, number | string> {
  const quantile = (pick: (outcome: Outcome) => number, part: number): number => {
    const sorted = outcomes.map(pick).sort((a, b) => a - b);
    return Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN);
  };
  const spread = (pick: (outcome: Outcome) => number): string =>
    [0.1, 0.5, 0.75, 0.9, 0.95].map((part) => quantile(pick, part)).join(' / ');
  const reasons = [...new Set(outcomes.map(({ reason }) => reason))];
  return {
    'prompts x phases': `${prompts} x ${outcomes.length / prompts}`,
    'cut off, %': ((100 * outcomes.filter(({ cut }) => cut).length) / outcomes.length).toFixed(1),
    'wait after the true end, ms (p10/50/75/90/95)': spread(({ waitMs }) => waitMs),
    'start seen after the true onset, ms': spread(({ startSeenMs }) => startSeenMs),
    'last pause seen after the true end, ms': spread(({ pauseSeenMs }) => pauseSeenMs),
    'error of the end, ms': spread(({ endErrorMs }) => endErrorMs),
    'pauses a prompt': (outcomes.reduce((sum, { pauses }) => sum + pauses, 0) / outcomes.length).toFixed(2),
    reasons: reasons.map((name) => `${name} ${outcomes.filter(({ reason }) => reason === name).length}`).join(', '),
  };
}
