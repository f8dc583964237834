import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '../media/emulator/random.ts';
import { defaultModelsDir } from '../models/locate.ts';
import { type ServerChild, startServerChild } from '../src/cli/server-child.ts';
import { agentOptions, agentUsage, isAgentKind, openAgent } from './call/agents.ts';
import { type Level, runLevel } from './call/level.ts';
import { prepareLines } from './call/lines.ts';
import { discardedTable, readWork } from './profile/discarded.ts';
import { flameGraph } from './profile/flame-graph.ts';
import { profilesIn } from './profile/server.ts';
import { type Stack, sharesOf, stacksOf } from './profile/stacks.ts';
import type { ThreadProfile } from './profile/thread-profiler.ts';
import { chooseSpeech, speechUsage } from './speech-folder.ts';
import { printTable, round, writeResults } from './table.ts';
import { openRemoteEngines } from './voices/remote-engines.ts';

const usage = `bench profile: where the server's CPU time goes while it holds calls. Needs signals, so not on Windows.
  --calls N            concurrent calls (default 4)
  --turns N            measured turns, at least (default 24)
  --speech DIR         ${speechUsage};
                       without, they are synthesised
  --engines WHICH      embedded, or remote: an emulated speech server (default embedded)
  ${agentUsage}
  --functions N        also the N functions that take most themselves, with who calls them (default 0)
  --seed N             order of the prompts and offsets of the calls (default 1)
  --picture FILE       the flame graph (default bench/results/profile.svg)
  --out FILE           (default bench/results/profile.json)
`;

const options = {
  calls: { type: 'string', default: '4' },
  turns: { type: 'string', default: '24' },
  speech: { type: 'string' },
  engines: { type: 'string', default: 'embedded' },
  ...agentOptions,
  functions: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  picture: { type: 'string', default: 'bench/results/profile.svg' },
  out: { type: 'string', default: 'bench/results/profile.json' },
  help: { type: 'boolean', default: false },
} as const;

const readyTimeoutMs = 120_000;
/** Engines warm up after the server is ready; that is not part of a call. */
const warmUpMs = 3_000;
const collectTimeoutMs = 60_000;

/** Prints a table, draws a flame graph and writes JSON. Returns the exit status. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [calls, turns] = [Number(values.calls), Number(values.turns)];
  if (values.help || ![calls, turns].every((value) => Number.isInteger(value) && value > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const speech = chooseSpeech(values.speech);
  if (speech === undefined) return 2;
  const agentKind = values.agent ?? 'embedded';
  const firstTokenMs = Number(values['first-token']);
  if (!isAgentKind(agentKind) || !(firstTokenMs >= 0)) {
    process.stderr.write(usage);
    return 2;
  }
  const lines = await prepareLines(speech.dir, defaultModelsDir(env));
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-profile-'));
  const remote = values.engines === 'remote' ? await openRemoteEngines(lines) : undefined;
  const agent = await openAgent(agentKind, firstTokenMs);
  try {
    const entry = new URL('./profile/server.js', import.meta.url);
    const started = await startServerChild({
      entry,
      env: { LOG_LEVEL: 'warn', ...env, ...remote?.env, ...agent.env },
      dataDir,
      readyTimeoutMs,
    });
    if (!started.ok) {
      process.stderr.write(`The server did not start.\n${started.detail}\n`);
      return 1;
    }
    const { server } = started;
    try {
      await remote?.routeTo(server);
      await sleep(warmUpMs);
      const random = createRandom(Number(values.seed));
      const scenario = agentKind === 'chat' ? 'dense' : 'usual';
      const held = { server, lines, calls, random, scenario, conditions: { network: {}, acks: {} } } as const;
      // The first calls compile most of the code and fill the caches.
      await runLevel({ ...held, turns: calls, turnsPerCall: 1 });
      const before = await readWork(server);
      process.kill(server.pid, 'SIGUSR2');
      process.stderr.write(`${calls} calls at a time ...\n`);
      const level = await runLevel({ ...held, turns, turnsPerCall: 8 });
      for (const failure of level.failures) process.stderr.write(`failed: ${failure}\n`);
      await report(await collect(server, dataDir), level, values);
      process.stdout.write(`\n${discardedTable(before, await readWork(server))}\n`);
      return level.callsFailed > 0 ? 1 : 0;
    } finally {
      await server.close();
    }
  } finally {
    await remote?.close();
    agent.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns functions by self time, each with the nearest enclosing function of this project. */
function busiest(stacks: readonly Stack[]): readonly { thread: string; name: string; cpuMs: number }[] {
  const sums = new Map<string, number>();
  for (const { thread, frames, cpuMs } of stacks) {
    const leaf = frames.at(-1);
    const around = frames.findLast(({ place }) => /^(media|src)\//.test(place));
    const name = [leaf, around === leaf ? undefined : around].flatMap((one) =>
      one ? [`${one.name} ${one.place}`] : [],
    );
    const key = `${thread}\n${name.join(' < ')}`;
    sums.set(key, (sums.get(key) ?? 0) + cpuMs);
  }
  return [...sums]
    .map(([key, cpuMs]) => ({ thread: key.split('\n')[0] ?? '', name: key.split('\n')[1] ?? '', cpuMs }))
    .toSorted((a, b) => b.cpuMs - a.cpuMs);
}

async function collect(server: ServerChild, dataDir: string): Promise<ThreadProfile[]> {
  const { folder, done } = profilesIn(dataDir);
  process.kill(server.pid, 'SIGUSR2');
  const deadlineMs = performance.now() + collectTimeoutMs;
  while (!existsSync(done)) {
    if (performance.now() > deadlineMs) throw new Error(`no profiles; the server said last: ${server.output()}`);
    await sleep(100);
  }
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as ThreadProfile),
  );
}

async function report(
  profiles: readonly ThreadProfile[],
  level: Level,
  { picture, out, functions }: { picture: string; out: string; functions: string },
): Promise<void> {
  const stacks = profiles.flatMap(stacksOf);
  const inThreadsMs = stacks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const totalMs = level.cpuSeconds === null ? inThreadsMs : level.cpuSeconds * 1000;
  const rows = [
    ...sharesOf(stacks),
    { what: 'threads of V8, of Node and of the profiler', cpuMs: Math.max(0, totalMs - inThreadsMs) },
  ].map(({ what, cpuMs }) => ({
    what,
    percent: round((100 * cpuMs) / totalMs, 1),
    cpuMsPerCallMinute: round(cpuMs / level.callMinutes),
  }));
  printTable(
    ['what', '%', 'CPU ms a call-minute'],
    rows.map(({ what, percent, cpuMsPerCallMinute }) => [what, percent, cpuMsPerCallMinute]),
  );
  if (Number(functions) > 0) {
    process.stdout.write('\n');
    const own = busiest(stacks).slice(0, Number(functions));
    printTable(
      ['thread', 'function', 'CPU ms a call-minute'],
      own.map(({ thread, name, cpuMs }) => [thread, name, round(cpuMs / level.callMinutes, 1)]),
    );
  }
  const secondsPerMinute = (totalMs / 1000 / level.callMinutes).toFixed(2);
  const title = `Where a call’s CPU goes: ${level.calls} calls at a time, ${secondsPerMinute} CPU-seconds a call-minute, profiler included. Blue: models. Orange: Parley.`;
  await mkdir(dirname(picture), { recursive: true });
  await writeFile(picture, flameGraph(stacks, title));
  const threads = profiles.map(({ thread, cpuSeconds }) => ({ thread, cpuSeconds }));
  await writeResults(out, { calls: level.calls, callMinutes: round(level.callMinutes, 2), rows, threads });
}
