import { consonants, primary, secondary, vowels } from './symbols.ts';

/** Two-letter or alternative IPA spellings and the model's symbols for them. */
const written: readonly (readonly [ipa: string, symbols: string])[] = [
  ['eɪ', 'A'],
  ['aɪ', 'I'],
  ['aʊ', 'W'],
  ['ɔɪ', 'Y'],
  ['oʊ', 'O'],
  ['əʊ', 'O'],
  ['dʒ', 'ʤ'],
  ['tʃ', 'ʧ'],
  ['d͡ʒ', 'ʤ'],
  ['t͡ʃ', 'ʧ'],
  ['ɝ', 'ɜɹ'],
  ['ɚ', 'əɹ'],
  ['r', 'ɹ'],
  ['g', 'ɡ'],
  ['o', 'O'],
  ['e', 'ɛ'],
  ['x', 'k'],
  ['ʁ', 'ɹ'],
  ['ɲ', 'nj'],
  ['y', 'u'],
  ['ø', 'ɜ'],
  ['œ', 'ɜ'],
  ['ɫ', 'l'],
  ['ʔ', 't'],
  ['ɾ', 'T'],
  ["'", primary],
];

/** Length, syllable breaks and ties have no model symbol. */
const unsaid = new Set(['ː', '.', ' ', '\u0361', '‿', '/', '[', ']']);

/** The model's symbols for IPA phonemes, or the first unknown character. */
export type ReadPhonemes = { readonly symbols: string } | { readonly unknown: string };

/** `unknown` is empty if the word has no vowel. */
export function readPhonemes(phonemes: string): ReadPhonemes {
  const text = phonemes.normalize('NFC').trim();
  let symbols = '';
  for (let at = 0; at < text.length; ) {
    const symbol = written.find(([ipa]) => text.startsWith(ipa, at));
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    if (symbol !== undefined) symbols += symbol[1];
    else if (
      vowels.has(character) ||
      consonants.has(character) ||
      character === primary ||
      character === secondary ||
      character === 'ᵊ'
    )
      symbols += character;
    else if (!unsaid.has(character)) return { unknown: character };
    at += symbol?.[0].length ?? character.length;
  }
  const stressed = symbols.replaceAll(/[ˈˌ]+(?=[ˈˌ]|$)/gu, '');
  return [...stressed].some((symbol) => vowels.has(symbol)) ? { symbols: withStress(stressed) } : { unknown: '' };
}

/** IPA places stress marks before the syllable, the model before the vowel. */
function withStress(symbols: string): string {
  return symbols.replaceAll(/([ˈˌ])([^ˈˌ]*)/gu, (_, mark: string, rest: string) => {
    const parts = [...rest];
    const at = parts.findIndex((symbol) => vowels.has(symbol));
    return at < 0 ? rest : [...parts.slice(0, at), mark, ...parts.slice(at)].join('');
  });
}
