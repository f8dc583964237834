import { clausesIn } from '../../reading/acts.ts';
import { factsOf } from './facts.ts';
import type { CustomerAct, CustomerMove, CustomerPlan } from './plan.ts';
import { tokensOf } from './validate.ts';
import { type CustomerWords, contentOf, plain, wordsOf } from './words.ts';

/**
 * Acts whose text may be reworded. Confirmations, corrections and endings are short, and the agent must not misread
 * them.
 */
const free: ReadonlySet<CustomerAct> = new Set([
  'open',
  'state_goal',
  'answer',
  'withhold',
  'object',
  'object_again',
  'accept_answer',
  'elaborate',
  'restate',
  'unknown',
]);

/** Lines with fewer words are not reworded. */
const leastWords = 3;
const most = { characters: 400, times: 3, more: 80 } as const;
/** Share of the line's content words that a rewording must keep. */
const keptShare = 0.5;

export const mayReword = ({ act, text }: CustomerMove): boolean =>
  text !== null && free.has(act) && text.split(/\s+/).length >= leastWords;

/**
 * Returns whether a rewording preserves the meaning of a move: it contains every number, name and fact of the line and
 * adds none, negations are unchanged, and a statement does not become a question.
 */
export function isFaithful(plan: CustomerPlan, move: CustomerMove, reworded: string): boolean {
  const { text } = move;
  if (text === null || reworded.trim() === '') return false;
  if (reworded.length > Math.min(most.characters, text.length * most.times + most.more)) return false;
  if (/[\n\r<>{}[\]*_#`"“”]/u.test(reworded)) return false;
  if (text.includes('?') !== reworded.includes('?')) return false;
  const words = wordsOf(plan.languageCode);
  if (denies(text) !== denies(reworded)) return false;
  return hasSameTokens(text, reworded) && hasFacts(words, plan, move, reworded) && keepsMeaning(words, text, reworded);
}

const denies = (text: string): boolean => clausesIn(text).some(({ isNegative }) => isNegative);

function hasSameTokens(text: string, reworded: string): boolean {
  const [original, other] = [plain(text), plain(reworded)].map((each) => ` ${each} `) as [string, string];
  return (
    tokensOf(text).every((token) => other.includes(` ${token} `)) &&
    tokensOf(reworded).every((token) => original.includes(` ${token} `))
  );
}

function hasFacts(words: CustomerWords, plan: CustomerPlan, { facts, text }: CustomerMove, reworded: string): boolean {
  const book = factsOf(words, plan);
  const callFacts = [...book.open, ...book.hidden, ...book.common.values()];
  const [original, other] = [` ${plain(text ?? '')} `, ` ${plain(reworded)} `];
  return facts.every((id) => {
    const value = plain(callFacts.find((fact) => fact.id === id)?.value ?? '');
    return value === '' || !original.includes(` ${value} `) || other.includes(` ${value} `);
  });
}

function keepsMeaning(words: CustomerWords, text: string, reworded: string): boolean {
  const originalContent = contentOf(words, text);
  const other = new Set(contentOf(words, reworded));
  return originalContent.filter((stem) => other.has(stem)).length >= keptShare * originalContent.length;
}
