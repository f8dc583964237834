import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { type CallRun, placeCall } from '../../media/index.ts';
import type { WireDriver } from '../../media/wire/transport.ts';
import { type GatewayState, openGateway } from './gateway.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `idle-sockets: accepted streams on which nothing happens, beside live calls.
  --idle N      (default 1000)
  --calls N     (default 20)
  --driver NAME uws or ws; both by default
  --out FILE    (default bench/results/idle-sockets.json)
`;

const options = {
  idle: { type: 'string', default: '1000' },
  calls: { type: 'string', default: '20' },
  driver: { type: 'string' },
  out: { type: 'string', default: 'bench/results/idle-sockets.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const drivers = (['uws', 'ws'] as const).filter((name) => values.driver === undefined || values.driver === name);
  const [idle = 0, calls = 0] = [values.idle, values.calls].map(Number);
  if (values.help || drivers.length === 0 || !(idle > 0 && calls > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const outcomes: IdleOutcome[] = [];
  for (const driver of drivers) outcomes.push(await keepIdle({ driver, idle, calls }));
  return conclude(values.out, outcomes.flatMap(idleVerdicts), { outcomes });
}

export interface IdleOutcome {
  readonly driver: WireDriver;
  readonly idle: number;
  readonly calls: number;
  /** State with the calls alone, and with the idle streams as well. */
  readonly before: GatewayState;
  readonly after: GatewayState;
  /** Idle streams still open at the end, and calls. */
  readonly standing: number;
  readonly callsStanding: number;
}

/**
 * By default a stream may be silent for half a minute and must start within ten seconds; both limits are longer here.
 */
const limits = { startDeadlineMs: 300_000, idleTimeoutMs: 300_000 };
/** Until the calls' own buffers have reached their full size. */
const defaultSettleMs = 15_000;
/** Opened in waves: the limit of pending connections is tested elsewhere. */
const wave = 50;

export async function keepIdle(options: {
  readonly driver: WireDriver;
  readonly idle: number;
  readonly calls: number;
  readonly settleMs?: number;
}): Promise<IdleOutcome> {
  const { driver, idle, calls, settleMs = defaultSettleMs } = options;
  const gateway = await openGateway({ driver, limits });
  const runs: CallRun[] = [];
  const sockets: WebSocket[] = [];
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const address = `ws://127.0.0.1:${gateway.port}/media/telephony_a`;
  try {
    for (let i = 0; i < calls; i++) runs.push(placeCall({ dialect: 'telephony_a', url: `${address}/talk` }));
    await Promise.all(runs.map((run) => run.until(() => run.agentAudible.length > 0, 30_000)));
    await pause(settleMs);
    const { lateness: alone } = await gateway.glance();
    const before = await gateway.state();
    const open = (): Promise<void> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${address}/quiet`, { perMessageDeflate: false });
        sockets.push(socket);
        socket.once('open', resolve);
        socket.once('error', () => resolve());
      });
    while (sockets.length < idle) {
      await Promise.all(Array.from({ length: Math.min(wave, idle - sockets.length) }, open));
    }
    await pause(settleMs);
    const { lateness: besides } = await gateway.glance();
    const after = await gateway.state();
    const standing = sockets.filter((socket) => socket.readyState === WebSocket.OPEN).length;
    return {
      driver,
      idle,
      calls,
      before: { ...before, lateness: alone },
      after: { ...after, lateness: besides },
      standing,
      callsStanding: runs.filter((run) => !run.over).length,
    };
  } finally {
    for (const run of runs) run.drop();
    for (const socket of sockets) socket.terminate();
    await gateway.close();
  }
}

const maxGrowthMb = 15;
const maxLatenessMs = 10;

export function idleVerdicts({ driver, idle, calls, before, after, standing, callsStanding }: IdleOutcome): Verdict[] {
  const growthMb = (after.rssBytes - before.rssBytes) / 1e6;
  const heapMb = (after.heapBytes - before.heapBytes) / 1e6;
  const name = (what: string): string => `R-13 ${idle} idle streams and ${calls} calls, ${driver}: ${what}`;
  return [
    {
      test: name('resident memory'),
      figure: `+${growthMb.toFixed(1)} MB, heap +${heapMb.toFixed(1)} MB, ${standing} idle and ${callsStanding} calls standing`,
      limit: `${maxGrowthMb} MB, all`,
      outcome: judged(growthMb < maxGrowthMb && standing === idle && callsStanding === calls),
    },
    {
      test: name('lateness of the beat that paces audio, p99'),
      figure: `${before.lateness.p99Ms} ms, with them ${after.lateness.p99Ms} ms`,
      limit: `${maxLatenessMs} ms`,
      outcome: judged(after.lateness.p99Ms < maxLatenessMs),
    },
  ];
}
