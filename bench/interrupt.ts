import { parseArgs } from 'node:util';
import { openVirtualLine, type VirtualTimes } from '../media/call/virtual/virtual-line.ts';
import { defaultModelsDir } from '../models/locate.ts';
import { readPrompts } from './endpoint-prompts.ts';
import { fitOverlap } from './interrupt/fit.ts';
import { type LineModels, openLineModels } from './interrupt/models.ts';
import { type Outcome, type Scene, sceneMs, stage } from './interrupt/scene.ts';
import { kinds, makeRecordedSet, makeSet, type Occurrence, parts, recordedKind } from './interrupt/set.ts';
import { chooseSpeech, speechUsage } from './speech-folder.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench interrupt: what is heard over a reply, and whether it ends it.
  --each N        occurrences of each kind (default 48)
  --kind NAME     only kinds whose name holds this
  --part NAME     "seen", which the rules were made by; "new-voices", which says the same in other voices, paces and
                  sounds; "held-out", which has other words as well (default seen)
  --speech DIR    ${speechUsage};
                  each is said into a reply once, as "recorded prompt"
  --seed N        offsets, levels and delays (default 1)
  --words-ms N    how long words take, as on a busy machine (default 120)
  --together N    calls at a time, on one clock (default 12)
  --verbose       each occurrence
  --fit           fit the decision about final words on the seen part, and report it beside the gates on what is held out
  --heard FILE    with --fit: recordings of an earlier run (JSON lines) instead of new ones
  --write         with --fit: write the weights into the recogniser's calibration
  --out FILE      (default bench/results/interrupt.json)
`;

const options = {
  each: { type: 'string', default: '48' },
  kind: { type: 'string', default: '' },
  part: { type: 'string', default: 'seen' },
  speech: { type: 'string' },
  seed: { type: 'string', default: '1' },
  'words-ms': { type: 'string', default: '120' },
  together: { type: 'string', default: '12' },
  verbose: { type: 'boolean', default: false },
  fit: { type: 'boolean', default: false },
  heard: { type: 'string' },
  write: { type: 'boolean', default: false },
  out: { type: 'string', default: 'bench/results/interrupt.json' },
  help: { type: 'boolean', default: false },
} as const;

const reported = [...kinds, recordedKind];

/** One frame of the line: audio lost or repeated within it is not audible. */
const exactMs = 20;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [each, seed, wordsMs, together] = [values.each, values.seed, values['words-ms'], values.together].map(
    Number,
  ) as [number, number, number, number];
  const part = parts.find((name) => name === values.part);
  if (
    values.help ||
    part === undefined ||
    ![each, seed, wordsMs, together].every((value) => Number.isInteger(value) && value > 0)
  ) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  if (values.fit) {
    const { heard: heardFile, write } = values;
    const open = () => openLineModels(defaultModelsDir(env));
    const result = await fitOverlap(open, { each, seed, write, ...(heardFile === undefined ? {} : { heardFile }) });
    await writeResults(values.out, result);
    return 0;
  }
  const speech = chooseSpeech(values.speech);
  if (speech === undefined) return 2;
  const models = await openLineModels(defaultModelsDir(env));
  const clips = speech.dir !== undefined ? await readPrompts(speech.dir) : [];
  const set = [...makeSet(each, { seed, part }), ...makeRecordedSet(clips, { seed })].filter(({ kind }) =>
    kind.includes(values.kind),
  );
  const times = { wordsMs, verdictMs: 100, voiceMs: 30, networkMs: 20 };
  const outcomes = await perform(set, models, { times, together });
  if (values.verbose) for (const outcome of outcomes) process.stderr.write(`${describe(outcome)}\n`);
  report(outcomes);
  await writeResults(values.out, { times, figures: reported.map((kind) => figuresOf(kind, outcomes)), outcomes });
  return 0;
}

/** Plays every occurrence, `together` calls at a time. */
export async function perform(
  set: readonly Occurrence[],
  models: LineModels,
  { times, together }: { readonly times: VirtualTimes; readonly together: number },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < set.length; at += together) {
    const line = await openVirtualLine(models, times);
    const undisturbed = await stage(line, models, undefined);
    const scenes: Scene[] = [];
    for (const occurrence of set.slice(at, at + together)) scenes.push(await stage(line, models, occurrence));
    await line.pass(sceneMs);
    const reference = undisturbed.reference();
    outcomes.push(...scenes.map((scene) => scene.judge(reference)));
    await line.close();
  }
  return outcomes;
}

const isExact = (seamMs: number): boolean => Math.abs(seamMs) <= exactMs;

export function figuresOf(kind: string, all: readonly Outcome[]) {
  const outcomes = all.filter((outcome) => outcome.kind === kind);
  const percent = (share: readonly Outcome[], of: readonly Outcome[] = outcomes): number | null =>
    of.length === 0 ? null : round((100 * share.length) / of.length, 1);
  const times = (pick: (outcome: Outcome) => number | undefined) => {
    const values = outcomes.flatMap((outcome) => pick(outcome) ?? []);
    return { p50: round(quantile(values, 0.5)), p95: round(quantile(values, 0.95)) };
  };
  const seams = outcomes.flatMap(({ seamsMs }) => seamsMs);
  const passed = outcomes.filter(({ cut }) => !cut);
  return {
    kind,
    n: outcomes.length,
    shouldCut: outcomes[0]?.shouldCut ?? false,
    cutPercent: percent(outcomes.filter(({ cut }) => cut)),
    silencedPercent: percent(outcomes.filter(({ stopMs }) => stopMs !== undefined)),
    stopMs: times(({ stopMs }) => stopMs),
    decisionMs: times(({ decisionMs }) => decisionMs),
    resumed: seams.length,
    resumedExactly: seams.filter(isExact).length,
    worstSeamMs: seams.length === 0 ? null : round(Math.max(...seams.map(Math.abs))),
    answeredPercent: percent(
      passed.filter(({ answered }) => answered),
      passed,
    ),
  };
}

function report(outcomes: readonly Outcome[]): void {
  printTable(
    [
      'heard over a reply',
      'n',
      'should',
      'cut %',
      'silenced %',
      'stop p50',
      'p95',
      'decided p50',
      'p95',
      'resumed',
      'exactly',
      'answered %',
    ],
    reported
      .map((kind) => figuresOf(kind, outcomes))
      .filter(({ n }) => n > 0)
      .map((row) => [
        row.kind,
        row.n,
        row.shouldCut ? 'cut' : 'go on',
        row.cutPercent,
        row.silencedPercent,
        row.stopMs.p50,
        row.stopMs.p95,
        row.decisionMs.p50,
        row.decisionMs.p95,
        row.resumed,
        row.resumedExactly,
        row.answeredPercent,
      ]),
  );
}

const describe = (outcome: Outcome): string =>
  [
    outcome.cut === outcome.shouldCut ? '  ' : 'X ',
    outcome.id.padEnd(34),
    outcome.speaker.padEnd(7),
    outcome.cut ? 'cut  ' : 'go on',
    `stop ${outcome.stopMs ?? '-'} decided ${outcome.decisionMs ?? '-'}`.padEnd(26),
    `seams ${outcome.seamsMs.map((ms) => ms.toFixed(1)).join(' ')}`.padEnd(18),
    outcome.because.padEnd(8),
    outcome.answered ? 'ANSWERED' : '',
    outcome.text,
  ].join(' ');
