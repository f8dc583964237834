import { stemmer } from 'stemmer';

/** The stemmer takes microseconds per word, and a text repeats most of its words. */
const stems = new Map<string, string>();
const keptStems = 4096;
/** V8 keeps longer parts of a text as references to the whole text, which the cache would keep in memory. */
const longestKept = 12;

/** Returns the Porter stem of an English word: "clinics" and "clinic", "accepting" and "accept" share theirs. */
export function stem(word: string): string {
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  const root = word.replace(/['’]s$|['’]$/, '');
  const stemmed = /^[a-z]+$/.test(root) ? stemmer(root) : root;
  if (stems.size >= keptStems) stems.clear();
  if (word.length <= longestKept) stems.set(word, stemmed);
  return stemmed;
}

/**
 * Removes only "s", "ed" and "ing". Used by call analysis: Porter's rules merge words that its thresholds and fitted
 * model distinguish ("general" and "generous").
 */
export function looseStem(word: string): string {
  let root = word.replace(/'s$/, '');
  if (root.length > 5 && root.endsWith('ing')) root = root.slice(0, -3);
  else if (root.length > 4 && root.endsWith('ies')) root = `${root.slice(0, -3)}y`;
  else if (root.length > 4 && root.endsWith('ed')) root = root.slice(0, -2);
  else if (root.length > 3 && root.endsWith('s') && !root.endsWith('ss')) root = root.slice(0, -1);
  if (root.length > 3 && /([^aeiouls])\1$/.test(root)) root = root.slice(0, -1);
  return root.length > 4 && root.endsWith('e') ? root.slice(0, -1) : root;
}
