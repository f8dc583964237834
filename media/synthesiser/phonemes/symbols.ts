export const vowels = new Set('AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻɐ');
export const consonants = new Set('bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ');
/** Diphthongs take longer. */
const diphthongs = new Set('AIOQWY');
export const primary = 'ˈ';
export const secondary = 'ˌ';

const hasStress = (phonemes: string): boolean => phonemes.includes(primary) || phonemes.includes(secondary);

/** Turns primary stress into secondary and removes secondary stress. */
export const demote = (phonemes: string): string => phonemes.replaceAll(secondary, '').replaceAll(primary, secondary);

/** Puts the mark before the first vowel if the word has no stress. */
export function stressed(phonemes: string, mark: string): string {
  if (hasStress(phonemes)) return phonemes;
  const symbols = [...phonemes];
  const at = symbols.findIndex((symbol) => vowels.has(symbol));
  return at < 0 ? phonemes : [...symbols.slice(0, at), mark, ...symbols.slice(at)].join('');
}

/** Returns an approximate duration of the phonemes, in units of one consonant. */
export function lengthOf(phonemes: string): number {
  let length = 0;
  for (const symbol of phonemes) {
    if (diphthongs.has(symbol)) length += 2;
    else if (vowels.has(symbol)) length += symbol === 'ə' || symbol === 'ᵻ' || symbol === 'ɐ' ? 0.9 : 1.5;
    else if (symbol === primary) length += 0.4;
    else if (consonants.has(symbol) || symbol === 'T' || symbol === 'ᵊ') length += symbol === 'T' ? 0.5 : 1;
  }
  return length;
}
