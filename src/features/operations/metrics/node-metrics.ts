import { Counter, Gauge, type Registry } from 'prom-client';

export interface NodeSources {
  /** The calls that this node carries, and those that it can carry now; none on a control server. */
  readonly ownLoad: () => Promise<{ readonly used: number; readonly capacity: number }>;
  /** Nodes by state; undefined where this process does not watch the others. */
  readonly nodeStates: () => Readonly<Record<string, number>> | undefined;
  /** Changes of nodes that this process saw, by kind. */
  readonly nodeChanges: () => Readonly<Record<string, number>>;
  /** The database's time less this machine's, in milliseconds; undefined with SQLite. */
  readonly clockDifferenceMs: () => number | undefined;
}

/** Exports the load of this node and its view of the others. */
export function createNodeMetrics(registry: Registry) {
  const registers = [registry];
  const load = new Gauge({
    name: 'parley_calls_load_ratio',
    help: 'Calls in progress, of those that this server can carry now. An autoscaler adds servers above a limit.',
    registers,
  });
  const nodes = new Gauge({
    name: 'parley_nodes',
    help: 'Servers of the installation by state, as this control server sees them.',
    labelNames: ['state'],
    registers,
  });
  const changes = new Counter({
    name: 'parley_node_changes_total',
    help: 'Servers that joined, became silent, returned, drained or left.',
    labelNames: ['change'],
    registers,
  });
  const clock = new Gauge({
    name: 'parley_clock_difference_seconds',
    help: "The database's time less that of this machine.",
    registers,
  });
  return {
    show(sources: NodeSources): void {
      nodes.reset();
      for (const [state, count] of Object.entries(sources.nodeStates() ?? {})) nodes.set({ state }, count);
      changes.reset();
      for (const [change, count] of Object.entries(sources.nodeChanges())) changes.inc({ change }, count);
      clock.set((sources.clockDifferenceMs() ?? 0) / 1000);
    },
    showLoad({ used, capacity }: { readonly used: number; readonly capacity: number }): void {
      load.set(used === 0 && capacity === 0 ? 0 : used / Math.max(1, capacity));
    },
  };
}
