/** Phrases as a tree of tokens: those that begin alike share what they have in common. A parent stands before its children. */
export interface PhraseTree {
  readonly nodes: readonly PhraseNode[];
  readonly phrases: readonly TreePhrase[];
}

export interface PhraseNode {
  readonly token: number;
  /** Index of the node before it; -1 where it begins a phrase. */
  readonly parent: number;
}

interface TreePhrase {
  readonly text: string;
  /** The node that it ends with. */
  readonly last: number;
}

export const noPhrases: PhraseTree = { nodes: [], phrases: [] };

/** `tokens`: those of each text, in order; a text without any is left out. */
export function growPhraseTree(texts: readonly string[], tokens: readonly (readonly number[])[]): PhraseTree {
  const nodes: PhraseNode[] = [];
  const known = new Map<string, number>();
  const phrases: TreePhrase[] = [];
  texts.forEach((text, nth) => {
    let last = -1;
    for (const token of tokens[nth] ?? []) last = childOf(last, token);
    if (last >= 0) phrases.push({ text, last });
  });
  return { nodes, phrases };

  function childOf(parent: number, token: number): number {
    const key = `${parent} ${token}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, nodes.length);
    return nodes.push({ token, parent }) - 1;
  }
}

/**
 * The part of a tree that can still be likely when the first tokens are known to be this likely, by token: whole branches,
 * the likeliest first, as long as they fit in `most` nodes.
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
