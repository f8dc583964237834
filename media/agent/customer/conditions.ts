import { type Clause, clausesIn } from '../../reading/acts.ts';
import { hasValues, isSaidAs, wantedOf, withoutAmounts } from '../../reading/statements.ts';
import { normaliseWords } from '../../text/word-error.ts';
import type { Heard } from './heard.ts';
import { type CustomerWords, contentOf, plain, stemsOf } from './words.ts';

/** Share of a condition's words that must occur in one turn. */
const nearly = 0.75;

/**
 * Returns whether a complete agent turn fulfils a condition. Quoted words must occur verbatim. For a sentence such as
 * "the agent offers a refund", its content words must occur in clauses that state them, or in questions if the
 * condition is about asking. Amounts are compared as values.
 */
export function isMet(words: CustomerWords, condition: string, heard: Heard): boolean {
  const quoted = [...condition.matchAll(/["“”]([^"“”]+)["“”]/gu)].map(([, phrase]) => phrase as string);
  if (quoted.length > 0) return quoted.every((phrase) => states(phrase, heard.turn.text));
  const splitting = new RegExp(words.pack.or.entries.join('|'), 'giu');
  return condition.split(splitting).some((part) => isPartMet(words, part, heard));
}

/**
 * Returns whether a text says a phrase word for word and does not deny it. Speech recognition writes "10" for "ten".
 */
export function states(phrase: string, text: string): boolean {
  const wanted = { ...wantedOf(phrase), mayBeAsked: true };
  const said = joined(clausesIn(text), (clause) => isSaidAs(wanted, clause));
  if (` ${plain(said)} `.includes(` ${plain(phrase)} `)) return true;
  const spelled = normaliseWords(phrase).join(' ');
  return spelled !== '' && ` ${normaliseWords(said).join(' ')} `.includes(` ${spelled} `);
}

const joined = (clauses: readonly Clause[], is: (clause: Clause) => boolean): string =>
  clauses
    .filter(is)
    .map(({ text }) => text)
    .join(' ');

function isPartMet(words: CustomerWords, part: string, heard: Heard): boolean {
  const as = wantedOf(part);
  const needed = [...new Set(contentOf(words, withoutAmounts(part)))].filter((stem) => !words.conditionStems.has(stem));
  if (needed.length === 0 && as.values.length === 0) return false;
  const isAsking = words.asking.test(plain(part));
  const wanted = { ...as, mayBeAsked: isAsking };
  const said = joined(
    clausesIn(heard.turn.text),
    (clause) => (!isAsking || clause.isQuestion) && isSaidAs(wanted, clause),
  );
  const stems = new Set(stemsOf(said));
  const isSaid = (stem: string): boolean =>
    stems.has(stem) ||
    words.classes.some((one) => one.stems.has(stem) && one.pattern.test(said)) ||
    words.topics.some((topic) => topic.has(stem) && stem.length > 3 && [...topic].some((other) => stems.has(other)));
  return needed.filter(isSaid).length >= nearly * needed.length && hasValues(as, said);
}
