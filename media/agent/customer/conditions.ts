import { normaliseWords } from '../../text/word-error.ts';
import type { Heard } from './heard.ts';
import { type CustomerWords, contentOf, plain, stemsOf } from './words.ts';

/** Share of a condition's words that must occur in one turn. */
const nearly = 0.75;

/**
 * Returns whether a complete agent turn fulfils a condition. Quoted words must occur verbatim. For a sentence such as
 * "the agent offers a refund", its content words must occur in a statement without a negation.
 */
export function isMet(words: CustomerWords, condition: string, heard: Heard): boolean {
  const quoted = [...condition.matchAll(/["“”]([^"“”]+)["“”]/gu)].map(([, phrase]) => phrase as string);
  if (quoted.length > 0) return quoted.every((phrase) => isQuoted(phrase, heard));
  const splitting = new RegExp(words.pack.or.entries.join('|'), 'giu');
  return condition.split(splitting).some((part) => isPartMet(words, part, heard));
}

/** Speech recognition writes "10" for "ten". */
function isQuoted(phrase: string, { plain: plainText, turn }: Heard): boolean {
  if (` ${plainText} `.includes(` ${plain(phrase)} `)) return true;
  const spelled = normaliseWords(phrase).join(' ');
  return spelled !== '' && ` ${normaliseWords(turn.text).join(' ')} `.includes(` ${spelled} `);
}

function isPartMet(words: CustomerWords, part: string, heard: Heard): boolean {
  const wanted = [...new Set(contentOf(words, part))].filter((stem) => !words.conditionStems.has(stem));
  const numbers = part.match(/\d+/g) ?? [];
  const needed = [...new Set([...wanted, ...numbers])];
  if (needed.length === 0) return false;
  const denies = words.negation.test(plain(part));
  const telling = heard.statements.filter((sentence) => denies || !words.negation.test(plain(sentence)));
  const text = telling.join(' ');
  const stems = new Set(stemsOf(text));
  const isSaid = (stem: string): boolean =>
    stems.has(stem) ||
    words.classes.some((wordClass) => wordClass.stems.has(stem) && wordClass.pattern.test(text)) ||
    words.topics.some((topic) => topic.has(stem) && stem.length > 3 && [...topic].some((other) => stems.has(other)));
  return needed.filter(isSaid).length >= nearly * needed.length;
}
