import { stemmer } from 'stemmer';

/** What English words of one kind have in common, by Porter's rules: "clinics" and "clinic", "accepting" and "accept". */
export function stem(word: string): string {
  const root = word.replace(/['’]s$|['’]$/, '');
  return /^[a-z]+$/.test(root) ? stemmer(root) : root;
}
