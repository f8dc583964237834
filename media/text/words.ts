/** A text as it is compared: lower case, without accents, with straight apostrophes. Vowel signs of other scripts stay. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[’`]/g, "'");

/** Lower-case words without punctuation; apostrophes and hyphens within a word stay. */
export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .split(' ')
    .map((token) => token.replace(/^['-]+|['-]+$/g, ''))
    .filter((token) => token !== '');
}
