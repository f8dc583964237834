import { primary, secondary } from './symbols.ts';

/** Context that a word's sound depends on. */
export interface WordContext {
  /** Penn Treebank tag. */
  readonly tag: string;
  /** First sound of the next word; undefined before a pause. */
  readonly next: 'vowel' | 'consonant' | undefined;
  /** Whether the next word is "to". */
  readonly beforeTo: boolean;
}

/** Returns the phonemes of a word that sounds different within a sentence than alone, or undefined. */
export function weakForm(word: string, { tag, next, beforeTo }: WordContext): string | undefined {
  switch (word.toLowerCase()) {
    case 'a':
      return 'ɐ';
    case 'an':
      return 'ɐn';
    case 'the':
      return next === 'vowel' ? 'ði' : 'ðə';
    case 'to':
      if (next === undefined) return undefined;
      return next === 'vowel' ? 'tʊ' : 'tə';
    case 'i':
      return `${secondary}I`;
    case 'in':
      return next === undefined || tag !== 'IN' ? `${primary}ɪn` : 'ɪn';
    case 'am':
      return next === undefined ? undefined : 'ɐm';
    case 'by':
      return tag.startsWith('RB') ? 'bˈI' : undefined;
    case 'used':
      return beforeTo && (tag === 'VBD' || tag === 'JJ') ? 'jˈust' : 'jˈuzd';
    case 'vs':
      return 'vˈɜɹsəs';
    default:
      return undefined;
  }
}
