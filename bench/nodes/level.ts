import { apartFrom, type CallRun, type Clip } from '../../media/index.ts';
import { readUsage } from '../call/process-usage.ts';
import { type HeldCall, numberOf, openCall } from '../trials/cluster-calls.ts';
import { type ClusterOptions, type TrialCluster, withCluster } from '../trials/cluster-nodes.ts';
import { pause, type Talker, talk } from '../trials/trial-caller.ts';

export interface LevelOptions extends ClusterOptions {
  /** Capacity of a media node, in calls. */
  readonly callsPerNode: number;
  readonly words: Clip;
  /** Period during which all calls are in progress. */
  readonly steadyMs: number;
  /** Share of callers beyond the nodes' capacity. */
  readonly surplus: number;
}

export interface Level {
  readonly nodes: number;
  readonly callers: number;
  /** Calls in progress together until the end, and calls cut off before it. */
  readonly carried: number;
  readonly cut: number;
  readonly busy: number;
  /** Turns spoken by callers, and the number answered. */
  readonly spoken: number;
  readonly answered: number;
  /** Silences inside a reply that are not the caller's own stalls. */
  readonly gaps: number;
  readonly byNode: readonly number[];
  /** Percent of a core per call: media nodes together, and the control node. */
  readonly mediaCpu: number | null;
  readonly controlCpu: number | null;
}

const betweenCallersMs = 150;

/** Fills every node with callers, who talk. */
export const runLevel = (options: LevelOptions): Promise<Level> =>
  withCluster({ ...options, env: { ...options.env, MAX_CALLS: String(options.callsPerNode) } }, async (cluster) => {
    const callers = Math.ceil(options.mediaNodes * options.callsPerNode * (1 + options.surplus));
    // Nodes report their capacity every two seconds.
    await pause(3_000);
    const calls = await arrive(cluster, callers);
    const talkers = calls.map(({ run }) => talk(run, { words: options.words, patienceMs: 15_000 }));
    const began = await usageOf(cluster);
    const before = sums(talkers);
    await pause(options.steadyMs);
    const ended = await usageOf(cluster);
    const after = sums(talkers);
    const carried = calls.filter(({ run }) => !run.over);
    const cores = (seconds: number): number | null =>
      carried.length === 0 ? null : (seconds * 1000) / options.steadyMs / carried.length;
    const level = {
      nodes: options.mediaNodes,
      callers,
      carried: carried.length,
      cut: calls.length - carried.length,
      busy: callers - calls.length,
      spoken: after.spoken - before.spoken,
      answered: after.answered - before.answered,
      gaps: carried.reduce((sum, { run }) => sum + gapsOf(run), 0),
      byNode: Array.from(
        { length: options.mediaNodes },
        (_, node) => carried.filter(({ url }) => cluster.nodeOf(url) === node).length,
      ),
      mediaCpu: cores(ended.media - began.media),
      controlCpu: cores(ended.control - began.control),
    };
    await Promise.all(calls.map(({ run }) => run.hangUp()));
    return level;
  });

async function arrive(cluster: TrialCluster, callers: number): Promise<HeldCall[]> {
  const opening: Promise<HeldCall | undefined>[] = [];
  for (let caller = 0; caller < callers; caller++) {
    opening.push(openCall(cluster, numberOf(caller)));
    await pause(betweenCallersMs);
  }
  return (await Promise.all(opening)).filter((call) => call !== undefined);
}

async function usageOf({ control, media }: TrialCluster) {
  const seconds = async ({ pid }: { pid: number }): Promise<number> => (await readUsage(pid))?.cpuSeconds ?? 0;
  const each = await Promise.all(media.map(seconds));
  return { media: each.reduce((sum, one) => sum + one, 0), control: await seconds(control) };
}

const sums = (talkers: readonly Talker[]) => ({
  spoken: talkers.reduce((sum, { spoken }) => sum + spoken, 0),
  answered: talkers.reduce((sum, { answered }) => sum + answered, 0),
});

function gapsOf(run: CallRun): number {
  const { playout, stalls } = run.record();
  return apartFrom(playout.underruns, stalls).length;
}
