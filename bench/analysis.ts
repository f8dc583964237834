import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Transcript } from '../src/transcripts/transcript.ts';
import { measureEvidence } from './analysis/evidence.ts';
import { measureFields, measureUnpledged, readSlots, readValues, type Share } from './analysis/fields.ts';
import {
  exampleOf,
  fitOutcome,
  judgeOutcomes,
  type OutcomeFigures,
  sgdAccepted,
  validateFit,
} from './analysis/outcomes.ts';
import { measureRedaction } from './analysis/redaction.ts';
import { judgeRated, judgeSentences, type SatisfactionFigures } from './analysis/satisfaction.ts';
import {
  folderOf,
  isValidation,
  readPersuasion,
  readSgd,
  readTau,
  readVader,
  sgdResolved,
  sgdTalk,
  sources,
} from './analysis/sets.ts';
import { measureMixed, measureOurVoices, measurePeople, type SpeakerFigures } from './analysis/speakers.ts';
import { fitRoles, measureSwaps } from './analysis/swaps.ts';
import { type Cell, printTable, writeResults } from './table.ts';

const usage = `bench analysis: what the analysis of conversations finds, against labelled sets that you fetch yourself.
  --data DIR           folder with the sets below (or ANALYSIS_DATA); what is missing is skipped with a line
  --analyses N         analyses whose evidence is looked up (default 10000)
  --dialogues N        dialogues of sgd/dev that fields are asked of (default 400)
  --satisfaction FILE  also dialogues with ratings: USER or SYSTEM, text, act and ratings in tabs, an empty line between
  --fit-roles          fits the weights that tell an agent from a customer to sgd/train, tau-bench and
                       persuasionforgood, and prints them
  --speakers           only who speaks: recordings in one channel, of two of our voices that say calls of sgd/dev
  --people DIR         with --speakers: also recordings of people, a folder for each
  --prompts DIR        with --speakers: also a folder that has a folder of recordings of one person, against our voices
  --fit                fits the outcome model to persuasionforgood and writes src/analysis/outcome-model.json
  --out FILE           (default bench/results/analysis.json)

${Object.entries(sources)
  .map(([folder, source]) => `  ${folder}: ${source}`)
  .join('\n')}
`;

const options = {
  data: { type: 'string', default: process.env.ANALYSIS_DATA ?? '' },
  analyses: { type: 'string', default: '10000' },
  dialogues: { type: 'string', default: '400' },
  satisfaction: { type: 'string' },
  fit: { type: 'boolean', default: false },
  speakers: { type: 'boolean', default: false },
  'fit-roles': { type: 'boolean', default: false },
  people: { type: 'string' },
  prompts: { type: 'string' },
  out: { type: 'string', default: 'bench/results/analysis.json' },
  help: { type: 'boolean', default: false },
} as const;

const note = 'Weights of a logistic regression over the features of outcome-features.ts. It has no text of its source.';

interface Row {
  readonly figure: string;
  readonly set: string;
  readonly n: number;
  readonly value: string;
  readonly goal: string;
}

/** Prints a table and writes JSON. Gives the exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  const data = positionals[0] ?? values.data;
  const [analyses, dialogues] = [Number(values.analyses), Number(values.dialogues)];
  if (values.help || data === '' || ![analyses, dialogues].every((count) => Number.isInteger(count) && count > 0)) {
    process.stderr.write(values.help ? usage : `Name the folder of the sets with --data.\n\n${usage}`);
    return values.help ? 0 : 2;
  }
  if (values.fit) return fitTo(data);
  if (values['fit-roles']) return fitRolesTo(data);
  const rows = values.speakers
    ? await speakerRows(data, values)
    : [
        ...(await persuasionRows(data)),
        ...(await sgdRows(data, dialogues)),
        ...(await otherRows(data, values.satisfaction)),
        ...(await evidenceRows(data, analyses)),
      ];
  printTable(
    ['figure', 'set', 'n', 'value', 'goal'],
    rows.map(({ figure, set, n, value, goal }): Cell[] => [figure, set, n, value, goal]),
  );
  await writeResults(values.out, { rows });
  return rows.length === 0 ? 1 : 0;
}

async function fitTo(data: string): Promise<number> {
  const folder = folderOf(data, 'persuasionforgood');
  if (folder === undefined) return 1;
  const examples = (await readPersuasion(folder)).map(exampleOf);
  const { model, crossValidated } = fitOutcome(examples);
  await writeFile('src/analysis/outcome-model.json', `${JSON.stringify({ note, ...model }, null, 2)}\n`);
  const validated = validateFit(examples, model).toFixed(3);
  process.stdout.write(`macro-F1: ${crossValidated.toFixed(3)} in 8 parts, ${validated} on the validation part\n`);
  return 0;
}

/** Every third dialogue of sgd/train, so that it does not outweigh the others. */
async function fitRolesTo(data: string): Promise<number> {
  const [sgd, tau] = [folderOf(data, 'sgd/train'), folderOf(data, 'tau-bench')];
  const persuasion = folderOf(data, 'persuasionforgood');
  if (sgd === undefined || tau === undefined || persuasion === undefined) return 1;
  const dialogues = (await readSgd(sgd)).filter((_, index) => index % 3 === 0);
  const talks = [
    ...dialogues.map((dialogue) => ({ id: dialogue.dialogue_id, transcript: sgdTalk(dialogue) })),
    ...(await readTau(tau)),
    ...(await readPersuasion(persuasion)),
  ].filter(({ id }) => !isValidation(id));
  process.stdout.write(`${JSON.stringify(fitRoles(talks), null, 2)}\n`);
  return 0;
}

const percent = (part: number, all: number): string => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`);
const fixed = (value: number | null): string => value?.toFixed(3) ?? '-';
const shareRow = (figure: string, set: string, { right, of }: Share, goal: string): Row => ({
  ...{ figure, set, n: of, value: percent(right, of), goal },
});

function outcomeRows(set: string, figures: OutcomeFigures, goal: string): Row[] {
  const { n, macroF1, macroF1Decided, macroF1EmptyAsNo, decided, accuracyDecided, auc } = figures;
  return [
    { figure: 'outcome, macro-F1 of all', set, n, value: fixed(macroF1), goal },
    { figure: 'outcome, macro-F1, empty read as no', set, n, value: fixed(macroF1EmptyAsNo), goal },
    { figure: 'outcome, macro-F1 of decided', set, n: Math.round(n * decided), value: fixed(macroF1Decided), goal },
    {
      figure: 'outcome, right of decided',
      set,
      n: Math.round(n * decided),
      value: percent(accuracyDecided, 1),
      goal: '',
    },
    { figure: 'acceptance, area under the curve', set, n, value: fixed(auc), goal: '' },
  ];
}

async function persuasionRows(data: string): Promise<Row[]> {
  const folder = folderOf(data, 'persuasionforgood');
  if (folder === undefined) return [];
  const all = await readPersuasion(folder);
  const held = all.filter(({ id }) => isValidation(id));
  const set = 'persuasionforgood, validation';
  return [
    ...outcomeRows(set, judgeOutcomes(held), '0.75'),
    shareRow('a value for an amount that nobody named', 'persuasionforgood', measureUnpledged(all), 'at most 5 %'),
  ];
}

async function sgdRows(data: string, most: number): Promise<Row[]> {
  const folder = folderOf(data, 'sgd/dev');
  if (folder === undefined) return [];
  const dialogues = await readSgd(folder);
  const set = 'sgd/dev';
  const { day, time, number } = readValues(dialogues);
  // Every service is in the files somewhere: a step through all of them.
  const step = Math.max(1, Math.floor(dialogues.length / most));
  const some = dialogues.filter((_, index) => index % step === 0).slice(0, most);
  const { asked, absent } = measureFields(some, await readSlots(folder));
  const resolved = judgeOutcomes(sgdResolved(dialogues));
  return [
    ...[shareRow('days exact', set, day, '95 %'), shareRow('times exact', set, time, '97 %')],
    shareRow('numbers exact', set, number, '95 %'),
    ...Object.entries(asked).flatMap(([type, { right, found, of }]) => [
      shareRow(`${type} fields, right at the end`, set, { right, of }, ''),
      shareRow(`${type} fields, right of found`, set, { right, of: found }, ''),
    ]),
    shareRow('a value for a fact never mentioned', set, { right: absent.valued, of: absent.of }, 'at most 2 %'),
    ...outcomeRows(`${set}, offer accepted`, judgeOutcomes(sgdAccepted(dialogues)), ''),
    {
      ...{ figure: 'resolved or not, of decided', set, n: Math.round(resolved.n * resolved.decided) },
      ...{ value: percent(resolved.accuracyDecided, 1), goal: '85 %' },
    },
    { figure: 'resolved or not, macro-F1', set, n: resolved.n, value: fixed(resolved.macroF1EmptyAsNo), goal: '' },
  ];
}

function swapRows(set: string, talks: readonly Transcript[]): Row[] {
  if (talks.length === 0) return [];
  const { found, falseAlarms } = measureSwaps(talks);
  return [
    shareRow('exchanged sides found', set, found, '95 %'),
    shareRow('right sides taken for exchanged', set, falseAlarms, 'at most 0.5 %'),
  ];
}

async function speakerRows(
  data: string,
  { people, prompts }: { readonly people?: string | undefined; readonly prompts?: string | undefined },
): Promise<Row[]> {
  const rows = (set: string, figures: SpeakerFigures): Row[] => [
    shareRow('words to the right person', set, { right: figures.right, of: figures.words }, '95 %'),
    { figure: 'voices not told apart', set, n: figures.dialogues, value: `${figures.undivided}`, goal: '' },
  ];
  const folder = folderOf(data, 'sgd/dev');
  const talks = folder === undefined ? [] : (await readSgd(folder)).map(sgdTalk);
  const calls = talks
    .filter(({ length }) => length >= 10 && length <= 16)
    .filter((_, index) => index % 50 === 0)
    .slice(0, 12)
    .map((talk) => talk.map(({ speaker, text }) => [speaker === 'agent' ? 0 : 1, text] as const));
  const tau = folderOf(data, 'tau-bench');
  const persuasion = folderOf(data, 'persuasionforgood');
  const all: Row[] = [
    ...swapRows('sgd/dev', talks),
    ...swapRows('tau-bench', tau === undefined ? [] : (await readTau(tau)).map(({ transcript }) => transcript)),
    ...swapRows(
      'persuasionforgood, validation',
      (persuasion === undefined ? [] : await readPersuasion(persuasion))
        .filter(({ id }) => isValidation(id))
        .map(({ transcript }) => transcript),
    ),
  ];
  if (calls.length > 0) {
    const ours = await measureOurVoices(calls);
    all.push(...rows('two of our voices', ours));
    all.push({ figure: 'agent named', set: 'two of our voices', n: ours.dialogues, value: `${ours.named}`, goal: '' });
    all.push({
      figure: 'agent misnamed',
      set: 'two of our voices',
      n: ours.named,
      value: `${ours.misnamed}`,
      goal: '',
    });
  }
  if (people !== undefined) all.push(...rows('two recorded people', await measurePeople(people, 20)));
  const texts = talks.slice(0, 5).flatMap((talk) => talk.map(({ text }) => text));
  if (prompts !== undefined) all.push(...rows('a recorded person and our voices', await measureMixed(prompts, texts)));
  return all;
}

const curveRow = (figure: string, set: string, { n, auc, vaderAlone }: SatisfactionFigures, goal: string): Row => ({
  ...{ figure, set, n, value: `${fixed(auc)} (lexicon alone ${fixed(vaderAlone)})`, goal },
});

async function otherRows(data: string, satisfaction: string | undefined): Promise<Row[]> {
  const rows: Row[] = [];
  const tau = folderOf(data, 'tau-bench');
  if (tau !== undefined) rows.push(...outcomeRows('tau-bench', judgeOutcomes(await readTau(tau)), ''));
  const vader = folderOf(data, 'vader');
  if (vader !== undefined)
    rows.push(curveRow('negative sentence, area under the curve', 'vader', judgeSentences(await readVader(vader)), ''));
  if (satisfaction !== undefined) {
    const { turns, dialogues } = await judgeRated(satisfaction);
    rows.push(curveRow('dissatisfied turn, area under the curve', satisfaction, turns, '0.78'));
    rows.push(curveRow('dissatisfied dialogue, area under the curve', satisfaction, dialogues, '0.72'));
  }
  const multidogo = folderOf(data, 'multidogo');
  if (multidogo === undefined) return rows;
  const redaction = await measureRedaction(multidogo, 'dev');
  const set = 'multidogo/*/dev';
  return [
    ...rows,
    shareRow('card and SSN tokens found', set, { right: redaction.found, of: redaction.tokens }, '99 %'),
    shareRow(
      'the same, named in the turn or whole',
      set,
      { right: redaction.namedFound, of: redaction.namedTokens },
      '99 %',
    ),
    shareRow(
      'redacted tokens that are one',
      set,
      { right: redaction.redactedRight, of: redaction.redactedTokens },
      '95 %',
    ),
  ];
}

async function evidenceRows(data: string, analyses: number): Promise<Row[]> {
  const [persuasion, dev] = [folderOf(data, 'persuasionforgood'), folderOf(data, 'sgd/dev')];
  const transcripts: Transcript[] = [
    ...(persuasion === undefined ? [] : await readPersuasion(persuasion)).map(({ transcript }) => transcript),
    ...(dev === undefined ? [] : await readSgd(dev)).map(sgdTalk),
  ];
  if (transcripts.length === 0) return [];
  const figures = measureEvidence(transcripts, analyses);
  const set = 'persuasionforgood and sgd/dev';
  const n = figures.analyses;
  return [
    shareRow('values, outcomes and sentences verified', set, { right: figures.verified, of: figures.given }, '100 %'),
    { figure: 'invented quotes', set, n, value: String(figures.invented), goal: '0' },
    { figure: 'an analysis, median', set, n, value: `${figures.millisecondsMedian.toFixed(1)} ms`, goal: '50 ms' },
    { figure: 'all analyses', set, n, value: `${figures.seconds.toFixed(0)} s`, goal: '600 s for 10,000' },
  ];
}
