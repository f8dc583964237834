import { createServerClient } from '../../src/cli/server-client.ts';
import { type HeldCall, numberOf, openCall } from './cluster-calls.ts';
import { type ClusterOptions, type TrialCluster, withCluster } from './cluster-nodes.ts';
import { pause } from './trial-caller.ts';

export interface CommandTimes {
  /** Milliseconds from request to response of `POST .../end` at the control node, for calls at media nodes. */
  readonly nats: readonly number[];
  readonly postgres: readonly number[];
}

const firstOverNats = 100_000;
const firstOverPostgres = 150_000;
const firstRolling = 300_000;
/** Longer than the goodbye of a call that is being ended. */
const goodbyeMs = 7_000;
const exitMs = 30_000;

/** Measures commands to the node that has the call: the control node responds once that node has. */
export const measureCommands = (options: Omit<ClusterOptions, 'mediaNodes'>, commands: number): Promise<CommandTimes> =>
  withCluster({ ...options, mediaNodes: 2 }, async (cluster) => {
    const nats = await timesOf(cluster, { commands, first: firstOverNats });
    await cluster.nats.kill();
    const postgres = await timesOf(cluster, { commands, first: firstOverPostgres });
    return { nats, postgres };
  });

async function timesOf(
  cluster: TrialCluster,
  { commands, first }: { readonly commands: number; readonly first: number },
): Promise<number[]> {
  const client = createServerClient(cluster.control);
  const times: number[] = [];
  // By then, both sides have detected whether NATS is available.
  await pause(1_500);
  for (let index = 0; index < commands; index++) {
    const call = await openCall(cluster, numberOf(first + index));
    if (call === undefined) continue;
    const uuid = await client.findCall(call.number, 0);
    const beganMs = performance.now();
    const response = await client.request(`/api/voice/calls/${uuid}/end`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'workflow_close' }),
    });
    await response.body?.cancel();
    if (response.ok) times.push(Math.round((performance.now() - beganMs) * 10) / 10);
    await call.run.until(() => call.run.over, 15_000);
    call.run.drop();
  }
  return times;
}

export interface RollingOutcome {
  readonly calls: number;
  readonly dropped: number;
  /** Stopped servers that exited by themselves after their last call. */
  readonly stopped: number;
  readonly left: number;
}

/**
 * Replaces each media node: starts the new one first, then sends SIGTERM to the old one, whose calls continue until
 * they hang up.
 */
export const rollingRestart = (options: Omit<ClusterOptions, 'mediaNodes'>, calls: number): Promise<RollingOutcome> =>
  withCluster({ ...options, mediaNodes: 2 }, async (cluster) => {
    const held: HeldCall[] = [];
    for (let index = 0; index < calls; index++) {
      const call = await openCall(cluster, numberOf(firstRolling + index));
      if (call !== undefined) held.push(call);
    }
    const old = [...cluster.media];
    for (const [index, server] of old.entries()) {
      await cluster.startMedia(index);
      process.kill(server.pid, 'SIGTERM');
    }
    await cluster.replaceControl('SIGTERM');
    await pause(goodbyeMs);
    const dropped = held.filter(({ run }) => run.over).length + (calls - held.length);
    await Promise.all(held.map(({ run }) => run.hangUp()));
    const giveUpMs = performance.now() + exitMs;
    while (old.some(({ pid }) => isRunning(pid)) && performance.now() < giveUpMs) await pause(100);
    return { calls, dropped, stopped: old.length, left: old.filter(({ pid }) => !isRunning(pid)).length };
  });

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
