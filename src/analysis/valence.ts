import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import { patternOf } from '../../media/language/match.ts';

/**
 * Words that are manners, or that agree, and that the lexicon counts as feelings: "please", "yes", "sure", "okay".
 * "Thank you" is weighed apart, by where it is said.
 */
const manners = patternOf(({ analysis }) => analysis?.valence.manners, 'gi');

/** -1 to 1: the feeling of the words of a text, without its manners; 0 where only manners are left. */
export function valenceOf(text: string): number {
  const rest = text.replace(manners, ' ').replace(/\s+/g, ' ').trim();
  return /\p{L}/u.test(rest) ? SentimentIntensityAnalyzer.polarity_scores(rest).compound : 0;
}
