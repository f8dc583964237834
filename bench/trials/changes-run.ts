import { apartFrom, type Clip } from '../../media/index.ts';
import type { ServerChild } from '../../src/cli/server-child.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { quantile } from '../table.ts';
import type { ChangedAgent } from './changed-agent.ts';
import { closedCall, dial, pause, type Talker, talk } from './trial-caller.ts';

export interface ChangesUnderCallsOptions {
  readonly server: ServerChild;
  readonly agent: ChangedAgent;
  /** Speech of the callers. */
  readonly words: Clip;
  readonly calls: number;
  readonly publications: number;
  readonly restorations: number;
  /** Time between two changes. */
  readonly everyMs: number;
}

export interface ChangesOutcome {
  readonly calls: number;
  readonly publications: number;
  readonly restorations: number;
  /** Versions with which the calls began. */
  readonly versions: number;
  /** Calls whose record names another version at the end than at the beginning. */
  readonly changed: number;
  /** Replies after the first change that name the agent, and those with the name of another version. */
  readonly named: number;
  readonly misnamed: number;
  /** Calls ended by the server. */
  readonly cutOff: number;
  /** Turns answered during the changes, and those never answered in the whole of the calls. */
  readonly answered: number;
  readonly unanswered: number;
  /** Silences inside a reply that are not the caller's own stalls: before the changes, and during them. */
  readonly gapsBefore: number;
  readonly gaps: number;
  /** Median time to the reply in an equally long time before the changes, and during them. */
  readonly latencyBeforeMs: number | null;
  readonly latencyMs: number | null;
  /** New calls after each change, and those with another version than the one just published. */
  readonly begun: number;
  readonly begunOtherwise: number;
  /** Restorations with the same bytes. */
  readonly sameBytes: number;
}

const patienceMs = 15_000;
/** Callers begin in groups, each with a version of its own. */
const groups = 8;

interface HeldCall {
  readonly from: string;
  readonly version: number;
  readonly talker: Talker;
}

/** Changes an agent again and again while calls with it are in progress. */
export async function changeUnderCalls(options: ChangesUnderCallsOptions): Promise<ChangesOutcome> {
  const { server, agent, calls, publications, restorations, everyMs } = options;
  const held = await holdCalls(options);
  const lengthMs = everyMs * (publications + restorations);
  await pause(lengthMs);
  const from = held.map(({ talker }) => ({
    answered: talker.answered,
    atMs: talker.run.nowMs(),
  }));
  const begun = { count: 0, otherwise: 0 };
  let sameBytes = 0;
  async function check(version: number, index: number): Promise<void> {
    begun.count += 1;
    if ((await versionOfNewCall(server, `+1${2_025_640_000 + index}`)) !== version) begun.otherwise += 1;
    await pause(everyMs);
  }
  const every = Math.max(1, Math.floor(publications / Math.max(1, restorations)));
  for (let index = 0, restored = 0; index < publications; index++) {
    await check(await agent.publish(), 2 * index);
    if (restored >= restorations || index % every !== every - 1) continue;
    restored += 1;
    const { version, isSame } = await agent.restore(restored);
    sameBytes += isSame ? 1 : 0;
    await check(version, 2 * index + 1);
  }
  await splitAndPromote(agent);
  await Promise.all(held.map(({ talker }) => talker.stop()));
  const cutOff = held.filter(({ talker }) => talker.run.over).length;
  const during = held.map(({ talker }, index) => duringOf(talker, from[index]!));
  await Promise.all(held.map(({ talker }) => talker.run.hangUp()));
  const stored = await Promise.all(held.map((call) => storedOf(server, agent, call)));
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  return {
    calls,
    publications,
    restorations,
    versions: new Set(held.map(({ version }) => version)).size,
    changed: stored.filter(({ isChanged }) => isChanged).length,
    named: sum(stored.map(({ named }) => named)),
    misnamed: sum(stored.map(({ misnamed }) => misnamed)),
    cutOff,
    answered: sum(during.map(({ answered }) => answered)),
    unanswered: sum(held.map(({ talker }) => talker.spoken - talker.answered)),
    gapsBefore: sum(during.map(({ gapsBefore }) => gapsBefore)),
    gaps: sum(during.map(({ gaps }) => gaps)),
    latencyBeforeMs: quantile(
      during.flatMap(({ latenciesBefore }) => latenciesBefore),
      0.5,
    ),
    latencyMs: quantile(
      during.flatMap(({ latencies }) => latencies),
      0.5,
    ),
    begun: begun.count,
    begunOtherwise: begun.otherwise,
    sameBytes,
  };
}

async function holdCalls({ server, agent, words, calls }: ChangesUnderCallsOptions): Promise<HeldCall[]> {
  const held: HeldCall[] = [];
  for (let index = 0; index < calls; index++) {
    const isNewGroup = index % Math.max(1, Math.ceil(calls / groups)) === 0;
    if (isNewGroup && index > 0) await agent.publish();
    const from = `+1${2_025_630_000 + index}`;
    const run = await dial(server, from);
    if (run === undefined || !(await run.opened)) throw new Error(`call ${index + 1} was not answered`);
    const talker = talk(run, { words, patienceMs, restMs: 1_500 });
    held.push({ from, version: await versionOf(server, from), talker });
  }
  return held;
}

/** Returns the version in the record of a call. */
async function versionOf(server: ServerChild, from: string): Promise<number> {
  const client = createServerClient(server);
  const uuid = await client.findCall(from, 0);
  const call = uuid === undefined ? undefined : await client.call(uuid);
  return (call as { agent_version?: number } | undefined)?.agent_version ?? 0;
}

/** Begins a call and hangs up. */
async function versionOfNewCall(server: ServerChild, from: string): Promise<number> {
  const run = await dial(server, from);
  if (run === undefined || !(await run.opened)) return 0;
  await run.until(() => run.agentAudible.length > 0, patienceMs);
  const version = await versionOf(server, from);
  await run.hangUp();
  return version;
}

/** Gives half of the contacts a draft, and publishes it to all. */
async function splitAndPromote(agent: ChangedAgent): Promise<void> {
  const version = await agent.draft();
  for (const [path, body] of [['split', { version, percent: 50 }] as const, ['split/promote', {}] as const]) {
    const { status, json } = await agent.ask('POST', `${agent.url}/${path}`, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
  }
}

interface Before {
  readonly answered: number;
  readonly atMs: number;
}

function duringOf({ run, ...talker }: Talker, before: Before) {
  const { playout, stalls } = run.record();
  const gaps = apartFrom(playout.underruns, stalls);
  return {
    answered: talker.answered - before.answered,
    latenciesBefore: talker.latenciesMs.slice(0, before.answered),
    latencies: talker.latenciesMs.slice(before.answered),
    gapsBefore: gaps.filter(({ atMs }) => atMs < before.atMs).length,
    gaps: gaps.filter(({ atMs }) => atMs >= before.atMs).length,
  };
}

async function storedOf(server: ServerChild, { names }: ChangedAgent, { from, version }: HeldCall) {
  const call = await closedCall(server, from, patienceMs);
  const own = names.get(version);
  const spoken = (call?.transcript ?? [])
    .filter(({ speaker }) => speaker === 'agent')
    .flatMap(({ text }) => text.match(/\bAva \d+/g) ?? []);
  return {
    isChanged: (call as { agent_version?: number } | undefined)?.agent_version !== version,
    named: spoken.length,
    misnamed: spoken.filter((name) => name !== own).length,
  };
}
