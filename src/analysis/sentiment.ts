import type { ReadTurn } from './conversation.ts';
import { changeIn, feltIn, overallOf } from './satisfaction.ts';
import type { Evidence, Sentiment, SentimentFinding } from './types.ts';

const bounds = { positive: 0.15, negative: -0.12 } as const;

/**
 * Returns the customer's sentiment from their words and what they respond to; null if the customer's words cannot be
 * identified or there are none.
 */
export function sentimentOf(turns: readonly ReadTurn[]): SentimentFinding | null {
  const felt = feltIn(turns);
  if (felt.length === 0) return null;
  const score = overallOf(felt);
  const value: Sentiment = score >= bounds.positive ? 'positive' : score <= bounds.negative ? 'negative' : 'neutral';
  const sign = Math.sign(score) || 1;
  const strongest = felt.toSorted((a, b) => sign * (b.score - a.score)).slice(0, value === 'neutral' ? 1 : 2);
  const change = changeIn(felt);
  return {
    value,
    score: Math.round(score * 1000) / 1000,
    confidence: Math.min(0.9, 0.5 + Math.abs(score) / 2),
    evidence: strongest.map(({ turn }) => wholeOf(turn)),
    change: change === undefined ? null : { ...wholeOf(change.at.turn), isWorse: change.isWorse },
    method: 'lexicon',
  };
}

const wholeOf = ({ index, text }: ReadTurn): Evidence => ({ turn: index, start: 0, end: text.length });
