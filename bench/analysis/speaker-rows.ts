import type { Transcript } from '../../src/transcripts/transcript.ts';
import { type Row, shareRow } from './row.ts';
import { folderOf, isValidation, readPersuasion, readSgd, readTau, sgdTalk } from './sets.ts';
import { measureMixed, measureOurVoices, measurePeople, type SpeakerFigures } from './speakers.ts';
import { measureSwaps } from './swaps.ts';

function swapRows(set: string, talks: readonly Transcript[]): Row[] {
  if (talks.length === 0) return [];
  const { found, falseAlarms } = measureSwaps(talks);
  return [
    shareRow('exchanged sides found', set, found, '95 %'),
    shareRow('right sides taken for exchanged', set, falseAlarms, 'at most 0.5 %'),
  ];
}

/** Rows on speaker identification in single-channel recordings and on swapped channels. */
export async function speakerRows(
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
