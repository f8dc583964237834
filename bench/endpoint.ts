import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createQuietWatch } from '../media/call/recognition/quiet-watch.ts';
import { createOpenSession } from '../media/inference/session.ts';
import type { Engine } from '../media/line/engine.ts';
import type { RecogniseJob, TurnJob, TurnResult, Utterance } from '../media/line/speech.ts';
import type { TurnInput, TurnOutput, VadStep } from '../media/line/turn.ts';
import { createEngine as createRecogniser } from '../media/recogniser/engine.ts';
import { askedFor } from '../media/turn/asked-for.ts';
import type { Waits } from '../media/turn/endpoint-wait.ts';
import { createEngine as createEndOfTurn } from '../media/turn/engine.ts';
import { createTurnMachine } from '../media/turn/machine.ts';
import { createGate } from '../media/vad/gate.ts';
import { createVoiceActivity, type VoiceActivity } from '../media/vad/silero.ts';
import { openVoiceNet } from '../media/vad/voice-net.ts';
import { defaultModelsDir, taskFolder } from '../models/locate.ts';
import { makeDictated } from './endpoint-dictated.ts';
import { type Clip, onTheLine, type Prompt, rateHz, readPrompts } from './endpoint-prompts.ts';
import { dictatedKinds } from './endpoint-utterances.ts';
import { openLineModels } from './interrupt/models.ts';
import { chooseSpeech, speechUsage } from './speech-folder.ts';

const usage = `bench endpoint: how long the end of a turn is waited for, and how often a caller is cut off.
  --speech DIR   ${speechUsage}
  --phases N     repeat with the prompts shifted by 32 / N ms against the steps of the voice detector (default 2)
  --noise DB     add white noise, this far below full scale (default none)
  --part NAME    dictations that are "seen", by which the rules were made, or "held-out" (default seen)
  --only NAME    only sets whose name holds this
  --sure MS      try another wait for turns whose end is sure
  --asked MS     try another wait for questions
  --words MS     from the detected pause to the final words (default 150)
  --verdict MS   from the request to the verdict of the end-of-turn model (default 100)
  --verbose      each pause of each prompt
`;

/** Telephone audio arrives in frames of this length. */
const frameMs = 20;

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
  /** Pauses for which the end-of-turn model was run. */
  readonly verdicts: number;
}

export async function main(argv: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      speech: { type: 'string' },
      phases: { type: 'string', default: '2' },
      noise: { type: 'string' },
      sure: { type: 'string' },
      asked: { type: 'string' },
      words: { type: 'string', default: '150' },
      verdict: { type: 'string', default: '100' },
      part: { type: 'string', default: 'seen' },
      only: { type: 'string', default: '' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const phases = Number(values.phases);
  const noiseDbfs = values.noise === undefined ? undefined : -Number(values.noise);
  const waits = {
    ...(values.sure === undefined ? {} : { sureMs: Number(values.sure) }),
    ...(values.asked === undefined ? {} : { askedMs: Number(values.asked) }),
  };
  const delays = { wordsMs: Number(values.words), verdictMs: Number(values.verdict) };
  const numbers = [noiseDbfs ?? 0, ...Object.values(waits), ...Object.values(delays)];
  const readable = Number.isInteger(phases) && phases > 0 && !numbers.some(Number.isNaN);
  const part = values.part === 'seen' || values.part === 'held-out' ? values.part : undefined;
  if (values.help || !readable || part === undefined) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const speech = chooseSpeech(values.speech);
  if (speech === undefined) return 2;
  const folder = defaultModelsDir(env);
  const models = await openModels(folder);
  const report: Record<string, object> = {};
  const outcomes: Outcome[] = [];
  const understood: Understood = new Map();
  async function score(name: string, clips: readonly Clip[]) {
    if (clips.length === 0 || !name.includes(values.only)) return;
    const mine: Outcome[] = [];
    for (let phase = 0; phase < phases; phase++) {
      const shiftMs = (32 * phase) / phases;
      for (const { file, samples, awaited } of clips) {
        const prompt = { ...onTheLine(file, samples, { shiftMs, noiseDbfs }), awaited };
        mine.push(await hear(prompt, models, { waits, delays, verbose: values.verbose, understood }));
      }
    }
    report[name] = summarise(mine, clips.length);
    process.stdout.write(`\n${name}\n`);
    console.table(report[name]);
    outcomes.push(...mine.map((outcome) => ({ ...outcome, set: name })));
  }
  if (speech.dir !== undefined) await score('recorded prompts', await readPrompts(speech.dir));
  else process.stderr.write('No recorded prompts were found. Name a folder of prompts with --speech.\n');
  const kinds = dictatedKinds.filter((kind) => `${kind}, ${kind}, asked for`.includes(values.only));
  const dictated = await makeDictated(await openLineModels(folder), part, kinds);
  for (const kind of kinds) {
    const clips = dictated.filter((clip) => clip.kind === kind);
    await score(
      kind,
      clips.map(({ name, samples }) => ({ file: name, samples })),
    );
    await score(
      `${kind}, asked for`,
      clips.flatMap(({ name, samples, question }) =>
        question === undefined ? [] : [{ file: name, samples, awaited: askedFor(question) }],
      ),
    );
  }
  await mkdir(resolve('bench/results'), { recursive: true });
  await writeFile(resolve('bench/results/endpoint.json'), `${JSON.stringify({ report, outcomes }, null, 1)}\n`);
  return 0;
}

async function openModels(folder: string): Promise<Models> {
  const open = createOpenSession({ providers: ['cpu'] });
  return {
    voiceActivity: createVoiceActivity(
      await openVoiceNet(join(taskFolder(folder, 'voiceActivity'), 'model.onnx'), open),
    ),
    recogniser: await createRecogniser({ modelDir: taskFolder(folder, 'recognition') }, open),
    endOfTurn: await createEndOfTurn({ modelDir: taskFolder(folder, 'endOfTurn') }, open),
  };
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

/** Words recognised in each pause, reused when the same utterance is evaluated with another expectation. */
type Understood = Map<string, { readonly text: string; readonly probability: number }>;

interface Delays {
  /** From the detected pause to the final words. */
  readonly wordsMs: number;
  /** From the request to the verdict of the end-of-turn model. */
  readonly verdictMs: number;
}

interface HearOptions {
  readonly understood: Understood;
  readonly waits: Partial<Waits>;
  readonly delays: Delays;
  readonly verbose: boolean;
}

async function hear(prompt: Prompt, models: Models, options: HearOptions): Promise<Outcome> {
  const { waits, delays, verbose, understood } = options;
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
  let verdicts = 0;
  const probabilities = new Map<number, number>();

  async function carryOut(output: TurnOutput): Promise<void> {
    if (output.type === 'turn_started') {
      onsetMs = output.onsetMs;
      if (Number.isNaN(startSeenMs)) startSeenMs = nowMs;
      if (prompt.awaited !== undefined) await take({ type: 'awaits', dictation: prompt.awaited });
    }
    if (output.type === 'turn_ended') ends.push({ ...output, atMs: nowMs });
    if (output.type === 'verdict_wanted') {
      const probability = probabilities.get(output.pauseId) ?? Number.NaN;
      verdicts += 1;
      later.push({ atMs: nowMs + delays.verdictMs, input: { type: 'verdict', pauseId: output.pauseId, probability } });
      later.sort((a, b) => a.atMs - b.atMs);
    }
    if (output.type !== 'pause_started') return;
    pauses += 1;
    pauseSeenMs = nowMs;
    const { pauseId } = output;
    const key = [prompt.file, prompt.samples.length, onsetMs, nowMs].join();
    const { text, probability } = understood.get(key) ?? (await judge(prompt.samples, { onsetMs, nowMs }, models));
    understood.set(key, { text, probability });
    probabilities.set(pauseId, probability);
    later.push({ atMs: nowMs + delays.wordsMs, input: { type: 'words', pauseId, final: true, text } });
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
    verdicts,
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
  const mean = (pick: (outcome: Outcome) => number): string =>
    (outcomes.reduce((sum, outcome) => sum + pick(outcome), 0) / outcomes.length).toFixed(2);
  const reasons = [...new Set(outcomes.map(({ reason }) => reason))];
  return {
    'prompts x phases': `${prompts} x ${outcomes.length / prompts}`,
    'cut off, %': ((100 * outcomes.filter(({ cut }) => cut).length) / outcomes.length).toFixed(1),
    'wait after the true end, ms (p10/50/75/90/95)': spread(({ waitMs }) => waitMs),
    'start seen after the true onset, ms': spread(({ startSeenMs }) => startSeenMs),
    'last pause seen after the true end, ms': spread(({ pauseSeenMs }) => pauseSeenMs),
    'error of the end, ms': spread(({ endErrorMs }) => endErrorMs),
    'pauses a prompt': mean(({ pauses }) => pauses),
    'verdicts a prompt': mean(({ verdicts }) => verdicts),
    reasons: reasons.map((name) => `${name} ${outcomes.filter(({ reason }) => reason === name).length}`).join(', '),
  };
}
