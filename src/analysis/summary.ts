import type { Cue } from '../../media/language/analysis.ts';
import type { ReadTurn, Sentence } from './conversation.ts';
import type { SummarySentence } from './types.ts';

const mostSentences = 4;
const mostCompared = 300;
const rounds = 20;
const damping = 0.85;
/** Weight of each cue added to a sentence's centrality. */
const priors: Partial<Record<Cue, number>> = {
  complete: 1,
  visit: 0.8,
  followUp: 0.8,
  commit: 0.8,
  refuse: 0.8,
  problem: 0.7,
  escalate: 0.8,
};

interface Ranked {
  readonly turn: ReadTurn;
  readonly sentence: Sentence;
  readonly score: number;
}

/** Returns the most representative sentences verbatim and in order (LexRank with cue priors). */
export function summaryOf(turns: readonly ReadTurn[]): SummarySentence[] {
  const all = turns
    .flatMap((turn) => turn.sentences.map((sentence) => ({ turn, sentence })))
    .filter(({ sentence }) => sentence.stems.length >= 3)
    .slice(0, mostCompared);
  const central = centrality(all.map(({ sentence }) => new Set(sentence.stems)));
  const ranked = all.map(
    ({ turn, sentence }, index): Ranked => ({
      turn,
      sentence,
      score: (central[index] ?? 0) * all.length * (1 + priorOf(turn, sentence)),
    }),
  );
  const reason = ranked.find(({ turn, sentence }) => turn.speaker !== 'agent' && sentence.stems.length >= 4);
  const others = ranked.filter((each) => each !== reason).sort((a, b) => b.score - a.score);
  const chosen = [...(reason === undefined ? [] : [reason]), ...others].slice(0, mostSentences);
  return chosen
    .sort((a, b) => a.turn.index - b.turn.index || a.sentence.start - b.sentence.start)
    .map(({ turn, sentence: { start, end, text } }) => ({ turn: turn.index, start, end, text }));
}

function priorOf({ speaker }: ReadTurn, { cues, isQuestion }: Sentence): number {
  const acts = Math.max(0, ...cues.map(({ cue }) => priors[cue] ?? 0));
  return acts + (speaker === 'agent' ? 0 : 0.3) - (isQuestion ? 0.4 : 0);
}

/** PageRank over the word overlap of sentences. */
function centrality(sentences: readonly ReadonlySet<string>[]): number[] {
  const count = sentences.length;
  const likeness = sentences.map((a) => sentences.map((b) => (a === b ? 0 : common(a, b))));
  const sums = likeness.map((row) => row.reduce((sum, value) => sum + value, 0));
  let ranks = sentences.map(() => 1 / count);
  for (let round = 0; round < rounds; round += 1)
    ranks = ranks.map((_, to) => {
      const flow = ranks.reduce((sum, rank, from) => {
        const out = sums[from] as number;
        return out === 0 ? sum : sum + (rank * (likeness[from]?.[to] as number)) / out;
      }, 0);
      return (1 - damping) / count + damping * flow;
    });
  return ranks;
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared += 1;
  return shared / Math.sqrt(a.size * b.size);
}
