/** Phrases as a tree of tokens that shares common beginnings. Parents precede their children. */
export interface PhraseTree {
  readonly nodes: readonly PhraseNode[];
  readonly phrases: readonly TreePhrase[];
}

export interface PhraseNode {
  readonly token: number;
  /** Index of the preceding node, or -1 at the beginning of a phrase. */
  readonly parent: number;
}

interface TreePhrase {
  readonly text: string;
  /** Index of its last node. */
  readonly last: number;
}

export const noPhrases: PhraseTree = { nodes: [], phrases: [] };

/** `tokens`: the tokens of each text, in order. A text without tokens is omitted. */
export function growPhraseTree(texts: readonly string[], tokens: readonly (readonly number[])[]): PhraseTree {
  const nodes: PhraseNode[] = [];
  const indexes = new Map<string, number>();
  const phrases: TreePhrase[] = [];
  texts.forEach((text, nth) => {
    let last = -1;
    for (const token of tokens[nth] ?? []) last = childOf(last, token);
    if (last >= 0) phrases.push({ text, last });
  });
  return { nodes, phrases };

  function childOf(parent: number, token: number): number {
    const key = `${parent} ${token}`;
    const index = indexes.get(key);
    if (index !== undefined) return index;
    indexes.set(key, nodes.length);
    return nodes.push({ token, parent }) - 1;
  }
}

/**
 * Returns the branches that are still likely, given the probability of each first token: whole branches, likeliest
 * first, as long as they fit into `most` nodes.
 */
export function likelyBranches(
  tree: PhraseTree,
  first: ReadonlyMap<number, number>,
  { least, most }: { readonly least: number; readonly most: number },
): PhraseTree {
  const rootOf: number[] = [];
  const branches = new Map<number, number[]>();
  tree.nodes.forEach(({ parent }, i) => {
    const root = parent < 0 ? i : (rootOf[parent] as number);
    rootOf.push(root);
    if (parent < 0) branches.set(i, [i]);
    else branches.get(root)?.push(i);
  });
  const likelihood = (root: number): number => first.get((tree.nodes[root] as PhraseNode).token) ?? 0;
  const likely = [...branches.keys()].filter((root) => likelihood(root) >= least);
  const moved = new Map<number, number>([[-1, -1]]);
  const nodes: PhraseNode[] = [];
  for (const root of likely.toSorted((a, b) => likelihood(b) - likelihood(a))) {
    const branch = branches.get(root) as number[];
    if (nodes.length + branch.length > most) continue;
    for (const at of branch) {
      const { token, parent } = tree.nodes[at] as PhraseNode;
      moved.set(at, nodes.push({ token, parent: moved.get(parent) as number }) - 1);
    }
  }
  const phrases = tree.phrases.flatMap(({ text, last }) => {
    const at = moved.get(last);
    return at === undefined ? [] : [{ text, last: at }];
  });
  return { nodes, phrases };
}
