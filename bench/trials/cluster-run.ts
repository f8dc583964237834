import { askForStream, type CallRun, placeCall } from '../../media/index.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { type ClusterOptions, type TrialCluster, withCluster } from './cluster-nodes.ts';
import { line } from './short-call.ts';
import { closedCall, pause, recordingOf } from './trial-caller.ts';
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export interface ClusterTrialOptions extends Omit<ClusterOptions, 'mediaNodes'> {
  readonly calls: number;
  /** In progress at once. */
  readonly atOnce: number;
  /** How long a caller stays after the first sound of the agent. */
  readonly holdMs: number;
  /** What happens, one after the other, at equal parts of the calls. */
  readonly events: readonly ClusterEvent[];
  readonly postgresAwayMs: number;
  /** Calls that are ended by a command, over NATS and without. */
  readonly commands: number;
  /** Calls that a rolling restart must not drop. */
  readonly rolling: number;
  readonly tell?: (text: string) => void;
}

export type ClusterEvent = 'media' | 'control' | 'nats' | 'postgres';

export interface ClusterOutcome {
  readonly calls: number;
  /** Calls that were offered a stream and heard the agent. */
  readonly held: number;
  /** Tries that were answered busy or not at all while a part was away; each caller tried again. */
  readonly turnedAway: number;
  /** In progress at a node that was killed: those closed, and the longest time from the kill to their end. */
  readonly killed: { readonly calls: number; readonly closed: number; readonly mostMs: number };
  /** Of the others: cut off, or without an end by their caller. */
  readonly disturbed: readonly string[];
  readonly webhooks: { readonly received: number; readonly doubled: number; readonly missing: number };
  readonly recordings: { readonly whole: number; readonly missing: number };
  /** Calls by node, from the first to the last. */
  readonly shares: readonly number[];
  /** From the request to the response of `POST .../end` at the control node, of calls at media nodes. */
  readonly endMs: { readonly nats: readonly number[]; readonly postgres: readonly number[] };
  readonly rolling: { readonly calls: number; readonly dropped: number };
}

const patienceMs = 60_000;
/** A recording is written a second and a half late, once a second. */
const recordedFromMs = 4_000;
const mostTries = 60;

interface Held {
  readonly from: string;
  readonly node: number;
  readonly run: CallRun;
  killedAtMs?: number;
  cut?: boolean;
  heldMs: number;
}

export async function runCluster(options: ClusterTrialOptions): Promise<ClusterOutcome> {
  const receiver = await openWebhookReceiver();
  try {
    return await withCluster({ ...options, mediaNodes: 2 }, async (cluster) => {
      await register(cluster, receiver);
      const { held, turnedAway, killed } = await load(cluster, options);
      const judged = await judge(cluster, held, receiver, options.env.S3_BUCKET !== undefined);
      const endMs = await measureEnds(cluster, options.commands);
      const rolling = await rollingRestart(cluster, options.rolling);
      const shares = [0, 1].map((node) => held.filter((call) => call.node === node).length);
      const ends = { calls: killed.length, ...judged.killed };
      return { calls: options.calls, held: held.length, turnedAway, ...judged, killed: ends, shares, endMs, rolling };
    });
  } finally {
    await receiver.close();
  }
}

async function register({ control }: TrialCluster, { url }: WebhookReceiver): Promise<void> {
  const response = await createServerClient(control).request('/api/voice/webhooks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Trial', url, events: ['call.started', 'call.ended', 'call.failed'] }),
  });
  if (!response.ok) throw new Error(`the webhook was not registered: ${response.status} ${await response.text()}`);
}

const numberOf = (index: number): string => `+1${2_025_700_000 + index}`;

/** A call whose agent was heard; undefined when there was no stream or no sound. */
async function open(cluster: TrialCluster, from: string): Promise<Held | undefined> {
  const { baseUrl } = cluster.control;
  const callId = crypto.randomUUID();
  const answer = await askForStream({ dialect: 'telephony_a', baseUrl, callId, from, to: line }).catch(() => undefined);
  if (answer?.kind !== 'stream') return undefined;
  const run = placeCall({ dialect: 'telephony_a', url: answer.url, identity: { callId, from, to: line } });
  if (!(await run.opened) || !(await run.until(() => run.agentAudible.length > 0, 10_000))) {
    run.drop();
    return undefined;
  }
  return { from, node: cluster.nodeOf(answer.url), run, heldMs: 0 };
}

/** Short calls one after the other in several lines, while parts of the cluster are killed and come back. */
async function load(cluster: TrialCluster, options: ClusterTrialOptions) {
  const { calls, atOnce, holdMs, events, tell = () => {} } = options;
  const held: Held[] = [];
  const live = new Set<Held>();
  const killed: Held[] = [];
  let next = 0;
  let turnedAway = 0;

  async function lineOfCalls(): Promise<void> {
    while (next < calls) {
      const number = numberOf(next++);
      let call = await open(cluster, number);
      // As a provider, which asks again, and a caller, who calls again.
      for (let tries = 0; call === undefined && tries < mostTries; tries++) {
        turnedAway += 1;
        await pause(500);
        call = await open(cluster, number);
      }
      if (call === undefined) continue;
      held.push(call);
      live.add(call);
      const startedMs = performance.now();
      while (performance.now() - startedMs < holdMs && !call.run.over) await pause(50);
      call.heldMs = performance.now() - startedMs;
      live.delete(call);
      if (call.run.over) call.cut = true;
      else await call.run.hangUp();
    }
  }

  const happen: Record<ClusterEvent, (round: number) => Promise<void>> = {
    async media(round) {
      const node = round % 2;
      for (const call of live) if (call.node === node) killed.push(Object.assign(call, { killedAtMs: Date.now() }));
      await cluster.killMedia(node);
      await cluster.startMedia(node);
    },
    control: () => cluster.replaceControl(),
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
      // While nobody is on the line at a node, its end shows nothing.
      const giveUpMs = performance.now() + 10_000;
      while (live.size < Math.min(2, atOnce) && next < calls && performance.now() < giveUpMs) await pause(20);
      await happen[event](events.slice(0, index).filter((one) => one === event).length);
      tell(`${event}: ${next} calls begun, ${held.length} held, ${turnedAway} turned away`);
    }
  }
  await Promise.all([...Array.from({ length: atOnce }, lineOfCalls), disturb()]);
  return { held, turnedAway, killed };
}

/** Without an object store a recording is played by its own node only, so that the control node has none to show. */
async function judge(cluster: TrialCluster, held: readonly Held[], receiver: WebhookReceiver, hasStore: boolean) {
  const killed = { closed: 0, mostMs: 0 };
  const recordings = { whole: 0, missing: 0 };
  const disturbed: string[] = [];
  const stored: string[] = [];
  for (const { from, killedAtMs, cut, heldMs } of held) {
    const call = await closedCall(cluster.control, from, patienceMs);
    if (call === undefined) {
      disturbed.push(`${from} is not stored`);
      continue;
    }
    stored.push(call.uuid);
    if (killedAtMs !== undefined) {
      if (call.end_reason === null) continue;
      killed.closed += 1;
      const closedAt = await closedAtMs(cluster, call.uuid);
      killed.mostMs = Math.max(killed.mostMs, closedAt - killedAtMs);
    } else if (cut === true || call.end_reason !== 'caller_hung_up') disturbed.push(`${from}: ${call.end_reason}`);
    if (!hasStore || heldMs < recordedFromMs) continue;
    if (await isPlayed(cluster, call.uuid)) recordings.whole += 1;
    else recordings.missing += 1;
  }
  const webhooks = await settledWebhooks(receiver, stored);
  return { killed, recordings, disturbed, webhooks };
}

/** When the call was closed by the node that found it, from its last event. */
async function closedAtMs({ control }: TrialCluster, uuid: string): Promise<number> {
  const response = await createServerClient(control).request(`/api/voice/calls/${uuid}`);
  const { events = [] } = (await response.json()) as { events?: readonly { recorded_at?: string }[] };
  return Date.parse(events.at(-1)?.recorded_at ?? '') || Date.now();
}

/** The node that made it uploads it, the next one if it was killed. */
async function isPlayed({ control }: TrialCluster, uuid: string): Promise<boolean> {
  const giveUpMs = performance.now() + patienceMs;
  for (;;) {
    const call = await createServerClient(control).call(uuid);
    if (call !== undefined && (await recordingOf(control, call.recording_url)).kind === 'whole') return true;
    if (performance.now() > giveUpMs) return false;
    await pause(1_000);
  }
}

async function settledWebhooks(receiver: WebhookReceiver, calls: readonly string[]) {
  const counted = () => {
    const ends = receiver.received.filter(({ event }) => event !== 'call.started').map(({ call }) => call);
    const missing = calls.filter((call) => !ends.includes(call)).length;
    return { received: receiver.received.length, doubled: ends.length - new Set(ends).size, missing };
  };
  const giveUpMs = performance.now() + patienceMs;
  while (counted().missing > 0 && performance.now() < giveUpMs) await pause(200);
  return counted();
}

/** Commands reach the node that has the call: the control node answers when that node has. */
async function measureEnds(cluster: TrialCluster, commands: number): Promise<ClusterOutcome['endMs']> {
  const over = { nats: [] as number[], postgres: [] as number[] };
  for (const way of ['nats', 'postgres'] as const) {
    if (way === 'postgres') await cluster.nats.kill();
    // Both sides have noticed by then, and the connections are warm.
    await pause(1_500);
    for (let index = 0; index < commands; index++) {
      const from = numberOf(100_000 + index + (way === 'nats' ? 0 : 50_000));
      const call = await open(cluster, from);
      if (call === undefined) continue;
      const client = createServerClient(cluster.control);
      const uuid = await client.findCall(from, 0);
      const beganMs = performance.now();
      const response = await client.request(`/api/voice/calls/${uuid}/end`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reason: 'workflow_close' }),
      });
      await response.body?.cancel();
      if (response.ok) over[way].push(Math.round((performance.now() - beganMs) * 10) / 10);
      await call.run.until(() => call.run.over, 15_000);
      call.run.drop();
    }
  }
  await cluster.nats.start();
  return over;
}

/** Each media node is replaced: first the new one, then SIGTERM to the old one, whose calls go on until they hang up. */
async function rollingRestart(cluster: TrialCluster, calls: number): Promise<ClusterOutcome['rolling']> {
  const held: Held[] = [];
  for (let index = 0; index < calls; index++) {
    const call = await open(cluster, numberOf(300_000 + index));
    if (call !== undefined) held.push(call);
  }
  const old = [...cluster.media];
  for (const [index, server] of old.entries()) {
    await cluster.startMedia(index);
    process.kill(server.pid, 'SIGTERM');
  }
  // Longer than the goodbye of a call that is being ended.
  await pause(7_000);
  const dropped = held.filter(({ run }) => run.over).length + (calls - held.length);
  await Promise.all(held.map(({ run }) => run.hangUp()));
  return { calls, dropped };
}
