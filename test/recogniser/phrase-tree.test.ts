import { describe, expect, it } from 'vitest';
import { growPhraseTree, likelyBranches } from '../../media/recogniser/phrase-tree.ts';

const tree = growPhraseTree(['wait', 'wait a second', 'wait a minute', 'no', ''], [[5], [5, 1, 8], [5, 1, 9], [6], []]);

describe('a tree of phrases', () => {
  it('stores common prefixes once, and drops phrases without tokens', () => {
    expect(tree.nodes).toEqual([
      { token: 5, parent: -1 },
      { token: 1, parent: 0 },
      { token: 8, parent: 1 },
      { token: 9, parent: 1 },
      { token: 6, parent: -1 },
    ]);
    expect(tree.phrases.map(({ text, last }) => [text, last])).toEqual([
      ['wait', 0],
      ['wait a second', 2],
      ['wait a minute', 3],
      ['no', 4],
    ]);
  });

  it('prunes branches with unlikely beginnings, and those beyond the limit', () => {
    const first = new Map([
      [5, 0.2],
      [6, 0.6],
    ]);
    const both = likelyBranches(tree, first, { least: 0.1, most: 5 });
    expect(both.nodes).toEqual([
      { token: 6, parent: -1 },
      { token: 5, parent: -1 },
      { token: 1, parent: 1 },
      { token: 8, parent: 2 },
      { token: 9, parent: 2 },
    ]);
    expect(both.phrases).toContainEqual({ text: 'wait a minute', last: 4 });
    expect(likelyBranches(tree, first, { least: 0.1, most: 4 }).phrases).toEqual([{ text: 'no', last: 0 }]);
    expect(likelyBranches(tree, first, { least: 0.5, most: 9 }).phrases).toEqual([{ text: 'no', last: 0 }]);
    expect(likelyBranches(tree, new Map(), { least: 0.1, most: 9 })).toEqual({ nodes: [], phrases: [] });
  });
});
