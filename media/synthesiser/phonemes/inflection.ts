/** Returns the phonemes of a dictionary word. */
export type Find = (word: string) => string | undefined;

/** Vowels after which an American t becomes a tap. */
const beforeTap = new Set('AIOWYiuæɑəɛɪɹʊʌ');

/** Returns the phonemes of a plural, possessive, past or -ing form whose stem is known. */
export function inflect(word: string, find: Find): string | undefined {
  return plural(word, find) ?? past(word, find) ?? progressive(word, find);
}

/** Appends the sound of -s to a stem. */
export function addS(stem: string): string {
  const last = stem.at(-1) as string;
  if ('ptkfθ'.includes(last)) return `${stem}s`;
  return 'szʃʒʧʤ'.includes(last) ? `${stem}ᵻz` : `${stem}z`;
}

export function addEd(stem: string): string {
  const last = stem.at(-1) as string;
  if ('pkfθʃsʧ'.includes(last)) return `${stem}t`;
  if (last === 'd') return `${stem}ᵻd`;
  if (last !== 't') return `${stem}d`;
  return beforeTap.has(stem.at(-2) ?? '') ? `${stem.slice(0, -1)}ɾᵻd` : `${stem}ᵻd`;
}

export function addIng(stem: string): string {
  return stem.endsWith('t') && beforeTap.has(stem.at(-2) ?? '') ? `${stem.slice(0, -1)}ɾɪŋ` : `${stem}ɪŋ`;
}

function plural(word: string, find: Find): string | undefined {
  if (word.endsWith("s'")) return plural(`${word.slice(0, -1)}`, find) ?? find(word.slice(0, -1));
  if (word.length < 3 || !word.endsWith('s') || word.endsWith('ss')) return undefined;
  const stems = [word.slice(0, -1)];
  if (word.endsWith("'s")) stems.unshift(word.slice(0, -2));
  else if (word.endsWith('ies') && word.length > 4) stems.push(`${word.slice(0, -3)}y`);
  else if (word.endsWith('es') && word.length > 4) stems.push(word.slice(0, -2));
  return firstOf(stems, find, addS);
}

function past(word: string, find: Find): string | undefined {
  if (word.length < 4 || !word.endsWith('ed') || word.endsWith('eed')) return undefined;
  const stems = [word.slice(0, -1), word.slice(0, -2)];
  if (word.endsWith('ied')) stems.push(`${word.slice(0, -3)}y`);
  if (isDoubled(word.slice(0, -2))) stems.push(word.slice(0, -3));
  return firstOf(stems, find, addEd);
}

function progressive(word: string, find: Find): string | undefined {
  if (word.length < 5 || !word.endsWith('ing')) return undefined;
  const stem = word.slice(0, -3);
  const stems = [`${stem}e`];
  if (word.length > 5) stems.unshift(stem);
  if (isDoubled(stem)) stems.push(stem.slice(0, -1));
  return firstOf(stems, find, addIng);
}

const isDoubled = (stem: string): boolean => /([bdgklmnprtvz])\1$/.test(stem);

function firstOf(stems: readonly string[], find: Find, add: (stem: string) => string): string | undefined {
  for (const stem of stems) {
    const phonemes = find(stem);
    if (phonemes) return add(phonemes);
  }
  return undefined;
}
