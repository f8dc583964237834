import { SentimentIntensityAnalyzer } from 'vader-sentiment';

/**
 * Words that are manners, or that agree, and that the lexicon counts as feelings: "please", "yes", "sure", "okay".
 * "Thank you" is weighed apart, by where it is said.
 */
const manners =
  /\b(?:please|pls|kindly|thank(?:s| you)?(?: (?:so|very) much| a lot)?|dear|hello|hi|hey|yes|yeah|yep|ok(?:ay)?|sure|alright|all right|sorry to (?:bother|trouble|keep)|excuse me|good (?:morning|afternoon|evening|night|day|bye)|goodbye|have a (?:great|good|nice|wonderful|lovely) (?:day|one|evening|night|afternoon|weekend)|help|interested|interest|save|like to|would like|i'd like|looks? like|number|no(?= ))\b[,.!]?/gi;

/** -1 to 1: the feeling of the words of a text, without its manners; 0 where only manners are left. */
export function valenceOf(text: string): number {
  const rest = text.replace(manners, ' ').replace(/\s+/g, ' ').trim();
  return /\p{L}/u.test(rest) ? SentimentIntensityAnalyzer.polarity_scores(rest).compound : 0;
}
