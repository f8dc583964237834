import { stemmer } from 'stemmer';

/** Returns the Porter stem of an English word: "clinics" and "clinic", "accepting" and "accept" share theirs. */
export function stem(word: string): string {
  const root = word.replace(/['’]s$|['’]$/, '');
  return /^[a-z]+$/.test(root) ? stemmer(root) : root;
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
