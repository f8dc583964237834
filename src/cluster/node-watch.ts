import { type ListedNode, silentAfterMs } from './node-store.ts';

export type NodeChange = 'joined' | 'silent' | 'returned' | 'draining' | 'left';

export interface NodeNews {
  readonly change: NodeChange;
  readonly node: Pick<ListedNode, 'id' | 'role' | 'version' | 'silentMs'>;
}

export type NodeStateCounts = Readonly<Record<'serving' | 'draining' | 'silent', number>>;

/**
 * Compares the listed nodes with those of the look before. The first look reports nothing, and a look after a pause, as
 * an outage of the database is, judges nobody silent until all have had time to report.
 */
export function createNodeWatch() {
  let listedNodes: Map<string, { readonly node: ListedNode; readonly isSilent: boolean }> | undefined;
  let lookedMs = Number.NEGATIVE_INFINITY;
  let judgesFromMs = Number.NEGATIVE_INFINITY;
  let counts: NodeStateCounts = { serving: 0, draining: 0, silent: 0 };
  return {
    /** @param nowMs monotonic */
    look(nodes: readonly ListedNode[], nowMs: number): NodeNews[] {
      if (listedNodes !== undefined && nowMs - lookedMs > silentAfterMs) judgesFromMs = nowMs + silentAfterMs;
      lookedMs = nowMs;
      const before = listedNodes;
      const news: NodeNews[] = [];
      listedNodes = new Map(
        nodes.map((node) => {
          const was = before?.get(node.id);
          const isStale = node.silentMs > silentAfterMs;
          const isSilent = isStale && (nowMs >= judgesFromMs || was?.isSilent === true);
          for (const change of changesOf(node, isSilent, was)) if (before !== undefined) news.push({ change, node });
          return [node.id, { node, isSilent }];
        }),
      );
      // A silent node that left the list has been forgotten; that is not reported.
      for (const { node, isSilent } of before?.values() ?? [])
        if (!listedNodes.has(node.id) && !isSilent) news.push({ change: 'left', node });
      counts = countsOf([...listedNodes.values()]);
      return news;
    },
    counts: (): NodeStateCounts => counts,
  };
}

function changesOf(
  node: ListedNode,
  isSilent: boolean,
  was: { readonly node: ListedNode; readonly isSilent: boolean } | undefined,
): NodeChange[] {
  if (was === undefined) return isSilent ? [] : ['joined'];
  if (isSilent !== was.isSilent) return [isSilent ? 'silent' : 'returned'];
  return node.state === 'draining' && was.node.state !== 'draining' ? ['draining'] : [];
}

/** A server that took the address of a silent one replaces it. */
function countsOf(seen: readonly { readonly node: ListedNode; readonly isSilent: boolean }[]): NodeStateCounts {
  const present = seen.filter(({ isSilent }) => !isSilent);
  const addresses = new Set(present.flatMap(({ node }) => node.mediaBaseUrl ?? []));
  const draining = present.filter(({ node }) => node.state === 'draining').length;
  const silent = seen.filter(
    ({ node, isSilent }) => isSilent && !(node.mediaBaseUrl !== null && addresses.has(node.mediaBaseUrl)),
  ).length;
  return { serving: present.length - draining, draining, silent };
}
