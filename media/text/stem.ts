import { stemmer } from 'stemmer';

/** What English words of one kind have in common, by Porter's rules: "clinics" and "clinic", "accepting" and "accept". */
export function stem(word: string): string {
  const root = word.replace(/['’]s$|['’]$/, '');
  return /^[a-z]+$/.test(root) ? stemmer(root) : root;
}

/**
 * A shorter way that joins only forms in "s", "ed" and "ing". Call analysis uses it: Porter's rules join words that its
 * thresholds and its fitted model keep apart ("general" and "generous").
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
