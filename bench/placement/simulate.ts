import { createRandom } from '../../media/emulator/random.ts';

export type Policy = 'two_choices' | 'one_choice' | 'least_loaded';

export interface Simulation {
  readonly nodes: number;
  /** Capacity of a node, in calls. */
  readonly capacity: number;
  /** Mean number of calls in progress. */
  readonly calls: number;
  readonly meanCallSeconds: number;
  readonly policy: Policy;
  readonly zones: number;
  /** When one zone is lost until the end; never if undefined. */
  readonly zoneLostAtSeconds?: number;
  /**
   * While PostgreSQL is unavailable, no call is placed and no node sends heartbeats; callers who got busy call again.
   */
  readonly databaseAway?: Away;
  /** While NATS is unavailable, messages between nodes use PostgreSQL statements. */
  readonly natsAway?: Away;
  readonly costs: MeasuredCosts;
  readonly seconds: number;
  readonly seed: number;
}

export interface Away {
  readonly fromSeconds: number;
  readonly seconds: number;
}

/** Measured times of statements executed one at a time, and how many the database executes in parallel. */
export interface MeasuredCosts {
  /** Database time per call: place, ticket and claim. */
  readonly callMs: number;
  readonly reportMs: number;
  /** Database time of a message between nodes over PostgreSQL. */
  readonly messageMs: number;
  /** Messages between nodes per call: that its stream has arrived, and that its slot is free. */
  readonly messagesPerCall: number;
  /** Statements that the database executes in parallel. */
  readonly databaseCores: number;
}

export interface SimulationOutcome {
  readonly placed: number;
  /** Share of callers who got busy or whose stream was refused by its node. */
  readonly busyShare: number;
  readonly refusedAtNodeShare: number;
  /** Calls in progress that ended with their zone, and new ones sent to a lost node. */
  readonly lostCalls: number;
  readonly sentToLost: number;
  /**
   * Seconds from the loss of the zone to the last call sent there, and callers who got busy in the minute after the
   * loss.
   */
  readonly lostNodesUsedForSeconds: number;
  readonly busyInMinuteAfter: number;
  /** Share of the database's time used by the statements: mean, and the worst ten seconds. */
  readonly database: { readonly mean: number; readonly most: number };
  /** Calls per node before the loss: percentiles over all nodes. */
  readonly load: { readonly p1: number; readonly p50: number; readonly p99: number; readonly max: number };
}

/** Same values as in src/cluster. */
const reportEverySeconds = 2;
const silentSeconds = 6;
/** Delay between a provider receiving the address and opening the stream. */
const setUpSeconds = 1.5;
/** Callers who were cut off call again within this time. */
const redialSeconds = 10;
/** Window length for the database's worst load. */
const stretchSeconds = 10;

interface Node {
  /** Used slots known to the database. */
  reported: number;
  reserved: number;
  reportedAt: number;
  /** Slots actually used. */
  used: number;
  awaited: number;
  isLost: boolean;
}

type Event =
  | { readonly at: number; readonly kind: 'caller' }
  | { readonly at: number; readonly kind: 'arrives' | 'ends' | 'reports'; readonly node: number }
  | { readonly at: number; readonly kind: 'zone_lost' };

/**
 * Simulates placement, reservation and heartbeats as the database sees them, with time as an argument. Deterministic
 * for a seed.
 */
export function simulate(given: Simulation): SimulationOutcome {
  const { capacity, calls, meanCallSeconds, policy, zones, zoneLostAtSeconds, seconds } = given;
  const random = createRandom(given.seed);
  const exponential = (mean: number): number => -Math.log(1 - random()) * mean;
  const warm = Math.floor(calls / given.nodes);
  const nodes = Array.from(
    { length: given.nodes },
    (): Node => ({ reported: warm, reserved: 0, reportedAt: 0, used: warm, awaited: 0, isLost: false }),
  );
  const events = createQueue();
  const counts = { placed: 0, busy: 0, refusedAtNode: 0, lostCalls: 0, sentToLost: 0, busyInMinuteAfter: 0 };
  let lastSentToLost = zoneLostAtSeconds ?? 0;
  let load = { p1: 0, p50: 0, p99: 0, max: 0 };

  const { databaseAway, natsAway, costs } = given;
  const spentMs = new Float64Array(Math.ceil(seconds / stretchSeconds) + 1);
  const spend = (at: number, ms: number): void => {
    spentMs[Math.floor(at / stretchSeconds)] = (spentMs[Math.floor(at / stretchSeconds)] ?? 0) + ms;
  };
  const isDatabaseAway = (at: number): boolean => isAway(databaseAway, at);

  const choose = createChoice(nodes, given, random);

  function onCaller(at: number): void {
    const index = isDatabaseAway(at) ? undefined : choose(at);
    if (index === undefined) {
      counts.busy += 1;
      if (isDatabaseAway(at)) events.add({ at: at + random() * redialSeconds, kind: 'caller' });
      if (zoneLostAtSeconds !== undefined && at > zoneLostAtSeconds && at < zoneLostAtSeconds + 60)
        counts.busyInMinuteAfter += 1;
      return;
    }
    const node = nodes[index] as Node;
    counts.placed += 1;
    spend(at, costs.callMs + (isAway(natsAway, at) ? costs.messageMs * costs.messagesPerCall : 0));
    // Without reservations, every call goes to the node that was least loaded at its last heartbeat.
    if (policy !== 'least_loaded') node.reserved += 1;
    node.awaited += 1;
    events.add({ at: at + setUpSeconds * (0.5 + random()), kind: 'arrives', node: index });
  }

  function onArrival(at: number, index: number): void {
    const node = nodes[index] as Node;
    node.awaited -= 1;
    if (node.isLost) {
      counts.sentToLost += 1;
      lastSentToLost = at;
      events.add({ at: at + random() * redialSeconds, kind: 'caller' });
    } else if (isDatabaseAway(at)) {
      // The token cannot be claimed.
      counts.refusedAtNode += 1;
      events.add({ at: at + random() * redialSeconds, kind: 'caller' });
    } else if (node.used >= capacity) counts.refusedAtNode += 1;
    else {
      node.used += 1;
      events.add({ at: at + exponential(meanCallSeconds), kind: 'ends', node: index });
    }
  }

  function onZoneLost(at: number): void {
    const sorted = nodes.map(({ used }) => used).sort((a, b) => a - b);
    const of = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    load = { p1: of(0.01), p50: of(0.5), p99: of(0.99), max: of(1) };
    if (zoneLostAtSeconds === undefined) return;
    for (const [index, node] of nodes.entries()) {
      if (index % zones !== 0) continue;
      node.isLost = true;
      counts.lostCalls += node.used;
      for (let call = 0; call < node.used; call++) events.add({ at: at + random() * redialSeconds, kind: 'caller' });
      node.used = 0;
    }
  }

  for (const [index] of nodes.entries()) {
    events.add({ at: random() * reportEverySeconds, kind: 'reports', node: index });
    for (let call = 0; call < warm; call++) events.add({ at: exponential(meanCallSeconds), kind: 'ends', node: index });
  }
  const betweenCallers = meanCallSeconds / calls;
  let nextCallerAt = exponential(betweenCallers);
  events.add({ at: zoneLostAtSeconds ?? seconds, kind: 'zone_lost' });
  for (;;) {
    const event = events.next(nextCallerAt) ?? { at: nextCallerAt, kind: 'caller' as const };
    const { at } = event;
    if (at > seconds) break;
    if (event.kind === 'caller') {
      if (at === nextCallerAt) nextCallerAt = at + exponential(betweenCallers);
      onCaller(at);
    } else if (event.kind === 'zone_lost') onZoneLost(at);
    else if (event.kind === 'arrives') onArrival(at, event.node);
    else {
      const node = nodes[event.node] as Node;
      if (event.kind === 'ends' && !node.isLost) node.used -= 1;
      if (event.kind === 'reports' && !node.isLost) {
        if (!isDatabaseAway(at)) {
          Object.assign(node, { reported: node.used, reserved: node.awaited, reportedAt: at });
          spend(at, costs.reportMs);
        }
        events.add({ at: at + reportEverySeconds, kind: 'reports', node: event.node });
      }
    }
  }
  if (zoneLostAtSeconds === undefined) onZoneLost(seconds);
  const asked = counts.placed + counts.busy;
  return {
    placed: counts.placed,
    lostCalls: counts.lostCalls,
    sentToLost: counts.sentToLost,
    load,
    busyShare: counts.busy / asked,
    refusedAtNodeShare: counts.refusedAtNode / asked,
    lostNodesUsedForSeconds: zoneLostAtSeconds === undefined ? 0 : lastSentToLost - zoneLostAtSeconds,
    busyInMinuteAfter: counts.busyInMinuteAfter,
    database: shareOfDatabase(spentMs.subarray(0, Math.floor(seconds / stretchSeconds)), costs),
  };
}

/** Returns a function that chooses a node for a call as the policy does; undefined if none is open. */
function createChoice(nodes: readonly Node[], { capacity, policy }: Simulation, random: () => number) {
  const isOpen = (node: Node, at: number): boolean =>
    at - node.reportedAt < silentSeconds && node.reported + node.reserved < capacity;
  const shareOf = ({ reported, reserved }: Node): number => (reported + reserved) / capacity;

  /** Few nodes are full, so a random one is nearly always open; the database statement finds one if there is any. */
  function anyOpen(at: number, but?: number): number | undefined {
    for (let tries = 0; tries < 20; tries++) {
      const index = Math.floor(random() * nodes.length);
      if (index !== but && isOpen(nodes[index] as Node, at)) return index;
    }
    const open = nodes.flatMap((node, index) => (index !== but && isOpen(node, at) ? [index] : []));
    return open[Math.floor(random() * open.length)];
  }

  function choose(at: number): number | undefined {
    if (policy === 'least_loaded') {
      let best: number | undefined;
      for (const [index, node] of nodes.entries())
        if (isOpen(node, at) && (best === undefined || node.reported < (nodes[best] as Node).reported)) best = index;
      return best;
    }
    const one = anyOpen(at);
    const two = one === undefined || policy === 'one_choice' ? undefined : anyOpen(at, one);
    if (one === undefined || two === undefined) return one;
    return shareOf(nodes[one] as Node) <= shareOf(nodes[two] as Node) ? one : two;
  }

  return choose;
}

const isAway = (away: Away | undefined, at: number): boolean =>
  away !== undefined && at >= away.fromSeconds && at < away.fromSeconds + away.seconds;

function shareOfDatabase(spentMs: Float64Array, { databaseCores }: MeasuredCosts): SimulationOutcome['database'] {
  const hasMs = stretchSeconds * 1000 * databaseCores;
  const sum = spentMs.reduce((total, ms) => total + ms, 0);
  return { mean: sum / (hasMs * spentMs.length), most: Math.max(...spentMs) / hasMs };
}

/** A binary heap of events by time. */
function createQueue() {
  const heap: Event[] = [];
  const at = (index: number): number => heap[index]?.at ?? Number.POSITIVE_INFINITY;
  const swap = (one: number, other: number): void => {
    [heap[one], heap[other]] = [heap[other] as Event, heap[one] as Event];
  };
  return {
    add(event: Event): void {
      let index = heap.push(event) - 1;
      while (index > 0 && at(index) < at((index - 1) >> 1)) {
        swap(index, (index - 1) >> 1);
        index = (index - 1) >> 1;
      }
    },
    /** Returns the next event if it is before this time. */
    next(before: number): Event | undefined {
      if (at(0) > before) return undefined;
      const [first] = heap;
      const last = heap.pop() as Event;
      if (heap.length > 0) {
        heap[0] = last;
        for (let index = 0; ; ) {
          const smaller = at(2 * index + 1) <= at(2 * index + 2) ? 2 * index + 1 : 2 * index + 2;
          if (at(smaller) >= at(index)) break;
          swap(index, smaller);
          index = smaller;
        }
      }
      return first;
    },
  };
}
