import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import { patternOf } from '../../media/language/match.ts';

/**
 * Matches politeness and agreement words that the lexicon scores as sentiment: "please", "yes", "sure", "okay". "Thank
 * you" is scored separately, by its position.
 */
const manners = patternOf(({ analysis }) => analysis?.valence.manners, 'gi');

const fine = patternOf(({ reading }) => reading?.acts.fine, 'gi');
const moodless = patternOf(({ reading }) => reading?.acts.moodless, 'gi');

/** Returns the text without answers that have no mood ("No, three hundred") and with "no complaints" as praise. */
export const moodOf = (text: string): string => text.replace(fine, 'good').replace(moodless, ' ').trim();

/** Returns -1 to 1: the sentiment of a text without its politeness words; 0 if nothing else remains. */
export function valenceOf(text: string): number {
  const rest = moodOf(text).replace(manners, ' ').replace(/\s+/g, ' ').trim();
  return /\p{L}/u.test(rest) ? SentimentIntensityAnalyzer.polarity_scores(rest).compound : 0;
}
