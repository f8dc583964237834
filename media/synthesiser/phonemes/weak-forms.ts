import { primary, secondary } from './symbols.ts';

/** What a word's sound depends on beyond itself. */
export interface WordContext {
  /** Penn Treebank tag. */
  readonly tag: string;
  /** How the next word begins; undefined before a pause. */
  readonly next: 'vowel' | 'consonant' | undefined;
  /** The word after is "to". */
  readonly beforeTo: boolean;
}

/** Words whose sound in a sentence differs from the one they have alone. */
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
