import { setTimeout as pause } from 'node:timers/promises';
import type { Clip } from '../../media/index.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { registerWebhook } from './cluster-calls.ts';
import { closedCalls, isPlayed, judgeWebhooks } from './cluster-load.ts';
import { type ClusterOptions, type TrialCluster, withCluster } from './cluster-nodes.ts';
import type { Stored } from './stored-afterwards.ts';
import { createTalkingCallers, spokenTurns, type TalkingCaller, turnsOf } from './talking-callers.ts';
import { openWebhookReceiver } from './webhook-receiver.ts';

export interface OutageOptions extends Omit<ClusterOptions, 'mediaNodes'> {
  /** Speech of the callers. */
  readonly words: Clip;
  readonly awayMs: number;
  /** Callers who call again and again. */
  readonly atOnce: number;
  readonly tell: (text: string) => void;
}

export interface OutageOutcome extends Stored {
  readonly awayMs: number;
  readonly atOnce: number;
  /** Requests of new callers during the outage, and those without a stream, or without an agent on it. */
  readonly asked: number;
  readonly turnedAway: number;
  /** The same until the media server was killed. */
  readonly turnedAwayBefore: number;
  readonly calls: number;
  readonly turns: { readonly spoken: number; readonly answered: number };
  /** Calls at the killed server, and those of them that are stored as lost (`interrupted` or `lease_expired`). */
  readonly killed: { readonly calls: number; readonly interrupted: number };
  /** Other calls that were cut off, are not stored, or lack words. */
  readonly disturbed: readonly string[];
  /** Time from the return until every call was stored with its end. */
  readonly writtenMs: number;
}

const mediaNodes = 2;
const againMs = 500;
const listedEveryMs = 2_500;

/** Silences PostgreSQL while callers come and go, and kills a media server in the middle. */
export async function runOutage(options: OutageOptions): Promise<OutageOutcome> {
  const receiver = await openWebhookReceiver();
  try {
    return await withCluster({ ...options, mediaNodes }, async (cluster) => {
      await cluster.store.noteWebhooks();
      await registerWebhook(cluster.control, receiver.url);
      await untilListed(cluster);
      const calling = createTalkingCallers(cluster, options.words);
      const before = await Promise.all([calling.open('telephony_a'), calling.open('telephony_b')]);
      const since = { asked: calling.asked, turnedAway: calling.turnedAway };
      const gone = new AbortController();
      cluster.postgres.silence();
      options.tell('PostgreSQL is silent');
      const lines = [
        ...before.map((call) => (call === undefined ? undefined : calling.talk(call, gone.signal))),
        ...Array.from({ length: options.atOnce }, (_, index) => calling.line(index, gone.signal)),
      ];
      await pause(options.awayMs / 2);
      const turnedAwayBefore = calling.turnedAway - since.turnedAway;
      const killed = calling.live().filter(({ url }) => cluster.nodeOf(url) === 0);
      for (const call of killed) call.killedAtMs = Date.now();
      await cluster.killMedia(0);
      const killedAtMs = Date.now();
      options.tell(`killed a media server with ${killed.length} calls; ${turnedAwayBefore} were rejected before`);
      await pause(options.awayMs / 2);
      gone.abort();
      await Promise.all(lines);
      // Those that were being answered at the kill.
      for (const call of calling.held)
        if (call.cut === true && cluster.nodeOf(call.url) === 0) call.killedAtMs ??= killedAtMs;
      const { asked, turnedAway, held } = calling;
      const backMs = performance.now();
      await cluster.postgres.restore();
      await cluster.startMedia(0);
      const restartedMs = Math.round(performance.now() - backMs);
      const stored = await closedCalls(cluster, held);
      const writtenMs = Math.round(performance.now() - backMs);
      options.tell(
        `${held.length} calls; stored ${writtenMs} ms after the return, the killed server ready after ${restartedMs} ms`,
      );
      return {
        awayMs: options.awayMs,
        atOnce: options.atOnce,
        asked: asked - since.asked,
        turnedAway: turnedAway - since.turnedAway,
        turnedAwayBefore,
        calls: held.length,
        turns: turnsOf(held),
        ...(await judge(cluster, held, stored)),
        writtenMs,
        webhooks: await judgeWebhooks(cluster, receiver),
      };
    });
  } finally {
    await receiver.close();
  }
}

/** A server that joins at the moment of the outage is not known to the others. */
async function untilListed({ control }: TrialCluster): Promise<void> {
  for (;;) {
    const response = await createServerClient(control).request('/health');
    const { cluster } = (await response.json()) as { cluster: { nodes: readonly object[] } };
    if (cluster.nodes.length > mediaNodes) break;
    await pause(againMs);
  }
  await pause(listedEveryMs);
}

async function judge(
  cluster: TrialCluster,
  held: readonly TalkingCaller[],
  stored: Awaited<ReturnType<typeof closedCalls>>,
): Promise<Pick<OutageOutcome, 'killed' | 'disturbed' | 'recordings'>> {
  const killed = { calls: 0, interrupted: 0 };
  const recordings = { whole: 0, missing: 0 };
  const disturbed: string[] = [];
  for (const { number, killedAtMs, cut, answered } of held) {
    const call = stored.get(number);
    if (killedAtMs !== undefined) {
      killed.calls += 1;
      const kept = call === undefined ? 0 : await spokenTurns(cluster, call.uuid);
      // The last turn may have ended at the kill.
      if (kept < answered - 1)
        disturbed.push(`${number} of the killed server: ${kept} of ${answered} turns are stored`);
      if (call?.reason === 'interrupted' || call?.reason === 'lease_expired') killed.interrupted += 1;
      else if (call?.reason !== 'caller_hung_up' && call?.reason !== 'max_duration')
        disturbed.push(`${number} of the killed server: ${call?.reason}`);
      continue;
    }
    // The longest calls of a long outage reach the longest duration of a call.
    const isOwnEnd = call?.reason === 'max_duration' || (call?.reason === 'caller_hung_up' && cut !== true);
    if (call === undefined || !isOwnEnd) {
      disturbed.push(`${number}: ${call === undefined ? 'not stored' : call.reason}`);
      continue;
    }
    const heard = await spokenTurns(cluster, call.uuid);
    if (heard < answered) disturbed.push(`${number}: ${heard} of ${answered} answered turns are stored`);
    if (!cluster.hasObjects) continue;
    if (await isPlayed(cluster.control, call.uuid)) recordings.whole += 1;
    else recordings.missing += 1;
  }
  return { killed, disturbed, recordings: cluster.hasObjects ? recordings : 'no object store' };
}
