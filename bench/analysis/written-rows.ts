import { bookingRows } from './bookings.ts';
import { measureFields, measurePledges, readPledges, readSlots, readValues } from './fields.ts';
import { judgeOutcomes, type OutcomeFigures, sgdAccepted } from './outcomes.ts';
import { measureRedaction } from './redaction.ts';
import { fixed, percent, type Row, shareRow } from './row.ts';
import { judgeRated, judgeSentences, type SatisfactionFigures } from './satisfaction.ts';
import { macroF1 } from './scores.ts';
import { folderOf, isValidation, readPersuasion, readSgd, readTau, readVader, sgdResolved } from './sets.ts';

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

/** Rows on the customer's decision, and on values found for a pledge that was never made. */
export async function persuasionRows(data: string): Promise<Row[]> {
  const folder = folderOf(data, 'persuasionforgood');
  if (folder === undefined) return [];
  const all = await readPersuasion(folder);
  const held = all.filter(({ id }) => isValidation(id));
  const set = 'persuasionforgood, validation';
  const { promised, invented } = await measurePledges(held);
  const labels = await readPledges();
  const read = held.filter(({ id }) => labels.has(id));
  const isPromised = ({ id }: { readonly id: string }): boolean => typeof labels.get(id) === 'number';
  const ofWords = judgeOutcomes(read.map((each) => ({ ...each, isPositive: isPromised(each) })));
  const byReader = macroF1(read.map((each) => ({ said: isPromised(each), truth: each.isPositive })));
  return [
    ...outcomeRows(set, judgeOutcomes(held), '0.75'),
    ...outcomeRows(`${set}, by what was promised`, ofWords, '0.75'),
    {
      figure: 'a reader’s promises against the money paid, macro-F1',
      set,
      n: read.length,
      value: fixed(byReader),
      goal: '',
    },
    shareRow('amounts promised', set, promised, '75 %'),
    shareRow('an amount where none was promised', set, invented, 'at most 3 %'),
  ];
}

/** Rows on values of services, and whether they were booked. */
export async function sgdRows(data: string, most: number): Promise<Row[]> {
  const folder = folderOf(data, 'sgd/dev');
  if (folder === undefined) return [];
  const dialogues = await readSgd(folder);
  const set = 'sgd/dev';
  const { day, time, number } = readValues(dialogues);
  // Services are spread over the files: samples at even intervals.
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
    ...bookingRows(dialogues, set),
    ...outcomeRows(`${set}, offer accepted`, judgeOutcomes(sgdAccepted(dialogues)), ''),
    {
      figure: 'resolved or not, of decided',
      set,
      n: Math.round(resolved.n * resolved.decided),
      value: percent(resolved.accuracyDecided, 1),
      goal: '85 %',
    },
    { figure: 'resolved or not, macro-F1', set, n: resolved.n, value: fixed(resolved.macroF1EmptyAsNo), goal: '' },
  ];
}

const curveRow = (figure: string, set: string, { n, auc, vaderAlone }: SatisfactionFigures, goal: string): Row => ({
  figure,
  set,
  n,
  value: `${fixed(auc)} (lexicon alone ${fixed(vaderAlone)})`,
  goal,
});

/** Rows on sentences and dialogues rated by people, and on the database state after a call. */
export async function feelingRows(data: string, satisfaction: string | undefined): Promise<Row[]> {
  const rows: Row[] = [];
  const vader = folderOf(data, 'vader');
  if (vader !== undefined)
    rows.push(curveRow('negative sentence, area under the curve', 'vader', judgeSentences(await readVader(vader)), ''));
  if (satisfaction === undefined) return rows;
  const { turns, dialogues } = await judgeRated(satisfaction);
  rows.push(curveRow('dissatisfied turn, area under the curve', satisfaction, turns, '0.78'));
  rows.push(curveRow('dissatisfied dialogue, area under the curve', satisfaction, dialogues, '0.72'));
  return rows;
}

/** Row on whether the outcome matches the database on which the agent worked. */
export async function airlineRows(data: string): Promise<Row[]> {
  const tau = folderOf(data, 'tau-bench');
  return tau === undefined ? [] : outcomeRows('tau-bench', judgeOutcomes(await readTau(tau)), '');
}

/** Rows on removed card and social security numbers. */
export async function redactionRows(data: string): Promise<Row[]> {
  const multidogo = folderOf(data, 'multidogo');
  if (multidogo === undefined) return [];
  const redaction = await measureRedaction(multidogo, 'dev');
  const set = 'multidogo/*/dev';
  return [
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
