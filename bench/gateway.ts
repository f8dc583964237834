import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { defaultModelsDir } from '../models/locate.ts';
import { prepareLines } from './call/lines.ts';
import { measureCrowd } from './gateway/crowd.ts';
import type { ServedKind } from './gateway/protocol.ts';
import { openProvider } from './gateway/provider.ts';
import { type ServerProcess, startServer } from './gateway/server-process.ts';
import { measureUnderPressure } from './gateway/under-pressure.ts';
import { printTable, quantile, renderTable, round, writeResults } from './table.ts';

const usage = `bench gateway: streams without models. A bare uWebSockets.js server that echoes the frames, and our gateway on
either driver (wire, codec, pacer, marks; toy calls that talk all the time), each a process of its own.
  --streams N    telephony_a streams at a time (default 300)
  --seconds N    measured seconds of a round (default 4)
  --rounds N     rounds of each server, in turns, so that each is held against bare as the machine was just then (default 5)
  --idle N       sockets that are connected and silent, for the memory they take (default 1000)
  --calls N      full calls, models and all, on a server that answers 200 requests a second and reads documents on its
                 main thread (default 8)
  --profile DIR  write a CPU profile of each gateway there
  --out FILE     (default bench/results/gateway.json)
`;

const options = {
  streams: { type: 'string', default: '300' },
  seconds: { type: 'string', default: '4' },
  rounds: { type: 'string', default: '5' },
  idle: { type: 'string', default: '1000' },
  calls: { type: 'string', default: '8' },
  profile: { type: 'string' },
  out: { type: 'string', default: 'bench/results/gateway.json' },
  help: { type: 'boolean', default: false },
} as const;

const kinds: readonly ServedKind[] = ['bare', 'uws', 'ws'];
const labels: Readonly<Record<ServedKind, string>> = {
  bare: 'bare uWebSockets.js, echo',
  uws: 'gateway, uWebSockets.js',
  ws: 'gateway, ws',
};
/** Covers compilation and buffer growth, which later rounds do not repeat. */
const warmUpMs = 3_000;
const settleMs = 1_000;
const sampleMs = 2_000;

interface Load {
  readonly streams: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly profile: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

interface Round {
  readonly streamsPerCore: number;
  readonly cpuMsPerStreamSecond: number;
  readonly collectingMsPerSecond: number;
  readonly latenessP99Ms: number;
  readonly jitterP99Ms: number;
  readonly providerLateP99Ms: number;
  /** Share of due frames that were delivered in both directions. */
  readonly deliveredShare: number;
  readonly lost: number;
}

/** Prints a table and writes JSON. Returns the exit status: 1 if a stream was lost. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [streams = 0, seconds = 0, rounds = 0, idle = 0] = [
    values.streams,
    values.seconds,
    values.rounds,
    values.idle,
  ].map(Number);
  if (values.help || ![streams, seconds, rounds].every((value) => Number.isInteger(value) && value > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const { measured, heap } = await holdRounds({ streams, seconds, rounds, profile: values.profile, env });
  const figures = kinds.map((kind) => ({
    ...figuresOf(kind, measured[kind], measured.bare),
    heapBytesPerFrame: round(heap[kind]),
  }));
  report(figures, streams);
  const crowd = idle === 0 ? undefined : await measureCrowd({ idle, live: 20, env });
  if (crowd !== undefined) {
    process.stdout.write(
      `\n${renderTable(
        ['idle sockets', 'live streams', 'RSS before, MB', 'growth', 'heap a live stream, kB'],
        [[crowd.idle, crowd.live, crowd.rssMb, crowd.growthMb, crowd.heapKbPerStream]],
      )}\n`,
    );
  }
  const calls = Number(values.calls);
  const pressure = calls === 0 ? undefined : await pressOn(calls, env);
  await writeResults(values.out, { pressure, streams, seconds, servers: figures, crowd, rounds: measured });
  return figures.some(({ lost }) => lost > 0) ? 1 : 0;
}

async function pressOn(calls: number, env: NodeJS.ProcessEnv) {
  const { prompts } = await prepareLines(undefined, defaultModelsDir(env));
  process.stderr.write(`${calls} full calls on a busy server ...\n`);
  const figures = await measureUnderPressure({ calls, prompts, requestsPerSecond: 200, turns: 3, env });
  const { latenessMs } = figures;
  process.stdout.write(
    `\n${renderTable(
      ['full calls', 'late p50 ms', 'p99', 'max', 'gaps', 'requests/s', 'answered p50 ms', 'p99', 'far end late p99'],
      [
        [
          ...[figures.calls, latenessMs.p50, latenessMs.p99, round(latenessMs.max), figures.gaps],
          ...[figures.requestsPerSecond, figures.requestMs.p50, figures.requestMs.p99, figures.providerLateP99Ms],
        ],
      ],
    )}\n`,
  );
  return figures;
}

/** All servers run from the first round to the last; only one at a time has streams. */
async function holdRounds({ streams, seconds, rounds, profile, env }: Load) {
  const measured: Record<ServedKind, Round[]> = { bare: [], uws: [], ws: [] };
  const heap: Record<ServedKind, number> = { bare: 0, uws: 0, ws: 0 };
  const servers = new Map<ServedKind, ServerProcess>();
  try {
    for (const kind of kinds) {
      const execArgv = profile === undefined ? [] : profileTo(profile, kind);
      servers.set(kind, await startServer(kind, { env, execArgv }));
    }
    for (let index = 0; index < rounds; index += 1) {
      for (const [kind, server] of servers) {
        process.stderr.write(`${labels[kind]}, round ${index + 1} ...\n`);
        measured[kind].push(await runRound(server, { streams, seconds, settleMs: index === 0 ? warmUpMs : settleMs }));
      }
    }
    for (const [kind, server] of servers) heap[kind] = await heapPerFrame(server, streams);
  } finally {
    for (const server of servers.values()) await server.close();
  }
  return { measured, heap };
}

const profileTo = (folder: string, kind: ServedKind): readonly string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  `--cpu-prof-name=${kind}.cpuprofile`,
];

interface Stretch {
  readonly streams: number;
  readonly seconds: number;
  readonly settleMs: number;
}

async function runRound(server: ServerProcess, stretch: Stretch): Promise<Round> {
  const { streams, seconds } = stretch;
  const provider = await openProvider({ port: server.port, streams });
  try {
    await sleep(stretch.settleMs);
    provider.measure();
    const before = await server.measure();
    const startMs = performance.now();
    await sleep(seconds * 1000);
    const after = await server.measure();
    const elapsed = (performance.now() - startMs) / 1000;
    const { p99Ms } = await server.lateness();
    const cpu = after.cpuSeconds - before.cpuSeconds;
    const frames = (after.framesIn - before.framesIn + after.framesOut - before.framesOut) / 2;
    return {
      streamsPerCore: (streams * elapsed) / cpu,
      cpuMsPerStreamSecond: (cpu * 1000) / (streams * elapsed),
      collectingMsPerSecond: (after.collectingMs - before.collectingMs) / elapsed,
      latenessP99Ms: p99Ms,
      jitterP99Ms: provider.jitter.quantileMs(0.99),
      providerLateP99Ms: provider.late.quantileMs(0.99),
      deliveredShare: frames / (streams * elapsed * 50),
      lost: provider.lost,
    };
  } finally {
    provider.close();
  }
}

/** Measured outside the rounds: sampling leaves code slower afterwards. */
async function heapPerFrame(server: ServerProcess, streams: number): Promise<number> {
  const provider = await openProvider({ port: server.port, streams });
  await sleep(settleMs);
  const before = await server.measure();
  const heapBytes = await server.sampleHeap(sampleMs);
  const after = await server.measure();
  provider.close();
  return heapBytes / ((after.framesIn - before.framesIn + after.framesOut - before.framesOut) / 2);
}

function figuresOf(kind: ServedKind, rounds: readonly Round[], bare: readonly Round[]) {
  const median = (pick: (one: Round) => number, of = rounds): number => quantile(of.map(pick), 0.5) ?? 0;
  const streamsPerCore = median((one) => one.streamsPerCore);
  return {
    server: labels[kind],
    streamsPerCore: round(streamsPerCore),
    /** Compared round by round, as the machine's performance drifts. */
    percentOfBare: round(
      100 *
        median(
          (one) => one.streamsPerCore,
          rounds.map((one, index) => ({
            ...one,
            streamsPerCore: one.streamsPerCore / (bare[index]?.streamsPerCore ?? 1),
          })),
        ),
      1,
    ),
    cpuMsPerStreamSecond: round(
      median((one) => one.cpuMsPerStreamSecond),
      2,
    ),
    collectingMsPerSecond: round(
      median((one) => one.collectingMsPerSecond),
      1,
    ),
    latenessP99Ms: kind === 'bare' ? null : round(Math.max(...rounds.map((one) => one.latenessP99Ms)), 1),
    jitterP99Ms: round(Math.max(...rounds.map((one) => one.jitterP99Ms))),
    providerLateP99Ms: round(Math.max(...rounds.map((one) => one.providerLateP99Ms))),
    deliveredPercent: round(100 * Math.min(...rounds.map((one) => one.deliveredShare)), 1),
    lost: rounds.reduce((sum, one) => sum + one.lost, 0),
  };
}

type Figures = ReturnType<typeof figuresOf> & { readonly heapBytesPerFrame: number | null };

function report(figures: readonly Figures[], streams: number): void {
  printTable(
    [
      'server',
      'streams',
      'streams a core',
      '% of bare',
      'CPU ms/stream-s',
      'heap B/frame',
      'GC ms/s',
      'late p99 ms',
      'jitter p99',
      'sender late p99',
      'delivered %',
      'lost',
    ],
    figures.map((one) => [
      one.server,
      streams,
      one.streamsPerCore,
      one.percentOfBare,
      one.cpuMsPerStreamSecond,
      one.heapBytesPerFrame,
      one.collectingMsPerSecond,
      one.latenessP99Ms,
      one.jitterP99Ms,
      one.providerLateP99Ms,
      one.deliveredPercent,
      one.lost,
    ]),
  );
}
