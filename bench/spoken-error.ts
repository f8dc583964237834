import { normalise } from '../media/synthesiser/normalise/normalise.ts';
import { cardinal, eachDigit, inPairs } from '../media/synthesiser/normalise/numbers.ts';
import { spokenText } from '../media/synthesiser/spoken-token.ts';
import { type WordErrors, wordErrors } from '../media/text/word-error.ts';

/**
 * Counts word errors of a recognised text against the written one, both in spoken form, so that "$5" and "five dollars"
 * agree. A recogniser's digits may be read as digits, pairs or a number ("4821"): each counts as the reading that fits
 * best.
 */
export function heardErrors(written: string, heard: string): WordErrors {
  const reference = asSaid(written);
  // "3.30pm" is a way to write a time.
  let chosen = heard.replace(/(\d{1,2})\.(\d{2})(?=\s?[ap]\.?m)/gi, '$1:$2');
  let best = wordErrors(reference, asSaid(chosen));
  for (const figure of chosen.match(/\d[\d,-]*\d/g) ?? []) {
    for (const reading of readingsOf(figure.replace(/\D/g, ''))) {
      const tried = chosen.replace(figure, reading);
      const errors = wordErrors(reference, asSaid(tried));
      if (errors.errors < best.errors) {
        best = errors;
        chosen = tried;
      }
    }
  }
  return best;
}

const readingsOf = (digits: string): string[] => [cardinal(digits), eachDigit(digits), inPairs(digits)];

/** Joins spelled letters into one word, as recognisers do; homophones become one word. */
function asSaid(text: string): string {
  return spokenText(normalise(text, { isWord: (word) => /^[a-z]/.test(word) }))
    .replace(/\b([A-Z]) (?=[A-Z]\b)/g, '$1')
    .replace(/\bokay\b/gi, 'ok');
}
