import { parseArgs } from 'node:util';
import type { Transcript } from '../src/transcripts/transcript.ts';
import { measureEvidence } from './analysis/evidence.ts';
import { fitRolesTo, fitTo } from './analysis/fitting.ts';
import { measureReanalysis, type ReanalysisFigures } from './analysis/reanalysis.ts';
import { measureRecordings, type RecordingOptions } from './analysis/recordings.ts';
import { percent, type Row, shareRow } from './analysis/row.ts';
import { folderOf, readPersuasion, readSgd, sgdTalk, sources } from './analysis/sets.ts';
import { speakerRows } from './analysis/speaker-rows.ts';
import { writtenCallRows } from './analysis/written-calls.ts';
import { airlineRows, feelingRows, persuasionRows, redactionRows, sgdRows } from './analysis/written-rows.ts';
import { type Cell, printTable, writeResults } from './table.ts';

/** Measurements, in the order of the table. */
const parts = {
  outcomes: 'what the customer decided, a value for a pledge never made (persuasionforgood, tau-bench)',
  fields: 'days, times, numbers, values of fields, values never mentioned, resolved or not (sgd/dev)',
  feelings: 'negative sentences and dissatisfied turns (vader, --satisfaction)',
  calls: 'outcomes, days, times and amounts of 30 written calls that no rule was fitted to (no set)',
  redaction: 'card and social security numbers (multidogo)',
  evidence: 'analyses whose every claim is checked by other code, and their time (persuasionforgood, sgd/dev)',
  reanalysis: 'stored calls analysed again by a server, on SQLite and PostgreSQL (persuasionforgood, sgd/dev)',
  recordings: 'stereo recordings of our own voices, uploaded to a server until all are analysed (no set)',
  speakers:
    'who speaks in one channel, exchanged channels (sgd/dev, tau-bench, persuasionforgood, --people, --prompts)',
} as const;
type Part = keyof typeof parts;
const isPart = (name: string): name is Part => Object.hasOwn(parts, name);
/** Default parts without `--only`: text only, without recordings or servers. */
const standard: readonly Part[] = ['outcomes', 'fields', 'feelings', 'calls', 'redaction', 'evidence'];

const listed = (lines: Readonly<Record<string, string>>, width: number): string =>
  Object.entries(lines)
    .map(([name, text]) => `  ${name.padEnd(width)}${text}`)
    .join('\n');

const usage = `bench analysis: what the analysis of conversations finds, and how fast, without a language model.
  --only PARTS         some of the parts below, separated by commas (default ${standard.join(',')})
  --data DIR           folder with the sets below (or ANALYSIS_DATA); what is missing is skipped with a line
  --analyses N         analyses whose evidence is checked (default 10000)
  --dialogues N        dialogues of sgd/dev that fields are asked of (default 400)
  --seed N             of the variations of transcripts, and of the recordings (default 1)
  --stored N           reanalysis: stored calls (default 10000)
  --postgres URL       reanalysis: also on a server on which a database may be made
  --database NAME      reanalysis: sqlite or postgres alone
  --recordings N       recordings: how many, each of a minute (default 100)
  --satisfaction FILE  also dialogues with ratings: USER or SYSTEM, text, act and ratings in tabs, an empty line between
  --people DIR         speakers: also recordings of people, a folder for each
  --prompts DIR        speakers: also a folder that has a folder of recordings of one person, against our voices
  --fit-roles          fits the weights that tell an agent from a customer to sgd/train, tau-bench and
                       persuasionforgood, and prints them
  --fit                fits the outcome model to persuasionforgood and writes src/analysis/outcome-model.json
  --out FILE           (default bench/results/analysis.json)

Parts:
${listed(parts, 12)}

Sets, which you fetch yourself:
${listed(sources, 19)}
`;

const options = {
  only: { type: 'string', default: standard.join(',') },
  data: { type: 'string', default: process.env.ANALYSIS_DATA ?? '' },
  analyses: { type: 'string', default: '10000' },
  dialogues: { type: 'string', default: '400' },
  seed: { type: 'string', default: '1' },
  stored: { type: 'string', default: '10000' },
  postgres: { type: 'string' },
  database: { type: 'string' },
  recordings: { type: 'string', default: '100' },
  satisfaction: { type: 'string' },
  fit: { type: 'boolean', default: false },
  'fit-roles': { type: 'boolean', default: false },
  people: { type: 'string' },
  prompts: { type: 'string' },
  out: { type: 'string', default: 'bench/results/analysis.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Prints a table and writes JSON. Returns the exit status. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  const data = positionals[0] ?? values.data;
  const only = values.only.split(',').map((name) => name.trim());
  const fault = faultOf(values, only);
  if (values.help || fault !== undefined) {
    process.stderr.write(values.help ? usage : `${fault}\n\n${usage}`);
    return values.help ? 0 : 2;
  }
  if (values.fit) return fitTo(data);
  if (values['fit-roles']) return fitRolesTo(data);
  const seed = Number(values.seed);
  const measure: Readonly<Record<Part, () => Promise<Measured>>> = {
    outcomes: async () => ({ rows: [...(await persuasionRows(data)), ...(await airlineRows(data))] }),
    fields: async () => ({ rows: await sgdRows(data, Number(values.dialogues)) }),
    feelings: async () => ({ rows: await feelingRows(data, values.satisfaction) }),
    calls: async () => ({ rows: writtenCallRows() }),
    redaction: async () => ({ rows: await redactionRows(data) }),
    evidence: () => evidence(data, Number(values.analyses), seed),
    reanalysis: () => reanalysis(data, { ...values, stored: Number(values.stored), seed, env }),
    recordings: () => recordings({ calls: Number(values.recordings), seconds: 60, seed, env }),
    speakers: async () => ({ rows: await speakerRows(data, values) }),
  };
  const rows: Row[] = [];
  const details: Record<string, object> = {};
  for (const part of Object.keys(parts).filter(isPart)) {
    if (!only.includes(part)) continue;
    const { rows: own, detail } = await measure[part]();
    rows.push(...own);
    if (detail !== undefined) details[part] = detail;
  }
  if (rows.length === 0) {
    process.stderr.write('Nothing was measured: none of the sets is there.\n');
    return 1;
  }
  printTable(
    ['figure', 'set', 'n', 'value', 'goal'],
    rows.map(({ figure, set, n, value, goal }): Cell[] => [figure, set, n, value, goal]),
  );
  await writeResults(values.out, { rows, ...details });
  return 0;
}

interface Measured {
  readonly rows: readonly Row[];
  /** Additional data of the part, in the JSON only. */
  readonly detail?: object;
}

type Counts = Readonly<Record<'analyses' | 'dialogues' | 'seed' | 'stored' | 'recordings', string>>;

function faultOf(
  { analyses, dialogues, seed, stored, recordings, database, postgres }: Counts & Databases,
  only: readonly string[],
): string | undefined {
  if (database !== undefined && database !== 'sqlite' && database !== 'postgres')
    return '--database must be sqlite or postgres.';
  if (database === 'postgres' && postgres === undefined) return '--database postgres needs the server: --postgres URL.';
  if (Number(stored) > 10_000) return '--stored must be at most 10000, as many as the route analyses again.';
  if (Number(recordings) > 100) return '--recordings must be at most 100, as many as one upload has.';
  const unknown = only.find((name) => !isPart(name));
  if (unknown !== undefined) return `"${unknown}" is not a part. Name some of ${Object.keys(parts).join(', ')}.`;
  const counts = Object.entries({ analyses, dialogues, seed, stored, recordings });
  const wrong = counts.find(([, count]) => !(Number.isInteger(Number(count)) && Number(count) > 0));
  return wrong && `--${wrong[0]} must be a positive whole number.`;
}

async function talksIn(data: string): Promise<Transcript[]> {
  const [persuasion, dev] = [folderOf(data, 'persuasionforgood'), folderOf(data, 'sgd/dev')];
  return [
    ...(persuasion === undefined ? [] : await readPersuasion(persuasion)).map(({ transcript }) => transcript),
    ...(dev === undefined ? [] : await readSgd(dev)).map(sgdTalk),
  ];
}

async function evidence(data: string, analyses: number, seed: number): Promise<Measured> {
  const transcripts = await talksIn(data);
  if (transcripts.length === 0) return { rows: [] };
  const figures = measureEvidence(transcripts, analyses, seed);
  const { claims, flaws, milliseconds: ms, varied } = figures;
  const of = Object.values(claims).reduce((sum, count) => sum + count, 0);
  const right = of - Object.values(flaws).reduce((sum, count) => sum + count, 0);
  const set = `persuasionforgood, sgd/dev; ${varied} of the analyses on variations`;
  const n = figures.analyses;
  const time = (share: number): string => `${share.toFixed(1)} ms`;
  const rows = [
    shareRow('values, scores, outcomes and sentences verified', set, { right, of }, '100 %'),
    { figure: 'invented quotes', set, n, value: String(flaws.invented), goal: '0' },
    { figure: 'claims without a quote', set, n, value: String(flaws.uncited), goal: '0' },
    { figure: 'values that their quotes do not say', set, n, value: String(flaws.unsupported), goal: '0' },
    { figure: 'an analysis, median', set, n, value: time(ms.p50), goal: '50 ms' },
    {
      figure: 'an analysis, 99th percentile and longest',
      set,
      n,
      value: `${time(ms.p99)}, ${time(ms.most)}`,
      goal: '',
    },
    { figure: 'all analyses, one core', set, n, value: `${figures.seconds.toFixed(0)} s`, goal: '600 s for 10,000' },
  ];
  return { rows, detail: figures };
}

interface Databases {
  readonly postgres?: string | undefined;
  readonly database?: string | undefined;
}

interface StoredCalls extends Databases {
  readonly stored: number;
  readonly seed: number;
  readonly env: NodeJS.ProcessEnv;
}

async function reanalysis(data: string, { stored, seed, env, postgres, database }: StoredCalls): Promise<Measured> {
  const transcripts = await talksIn(data);
  if (transcripts.length === 0) return { rows: [] };
  const rows: Row[] = [];
  const detail: ReanalysisFigures[] = [];
  for (const server of [undefined, ...(postgres === undefined ? [] : [postgres])]) {
    if (database !== undefined && database !== (server === undefined ? 'sqlite' : 'postgres')) continue;
    const figures = await measureReanalysis({ transcripts, calls: stored, seed, server, env });
    const { dialect: set, calls: n, checked } = figures;
    const time = `${figures.seconds.toFixed(0)} s, of which the request ${figures.queuedSeconds.toFixed(0)} s`;
    rows.push(
      { figure: 'calls analysed again', set, n, value: time, goal: '600 s for 10,000' },
      {
        figure: 'calls not analysed again; transcribed again',
        set,
        n,
        value: `${figures.left}; ${figures.transcribed}`,
        goal: '0; 0',
      },
      {
        figure: 'a list of calls meanwhile, p95',
        set,
        n,
        value: `${figures.listP95Ms?.toFixed(0) ?? '-'} ms`,
        goal: '',
      },
      shareRow(
        'claims served afterwards, verified',
        `${set}, ${checked.calls} calls`,
        { right: checked.claims - checked.flaws, of: checked.claims },
        '100 %',
      ),
    );
    detail.push(figures);
  }
  return { rows, detail };
}

async function recordings(options: RecordingOptions): Promise<Measured> {
  const figures = await measureRecordings(options);
  const { calls: n, completed, incomplete, swapped } = figures;
  const set = 'two of our voices, a channel each';
  const minute = 60 / options.seconds;
  const goal = `${((360 * n) / 100 / minute).toFixed(0)} s`;
  const time = `${figures.seconds.toFixed(0)} s, accepted after ${figures.acceptedSeconds.toFixed(0)} s`;
  const rows = [
    { figure: 'recordings of a minute uploaded and analysed', set, n, value: time, goal },
    {
      figure: 'completed; without summary or sentiment',
      set,
      n,
      value: `${completed}; ${incomplete}`,
      goal: `${n}; 0`,
    },
    { figure: 'right channels taken for exchanged', set, n, value: String(swapped), goal: '0' },
    { figure: 'word error of the transcripts', set, n, value: percent(figures.wordError, 1), goal: '' },
  ];
  return { rows, detail: figures };
}
