import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import type { ReadTurn } from './conversation.ts';
import type { Cue } from './english-cues.ts';
import type { Finding, Sentiment } from './types.ts';

/** What phrases add to the valence of their words. */
const cueWeights: Partial<Record<Cue, number>> = {
  problem: -0.5,
  optOut: -0.6,
  refuse: -0.15,
  thanks: 0.2,
  interest: 0.2,
};
/** A turn counts this much of the one after it: how a conversation ends weighs most. */
const fading = 0.85;
const bounds = { positive: 0.25, negative: -0.12 } as const;

/** The customer's sentiment, by the valence of their words; null where they said nothing. */
export function sentimentOf(turns: readonly ReadTurn[]): Finding<Sentiment> | null {
  const felt = turns
    .filter(({ speaker, words }) => speaker !== 'agent' && words.length > 0)
    .map((turn) => ({ turn, valence: valenceOf(turn) }));
  if (felt.length === 0) return null;
  let sum = 0;
  let weights = 0;
  for (const [place, { valence, turn }] of felt.toReversed().entries()) {
    const weight = fading ** place * Math.min(1, 0.4 + turn.words.length / 10);
    sum += weight * valence;
    weights += weight;
  }
  const mean = sum / weights;
  const value = mean >= bounds.positive ? 'positive' : mean <= bounds.negative ? 'negative' : 'neutral';
  const sign = Math.sign(mean) || 1;
  const strongest = felt.toSorted((a, b) => sign * (b.valence - a.valence)).slice(0, value === 'neutral' ? 1 : 2);
  return {
    value,
    confidence: Math.min(0.9, 0.5 + Math.abs(mean) / 2),
    evidence: strongest.map(({ turn }) => ({ turn: turn.index, start: 0, end: turn.text.length })),
    method: 'lexicon',
  };
}

/** -1 to 1. */
function valenceOf({ text, cues }: ReadTurn): number {
  const { compound } = SentimentIntensityAnalyzer.polarity_scores(text);
  const added = cues.reduce((sum, { cue }) => sum + (cueWeights[cue] ?? 0), 0);
  return Math.max(-1, Math.min(1, compound + added));
}
