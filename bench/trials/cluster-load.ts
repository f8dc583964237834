import { openProviderServer } from '../../media/index.ts';
import type { ServerAddress } from '../../src/cli/credential.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import {
  type Campaign,
  createHolding,
  type HeldCall,
  type Holding,
  numberOf,
  openCall,
  prepareCampaign,
  providerAccount,
  registerWebhook,
  talkAndHold,
} from './cluster-calls.ts';
import { type ClusterOptions, type TrialCluster, withCluster } from './cluster-nodes.ts';
import type { Stored, WebhookCounts } from './stored-afterwards.ts';
import { pause, recordingOf } from './trial-caller.ts';
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export type ClusterEvent = 'media' | 'control' | 'nats' | 'postgres';

export interface ClusterLoadOptions extends Omit<ClusterOptions, 'mediaNodes'> {
  /** Number of incoming calls. */
  readonly calls: number;
  /** Contacts of a campaign dialled meanwhile. */
  readonly dialled: number;
  /** Simultaneous incoming calls. */
  readonly atOnce: number;
  /** How long a person stays after the agent's first sound. */
  readonly holdMs: number;
  /** Events that happen one after another, evenly spread over the calls. */
  readonly events: readonly ClusterEvent[];
  readonly postgresAwayMs: number;
  readonly tell: (text: string) => void;
}

export interface ClusterLoadOutcome extends Stored {
  readonly calls: number;
  /** Calls that were offered a stream and heard the agent. */
  readonly held: number;
  /** Attempts that got busy or no answer while a part was down; each caller tried again. */
  readonly turnedAway: number;
  /** Calls at a killed node: in progress, closed, and the longest time from the kill to their stored end. */
  readonly killed: { readonly calls: number; readonly closed: number; readonly mostMs: number };
  /** Other calls that were cut off or not ended by their caller. */
  readonly disturbed: readonly string[];
  readonly dialled: {
    readonly contacts: number;
    /** Contacts whose phone rang, rang more than once, who heard the agent, and who have no result yet. */
    readonly rang: number;
    readonly twice: number;
    readonly held: number;
    readonly open: number;
  };
  /** Calls by media node. */
  readonly shares: readonly number[];
}

const patienceMs = 60_000;
/** Calls without news are looked up at the provider after 90 s. */
const settleMs = 150_000;
/** A recording is written with a delay of 1.5 s, once a second. */
const recordedFromMs = 4_000;
const mostTries = 60;
const unwrittenMs = 2_000;
const mediaNodes = 2;

/** Makes short calls in both directions while parts of the cluster are killed and come back. */
export async function runClusterLoad(options: ClusterLoadOptions): Promise<ClusterLoadOutcome> {
  const holding = createHolding(options.holdMs);
  const receiver = await openWebhookReceiver();
  const provider = await openProviderServer({
    dialect: 'telephony_a',
    ...providerAccount,
    talk: talkAndHold(holding),
    fate: () => ({ ringMs: 300, talkMs: options.holdMs + patienceMs }),
  });
  try {
    const env = { ...options.env, TELEPHONY_A_BASE_URL: provider.baseUrl, TELEPHONY_A_CALLS_PER_SECOND: '2' };
    return await withCluster({ ...options, env, mediaNodes }, async (cluster) => {
      await cluster.store.noteWebhooks();
      await registerWebhook(cluster.control, receiver.url);
      const campaign = options.dialled > 0 ? await prepareCampaign(cluster, options.dialled) : undefined;
      const { turnedAway, killed } = await load(cluster, { holding, campaign, options });
      const open = await settled(campaign);
      const times = [...provider.dials.values()];
      const incoming = holding.held.filter(({ number }) => !provider.dials.has(number)).length;
      return {
        calls: options.calls,
        held: incoming,
        turnedAway,
        ...(await judge(cluster, { held: holding.held, killed, campaign })),
        dialled: {
          contacts: options.dialled,
          rang: times.length,
          open,
          held: holding.held.length - incoming,
          twice: times.filter((count) => count > 1).length,
        },
        webhooks: await judgeWebhooks(cluster, receiver),
        shares: Array.from(
          { length: mediaNodes },
          (_, node) => holding.held.filter(({ url }) => cluster.nodeOf(url) === node).length,
        ),
      };
    });
  } finally {
    await provider.close();
    await receiver.close();
  }
}

interface Loading {
  readonly holding: Holding;
  readonly campaign: Campaign | undefined;
  readonly options: ClusterLoadOptions;
}

async function load(cluster: TrialCluster, { holding, campaign, options }: Loading) {
  const { calls, atOnce, events, tell } = options;
  const { live, held } = holding;
  const killed: HeldCall[] = [];
  let next = 0;
  let turnedAway = 0;

  async function lineOfCalls(): Promise<void> {
    while (next < calls) {
      const number = numberOf(next++);
      let call = await openCall(cluster, number);
      // Retries like a provider and a caller do.
      for (let tries = 0; call === undefined && tries < mostTries; tries++) {
        turnedAway += 1;
        await pause(500);
        call = await openCall(cluster, number);
      }
      if (call !== undefined) await holding.hold(call);
    }
  }

  const happen: Record<ClusterEvent, (round: number) => Promise<void>> = {
    async media(round) {
      const node = round % mediaNodes;
      const killedAtMs = Date.now();
      // The end of a call that has just been hung up may not be stored yet.
      const isTouched = (call: HeldCall): boolean =>
        live.has(call) || (call.leftAtMs !== undefined && killedAtMs - call.leftAtMs < unwrittenMs);
      for (const call of held)
        if (cluster.nodeOf(call.url) === node && isTouched(call)) killed.push(Object.assign(call, { killedAtMs }));
      await cluster.killMedia(node);
      await cluster.startMedia(node);
    },
    control: () => cluster.replaceControl('SIGKILL'),
    async nats() {
      await cluster.nats.kill();
      await pause(2_000);
      await cluster.nats.start();
    },
    async postgres() {
      await cluster.postgres.cut();
      await pause(options.postgresAwayMs);
      await cluster.postgres.restore();
    },
  };
  async function disturb(): Promise<void> {
    for (const [index, event] of events.entries()) {
      const atCall = ((index + 1) * calls) / (events.length + 1);
      while (next < atCall) await pause(50);
      // Killing a node without calls would test nothing.
      const giveUpMs = performance.now() + 10_000;
      while (live.size < Math.min(2, atOnce) && next < calls && performance.now() < giveUpMs) await pause(20);
      await happen[event](events.slice(0, index).filter((one) => one === event).length);
      tell(`${event}: ${next} calls begun, ${held.length} held, ${turnedAway} turned away`);
    }
  }
  await campaign?.launch();
  await Promise.all([...Array.from({ length: atOnce }, lineOfCalls), disturb()]);
  return { turnedAway, killed };
}

/** Returns how many contacts have no result. */
async function settled(campaign: Campaign | undefined): Promise<number> {
  const giveUpMs = performance.now() + settleMs;
  for (let open = campaign?.contacts ?? 0; ; await pause(1_000)) {
    open = (await campaign?.open().catch(() => open)) ?? 0;
    if (open === 0 || performance.now() > giveUpMs) return open;
  }
}

interface Judged {
  readonly held: readonly HeldCall[];
  readonly killed: readonly HeldCall[];
  readonly campaign: Campaign | undefined;
}

async function judge(cluster: TrialCluster, { held, killed: atKills, campaign }: Judged) {
  const killed = { calls: atKills.length, closed: 0, mostMs: 0 };
  const recordings = { whole: 0, missing: 0 };
  const disturbed: string[] = [];
  const stored = await closedCalls(cluster, held);
  for (const { number, killedAtMs, cut, heldMs } of held) {
    const call = stored.get(number);
    if (call === undefined) {
      disturbed.push(`${number} is not stored`);
      continue;
    }
    if (killedAtMs !== undefined) {
      if (call.reason === null || call.closedAt === null) continue;
      killed.closed += 1;
      killed.mostMs = Math.max(killed.mostMs, Date.parse(call.closedAt) - killedAtMs);
    } else if (cut === true || call.reason !== 'caller_hung_up') disturbed.push(`${number}: ${call.reason}`);
    if (!cluster.hasObjects || heldMs < recordedFromMs) continue;
    const owner = number === call.to && campaign !== undefined ? campaign.address() : cluster.control;
    if (await isPlayed(owner, call.uuid)) recordings.whole += 1;
    else recordings.missing += 1;
  }
  return { killed, disturbed, recordings: cluster.hasObjects ? recordings : ('no object store' as const) };
}

/** Returns the newest call of each number, once all are over. */
export async function closedCalls({ store }: Pick<TrialCluster, 'store'>, held: readonly Pick<HeldCall, 'number'>[]) {
  const numbers = new Set(held.map(({ number }) => number));
  const giveUpMs = performance.now() + patienceMs;
  for (;;) {
    const calls = (await store.calls()).filter(({ from, to }) => numbers.has(from) || numbers.has(to));
    const newest = new Map(calls.toReversed().map((call) => [numbers.has(call.from) ? call.from : call.to, call]));
    const isOver = [...newest.values()].every(({ reason }) => reason !== null);
    if ((newest.size === numbers.size && isOver) || performance.now() > giveUpMs) return newest;
    await pause(1_000);
  }
}

/** The recording is uploaded by the node that made it or, if that was killed, by its successor. */
export async function isPlayed(owner: ServerAddress, uuid: string): Promise<boolean> {
  const giveUpMs = performance.now() + patienceMs;
  for (;;) {
    const call = await createServerClient(owner).call(uuid);
    if (call !== undefined && (await recordingOf(owner, call.recording_url)).kind === 'whole') return true;
    if (performance.now() > giveUpMs) return false;
    await pause(1_000);
  }
}

export async function judgeWebhooks(
  { store }: Pick<TrialCluster, 'store'>,
  receiver: WebhookReceiver,
): Promise<WebhookCounts> {
  const giveUpMs = performance.now() + patienceMs;
  let written = await store.webhooks();
  for (; written.some(({ isTried }) => !isTried) && performance.now() < giveUpMs; written = await store.webhooks())
    await pause(500);
  const received = receiver.received.map(({ id }) => id);
  const arrived = new Set(received);
  const absent = written.filter(({ id }) => !arrived.has(id));
  return {
    written: written.length,
    doubled: received.length - arrived.size,
    lost: absent.filter(({ isTried, isDelivered }) => !isTried || isDelivered).length,
    undelivered: absent.filter(({ isTried, isDelivered }) => isTried && !isDelivered).length,
  };
}
