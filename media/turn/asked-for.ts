import type { Dictation } from '../line/turn.ts';

const spelling = /\bspell(?:ed|ing)?\b|\bletter by letter\b/;
const address = /\be-?mail\b/;
const card = /\bcard number\b/;
const number =
  /\b(?:(?:phone|telephone|mobile|cell|contact|account|card|policy|order|reference|member|membership|customer|booking|confirmation|tracking|case|serial|licen[cs]e|registration) (?:number|id)|(?:what|which)(?:'s| is| would be) (?:the best |a good |your |the )*number|your number|the number|digits?|(?:area |zip |post(?:al)? ?|security |access |confirmation |verification |pin )?code|pin|postcode|extension)\b/;
/** A sentence that asks or orders; "Your card number is on the letter." does neither. */
const asks =
  /\?\s*$|^(?:and |so |then |now |okay |ok |thanks |thank you |great )*(?:please|tell|give|read|say|spell|repeat|go ahead|let me have|may i|can i|could|i need|i will need|i'll need)\b|\bplease\b/;

/** What an agent's line asks the caller to read out, by its last question. Knows English; undefined: nothing, as far as is known. */
export function askedFor(line: string): Dictation | undefined {
  const sentences = line
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .split(/(?<=[.?!])\s+/u);
  const sentence = sentences.findLast((one) => asks.test(one.replaceAll(',', '')));
  if (sentence === undefined) return undefined;
  if (spelling.test(sentence)) return 'spelling';
  if (address.test(sentence)) return 'address';
  if (card.test(sentence)) return 'card';
  return number.test(sentence) ? 'number' : undefined;
}
