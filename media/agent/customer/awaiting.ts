import type { Heard } from './heard.ts';
import { type CustomerWords, plain } from './words.ts';

/**
 * A customer that hangs up while it is asked to confirm, or for what the agent needs, has not got what it wanted. An offer
 * of something more keeps nobody.
 */
export function awaitsConfirmation(words: CustomerWords, { questions }: Heard): boolean {
  const last = questions.at(-1);
  if (last === undefined) return false;
  const asked = plain(last);
  return words.is.confirm.test(asked) || !(words.is.anythingElse.test(asked) || words.is.offer.test(asked));
}
