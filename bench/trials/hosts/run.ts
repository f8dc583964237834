import { setTimeout as pause } from 'node:timers/promises';
import type { Clip } from '../../../media/index.ts';
import { registerWebhook } from '../cluster-calls.ts';
import { closedCalls, judgeWebhooks } from '../cluster-load.ts';
import { type ClusterOptions, type TrialCluster, withCluster } from '../cluster-nodes.ts';
import type { WebhookCounts } from '../stored-afterwards.ts';
import { createTalkingCallers, spokenTurns, type TalkingCaller } from '../talking-callers.ts';
import { openWebhookReceiver } from '../webhook-receiver.ts';
import { canSkewClocks, type Host, type HostNetwork, openHostNetwork } from './network.ts';

export interface HostsOptions extends Omit<ClusterOptions, 'mediaNodes' | 'network'> {
  readonly words: Clip;
  /** Callers who talk during each fault. */
  readonly atOnce: number;
  /** Length of each cut of a link or of the way to PostgreSQL. */
  readonly awayMs: number;
  /** All by default. */
  readonly faults?: readonly FaultKind[];
  readonly tell: (text: string) => void;
}

/** What one fault did. */
export interface FaultOutcome {
  readonly fault: string;
  /** Calls of the server that had the fault, and those of the others. */
  readonly calls: number;
  readonly others: number;
  /** Whether the fault ends the calls of its server whatever the server does. */
  readonly isFatal: boolean;
  /** Longest time from a fatal fault to the stored end of a call. */
  readonly closedMs: number | undefined;
  /** Calls that should have gone on and did not, or that lack an answered turn. */
  readonly disturbed: readonly string[];
  /** New callers during the fault, and those without an agent. */
  readonly asked: number;
  readonly turnedAway: number;
}

export interface HostsOutcome {
  readonly faults: readonly FaultOutcome[];
  /** Largest difference between the caller's clock and the stored starts of calls at the server with a wrong clock. */
  readonly skew: { readonly calls: number; readonly seconds: number; readonly mostMs: number } | 'no libfaketime';
  readonly webhooks: WebhookCounts;
  /** What a server of the earlier version says of the database of this one; undefined without an earlier version. */
  readonly refusal: string | undefined;
}

const mediaNames = ['media-0', 'media-1', 'media-2'];
const skewedNode = 2;
const skewSeconds = -300;
const beforeMs = 6_000;
const afterMs = 5_000;

export const faultKinds = ['upgrade', 'link', 'media-database', 'control-database', 'kill', 'replace'] as const;
export type FaultKind = (typeof faultKinds)[number];

interface Fault {
  readonly kind: FaultKind;
  readonly name: string;
  /** The media server that has the fault; undefined if the control server or all have it. */
  readonly node: number | undefined;
  readonly isFatal: boolean;
  /** Whether a new caller tries during it. */
  readonly isAsked: boolean;
  happen(): Promise<void>;
}

/** A control server and three media servers, each on a host of its own, under faults one after another. */
export async function runHosts(options: HostsOptions): Promise<HostsOutcome> {
  const network = await openHostNetwork({
    names: ['control', ...mediaNames],
    skewSeconds: canSkewClocks ? { [`media-${skewedNode}`]: skewSeconds } : {},
  });
  const receiver = await openWebhookReceiver(network.callerAddress);
  try {
    return await withCluster({ ...options, mediaNodes: mediaNames.length, network }, async (cluster) => {
      await cluster.store.noteWebhooks();
      await registerWebhook(cluster.control, receiver.url);
      const trial = createTrial(cluster, options);
      const { faults: named = faultKinds } = options;
      // Without an earlier version there is nothing to upgrade from.
      const kinds = named.filter((kind) => kind !== 'upgrade' || options.earlier !== undefined);
      const faults = faultsOf(cluster, network, options.awayMs).filter(({ kind }) => kinds.includes(kind));
      const outcomes: FaultOutcome[] = [];
      for (const fault of faults) outcomes.push(await trial.under(fault));
      const refusal = kinds.includes('upgrade') ? ((await cluster.refusedEarlier()) ?? 'it started') : undefined;
      return { faults: outcomes, skew: await trial.skew(), webhooks: await judgeWebhooks(cluster, receiver), refusal };
    });
  } finally {
    await receiver.close();
    await network.close();
  }
}

function faultsOf(cluster: TrialCluster, { hosts, databaseAddress }: HostNetwork, awayMs: number): Fault[] {
  const host = (name: string): Host => hosts.get(name) as Host;
  const away = async (begin: Promise<void>, end: () => Promise<void>): Promise<void> => {
    await begin;
    await pause(awayMs);
    await end();
  };
  const withoutDatabase = (name: string) => () =>
    away(host(name).lose(databaseAddress), () => host(name).reach(databaseAddress));
  const replaceAll = async (): Promise<void> => {
    for (const [index, server] of [...cluster.media].entries()) {
      await cluster.startMedia(index);
      process.kill(server.pid, 'SIGTERM');
    }
  };
  return [
    {
      kind: 'upgrade',
      name: 'all servers are upgraded from an earlier version, the control server with the migrations first',
      node: undefined,
      isFatal: false,
      isAsked: true,
      async happen() {
        await cluster.upgradeControl();
        // The media servers of the earlier version carry calls beside the new schema.
        await pause(awayMs);
        await replaceAll();
      },
    },
    {
      kind: 'link',
      name: 'the link of a media server is cut',
      node: 0,
      isFatal: true,
      isAsked: false,
      happen: () => away(host('media-0').cut(), host('media-0').restore),
    },
    {
      kind: 'media-database',
      name: 'packets from a media server to PostgreSQL are lost',
      node: 1,
      isFatal: false,
      isAsked: false,
      happen: withoutDatabase('media-1'),
    },
    {
      kind: 'control-database',
      name: 'packets from the control server to PostgreSQL are lost',
      node: undefined,
      isFatal: false,
      isAsked: true,
      happen: withoutDatabase('control'),
    },
    {
      kind: 'kill',
      name: 'SIGKILL of a media server',
      node: 1,
      isFatal: true,
      isAsked: false,
      async happen() {
        await cluster.killMedia(1);
        await cluster.startMedia(1);
      },
    },
    {
      kind: 'replace',
      name: 'all media servers are replaced',
      node: undefined,
      isFatal: false,
      isAsked: true,
      happen: replaceAll,
    },
  ];
}

function createTrial(cluster: TrialCluster, { words, atOnce, tell }: HostsOptions) {
  const callers = createTalkingCallers(cluster, words);

  async function openCalls(): Promise<readonly TalkingCaller[]> {
    const calls: (TalkingCaller | undefined)[] = [];
    for (let index = 0; index < atOnce; index++)
      calls.push(await callers.open(index % 2 === 0 ? 'telephony_a' : 'telephony_b'));
    return calls.filter((call) => call !== undefined);
  }

  /** Returns how late the last call of the fault was closed, and what happened to the others. */
  async function judge(calls: readonly TalkingCaller[], isLost: (call: TalkingCaller) => boolean, beganMs: number) {
    const stored = await closedCalls(cluster, calls);
    const disturbed: string[] = [];
    let closedMs: number | undefined;
    for (const call of calls) {
      const { number, answered, cut } = call;
      const record = stored.get(number);
      const kept = record === undefined ? 0 : await spokenTurns(cluster, record.uuid);
      const expected = isLost(call) ? (call.answeredBefore ?? 0) : answered;
      if (kept < expected) disturbed.push(`${number}: ${kept} of ${expected} answered turns are stored`);
      if (isLost(call)) {
        const at = record?.firstClosedAt ?? undefined;
        if (at === undefined) disturbed.push(`${number}: not closed`);
        else closedMs = Math.max(closedMs ?? 0, Date.parse(at) - beganMs);
      } else if (cut === true || record?.reason !== 'caller_hung_up') disturbed.push(`${number}: ${record?.reason}`);
    }
    return { disturbed, closedMs };
  }

  return {
    async under({ name, node, isFatal, isAsked, happen }: Fault): Promise<FaultOutcome> {
      const first = callers.held.length;
      const gone = new AbortController();
      const calls = await openCalls();
      const talks = calls.map((call) => callers.talk(call, gone.signal));
      await pause(beforeMs);
      const hit = calls.filter(({ url }) => cluster.nodeOf(url) === node);
      for (const call of hit) call.answeredBefore = call.answered;
      const before = { asked: callers.asked, turnedAway: callers.turnedAway };
      const beganMs = Date.now();
      const over = new AbortController();
      const line = isAsked ? callers.line(0, over.signal) : undefined;
      await happen();
      over.abort();
      await line;
      await pause(afterMs);
      gone.abort();
      await Promise.all(talks);
      const lost = new Set(isFatal ? hit : []);
      const judged = await judge(callers.held.slice(first), (call) => lost.has(call), beganMs);
      tell(`${name}: ${hit.length} of ${calls.length} calls; ${judged.disturbed.length} disturbed`);
      return {
        fault: name,
        calls: hit.length,
        others: calls.length - hit.length,
        isFatal,
        asked: callers.asked - before.asked,
        turnedAway: callers.turnedAway - before.turnedAway,
        disturbed: judged.disturbed,
        closedMs: judged.closedMs,
      };
    },
    /** Compares the stored starts of calls at the server with a wrong clock with the callers' clock. */
    async skew(): Promise<HostsOutcome['skew']> {
      if (!canSkewClocks) return 'no libfaketime';
      const calls = callers.held.filter(({ url }) => cluster.nodeOf(url) === skewedNode);
      const stored = await closedCalls(cluster, calls);
      const differences = calls.map(({ number, openedAtMs }) =>
        Math.abs(Date.parse(stored.get(number)?.startedAt ?? '') - openedAtMs),
      );
      return { calls: calls.length, seconds: skewSeconds, mostMs: Math.max(...differences) };
    },
  };
}
