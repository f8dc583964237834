import type { WordTable } from './word-table.ts';

/** Tables of an averaged perceptron tagger, from the model folder. */
export interface TaggerTables {
  readonly tags: readonly string[];
  /** Words with almost always the same tag. */
  readonly sureTags: WordTable;
  /** Words that may occur in features; others are represented by their shape. The values are empty. */
  readonly seenWords: WordTable;
  /** By feature: the weight of each affected tag, as JSON. */
  readonly weights: WordTable;
}

/** Returns Penn Treebank tags for a sentence's words and marks. Contractions must be split ("do", "n't"). */
export type Tagger = (words: readonly string[]) => string[];

export function createTagger(tables: TaggerTables): Tagger {
  const { sureTags, seenWords, weights } = tables;
  const tagIndex = new Map(tables.tags.map((tag, index) => [tag, index]));
  const contextOf = (words: readonly string[]): string[] => {
    const seen = words.map((word) => {
      const plain = plainForm(word);
      return seenWords.get(plain) !== undefined ? plain : `<${shapeOf(word)}>`;
    });
    return ['-START2-', '-START-', ...seen, '-END-', '-END2-'];
  };

  function guess(features: readonly string[]): string {
    const scores = new Float64Array(tables.tags.length);
    for (const feature of features) {
      const classWeights = weights.get(feature);
      if (classWeights === undefined) continue;
      const byTag = JSON.parse(classWeights) as Readonly<Record<string, number>>;
      for (const name in byTag) {
        const tag = tagIndex.get(name);
        if (tag !== undefined) scores[tag] = (scores[tag] as number) + (byTag[name] as number);
      }
    }
    if (scores.every((score) => score === 0)) return 'NN';
    let best = 0;
    for (let tag = 1; tag < scores.length; tag++) {
      if ((scores[tag] as number) >= (scores[best] as number)) best = tag;
    }
    return tables.tags[best] as string;
  }

  return (words) => {
    const context = contextOf(words);
    let before = '-START-';
    let beforeThat = '-START2-';
    return words.map((word, i) => {
      const tag = sureTags.get(word) ?? guess(featuresOf(word, i, context, [before, beforeThat]));
      beforeThat = before;
      before = tag;
      return tag;
    });
  };
}

/** Feature names must match those in the tables. */
function featuresOf(word: string, i: number, context: readonly string[], tags: readonly [string, string]): string[] {
  const at = (offset: number): string => context[i + 2 + offset] as string;
  const [last, lastButOne] = tags;
  return [
    'b',
    `s3=${word.slice(-3)}`,
    `p1=${word[0]}`,
    `w=${at(0)}`,
    `sh=${shapeOf(word)}`,
    i === 0 ? 'i0' : 'i+',
    `t-1=${last}`,
    `t-2=${lastButOne}`,
    `t-12=${last},${lastButOne}`,
    `w-1=${at(-1)}`,
    `s3-1=${at(-1).slice(-3)}`,
    `w-2=${at(-2)}`,
    `w+1=${at(1)}`,
    `s3+1=${at(1).slice(-3)}`,
    `w+2=${at(2)}`,
  ];
}

function plainForm(word: string): string {
  if (word.includes('-') && word[0] !== '-') return '!HYPHEN';
  if (/^\d{4}$/.test(word)) return '!YEAR';
  return /^\d/.test(word) ? '!DIGITS' : word.toLowerCase();
}

function shapeOf(word: string): string {
  if (/^\p{L}+$/u.test(word)) {
    if (word === word.toLowerCase()) return 'x';
    if (word === word.toUpperCase()) return word.length > 1 ? 'XX' : 'X1';
    return /^\p{Lu}/u.test(word) && word.slice(1) === word.slice(1).toLowerCase() ? 'Xx' : 'xX';
  }
  if (/^\d+$/.test(word)) return 'd';
  return word.slice(0, 4).replace(/\p{L}/gu, 'x').replace(/\d/g, 'd');
}
