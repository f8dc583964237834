import type { Heard } from './heard.ts';
import { type CustomerWords, plain } from './words.ts';

/**
 * Returns whether the agent is waiting for a confirmation or for information it needs. A customer that hangs up then
 * has not achieved its goal. An offer of further help does not count.
 */
export function awaitsConfirmation(words: CustomerWords, { questions }: Heard): boolean {
  const last = questions.at(-1);
  if (last === undefined) return false;
  const question = plain(last);
  return words.is.confirm.test(question) || !(words.is.anythingElse.test(question) || words.is.offer.test(question));
}
