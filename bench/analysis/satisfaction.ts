import { readFile } from 'node:fs/promises';
import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import { readConversation } from '../../src/analysis/conversation.ts';
import { feltIn, overallOf } from '../../src/analysis/satisfaction.ts';
import type { Speaker } from '../../src/transcripts/transcript.ts';
import { areaUnderCurve } from './scores.ts';
import { talkOf } from './sets.ts';

export interface SatisfactionFigures {
  readonly n: number;
  readonly auc: number | null;
  readonly vaderAlone: number | null;
}

/** Measures detection of sentences that raters found negative, by the turn score and by the lexicon alone. */
export function judgeSentences(
  rated: readonly { readonly text: string; readonly rating: number }[],
): SatisfactionFigures {
  const scored = rated.map(({ text, rating }) => ({
    truth: rating < negative,
    vader: -SentimentIntensityAnalyzer.polarity_scores(text).compound,
    score: -(feltIn(readConversation(talkOf([['customer', text]])))[0]?.score ?? 0),
  }));
  return { n: scored.length, ...areasOf(scored) };
}

/** On the raters' scale of -4 to 4. */
const negative = -0.5;

const areasOf = (scored: readonly { score: number; vader: number; truth: boolean }[]) => ({
  auc: areaUnderCurve(scored),
  vaderAlone: areaUnderCurve(scored.map(({ vader, truth }) => ({ score: vader, truth }))),
});

interface Rated {
  readonly speaker: Speaker;
  readonly text: string;
  readonly ratings: readonly number[];
}

/**
 * Reads a file of rated dialogues: "USER<TAB>text<TAB>act<TAB>3,4,3" per line, dialogues separated by an empty line,
 * the whole dialogue rated in a line whose text is OVERALL. A mean below 2.75 of 5 is dissatisfied.
 */
export async function judgeRated(
  path: string,
): Promise<{ turns: SatisfactionFigures; dialogues: SatisfactionFigures }> {
  const dialogues = (await readFile(path, 'utf8'))
    .split(/\r?\n\s*\r?\n/)
    .map((block) => block.split(/\r?\n/).map(ratedOf));
  const turns: { score: number; vader: number; truth: boolean }[] = [];
  const wholes: typeof turns = [];
  for (const lines of dialogues) {
    const said = lines.flatMap((line) => (line === undefined || line.text === 'OVERALL' ? [] : [line]));
    const felt = feltIn(readConversation(talkOf(said.map(({ speaker, text }) => [speaker, text]))));
    const vaderOf = (text: string): number => -SentimentIntensityAnalyzer.polarity_scores(text).compound;
    const spoken = said.filter(({ text }) => text.trim() !== '');
    for (const { turn, score } of felt) {
      const ratings = spoken[turn.index]?.ratings ?? [];
      if (ratings.length > 0) turns.push({ score: -score, vader: vaderOf(turn.text), truth: mean(ratings) < bar });
    }
    const overall = lines.findLast((line) => line?.text === 'OVERALL')?.ratings ?? [];
    if (overall.length === 0 || felt.length === 0) continue;
    const vader = mean(felt.map(({ turn }) => vaderOf(turn.text)));
    wholes.push({ score: -overallOf(felt), vader, truth: mean(overall) < bar });
  }
  return {
    turns: { n: turns.length, ...areasOf(turns) },
    dialogues: { n: wholes.length, ...areasOf(wholes) },
  };
}

const bar = 2.75;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function ratedOf(line: string): Rated | undefined {
  const [role, text = '', , ratings = ''] = line.split('\t');
  if (role !== 'USER' && role !== 'SYSTEM') return undefined;
  const numbers = ratings
    .split(',')
    .map(Number)
    .filter((rating) => rating >= 1);
  return { speaker: role === 'USER' ? 'customer' : 'agent', text, ratings: numbers };
}
