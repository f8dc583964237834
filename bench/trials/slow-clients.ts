import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import type { WireDriver } from '../../media/wire/transport.ts';
import { startServerChild } from '../../src/cli/server-child.ts';
import { quantile, round } from '../table.ts';
import { openGateway } from './gateway.ts';
import { openTricklers } from './tricklers.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `slow-clients: connections that trickle, say nothing or never read, on both listeners, beside a client that is served.
  --tricklers N     on each listener (default 300)
  --never-reading N on the media listener (default 20)
  --out FILE        (default bench/results/slow-clients.json)
`;

const options = {
  tricklers: { type: 'string', default: '300' },
  'never-reading': { type: 'string', default: '20' },
  out: { type: 'string', default: 'bench/results/slow-clients.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [tricklers = 0, deaf = 0] = [values.tricklers, values['never-reading']].map(Number);
  if (values.help || !(tricklers > 0 && deaf > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const entry = new URL('./scripted-server.js', import.meta.url);
  const outcomes = [await slowOnHttp({ entry, env, tricklers })];
  for (const driver of ['uws', 'ws'] as const) outcomes.push(await slowOnMedia({ driver, tricklers, deaf }));
  return conclude(values.out, outcomes.flatMap(slowVerdicts), { outcomes });
}

export interface SlowOutcome {
  readonly listener: string;
  readonly tricklers: number;
  /** Closed connections that trickled headers or were silent. */
  readonly closed: number;
  readonly lastClosedMs: number | null;
  /** Closed connections that trickled a body, if the listener accepts bodies. */
  readonly bodies: number;
  readonly bodiesClosed: number;
  readonly lastBodyClosedMs: number | null;
  /** Requests of a well-behaved client answered meanwhile. */
  readonly served: number;
  readonly refused: number;
  readonly servedP95Ms: number | null;
  readonly servedMaxMs: number | null;
  /** Far ends that never read, those that were cut off, and the largest buffer kept for one. */
  readonly neverReading?: { readonly sockets: number; readonly cut: number; readonly mostBufferedBytes: number };
}

/** Well past the time limits for headers and for bodies. */
const headersWithinMs = 20_000;
const bodiesWithinMs = 45_000;

export async function slowOnHttp(options: {
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly tricklers: number;
  /** Whether slow bodies are awaited, which takes half a minute. */
  readonly bodies?: boolean;
}): Promise<SlowOutcome> {
  const { entry, env, tricklers, bodies = true } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-slow-'));
  const started = await startServerChild({
    entry,
    env: { LOG_LEVEL: 'warn', ...env },
    dataDir,
    readyTimeoutMs: 120_000,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  try {
    const ask = async (): Promise<boolean> => {
      const response = await fetch(new URL('/health', server.baseUrl), { headers: { connection: 'close' } });
      await response.arrayBuffer();
      return response.ok;
    };
    const path = '/api/voice/webhooks/telephony_a/answer';
    return await beset({ listener: 'PORT', port: Number(new URL(server.baseUrl).port), path, tricklers, bodies, ask });
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function slowOnMedia(options: {
  readonly driver: WireDriver;
  readonly tricklers: number;
  readonly deaf: number;
}): Promise<SlowOutcome> {
  const { driver, tricklers, deaf } = options;
  const gateway = await openGateway({ driver });
  try {
    const stream = (token: string): Promise<WebSocket | undefined> =>
      new Promise((resolve) => {
        const url = `ws://127.0.0.1:${gateway.port}/media/telephony_a/${token}`;
        const socket = new WebSocket(url, { perMessageDeflate: false });
        socket.on('open', () => resolve(socket));
        socket.on('error', () => resolve(undefined));
      });
    const ask = async (): Promise<boolean> => {
      const socket = await stream('good');
      socket?.terminate();
      return socket !== undefined;
    };
    const listener = `MEDIA_PORT, ${driver}`;
    const path = '/media/telephony_a/slow';
    const outcome = await beset({ listener, port: gateway.port, path, tricklers, bodies: false, ask });
    const idle: WebSocket[] = [];
    for (let i = 0; i < deaf; i++) {
      const socket = await stream('flood');
      if (socket === undefined) continue;
      socket.pause();
      socket.send('{"event":"start","start":{"streamId":"s","callId":"c"}}');
      idle.push(socket);
    }
    const state = await gateway.stateOnce(({ counters }) => counters.tooSlow >= idle.length, 30_000);
    for (const socket of idle) socket.terminate();
    const { mostBufferedBytes, counters } = state;
    return { ...outcome, neverReading: { sockets: deaf, cut: counters.tooSlow, mostBufferedBytes } };
  } finally {
    await gateway.close();
  }
}

interface Siege {
  readonly listener: string;
  readonly port: number;
  readonly path: string;
  readonly tricklers: number;
  readonly bodies: boolean;
  /** Sends a valid request; resolves to whether it was answered. */
  readonly ask: () => Promise<boolean>;
}

async function beset({ listener, port, path, tricklers, bodies, ask }: Siege): Promise<SlowOutcome> {
  const third = Math.floor(tricklers / 3);
  const body = bodies ? third : 0;
  // First requests are slower and would distort the result.
  for (let i = 0; i < 5; i++) await ask();
  const crowd = openTricklers({ port, path, counts: { silent: third, headers: tricklers - third - body, body } });
  let over = false;
  const times: number[] = [];
  let refused = 0;
  const serve = async (): Promise<void> => {
    while (!over) {
      const beganMs = performance.now();
      if (await ask().catch(() => false)) times.push(performance.now() - beganMs);
      else refused += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const serving = serve();
  await crowd.closed(['silent', 'headers'], headersWithinMs);
  if (bodies) await crowd.closed(['body'], bodiesWithinMs);
  over = true;
  await serving;
  crowd.leave();
  const heads = crowd.held.filter(({ how }) => how !== 'body');
  const slowBodies = crowd.held.filter(({ how }) => how === 'body');
  const closedTimes = (held: typeof heads): number[] => held.flatMap(({ closedMs }) => closedMs ?? []);
  return {
    listener,
    tricklers: heads.length,
    closed: closedTimes(heads).length,
    lastClosedMs: round(quantile(closedTimes(heads), 1)),
    bodies: slowBodies.length,
    bodiesClosed: closedTimes(slowBodies).length,
    lastBodyClosedMs: round(quantile(closedTimes(slowBodies), 1)),
    served: times.length,
    refused,
    servedP95Ms: round(quantile(times, 0.95), 1),
    servedMaxMs: round(quantile(times, 1), 1),
  };
}

const maxCloseMs = 10_000;
const maxBodyMs = 35_000;
const maxServedMs = 50;
/** Maximum overshoot of one send on a socket at its limit. */
const maxBufferedBytes = 1_048_576 + 65_536;

export function slowVerdicts(outcome: SlowOutcome): Verdict[] {
  const name = (what: string): string => `R-12 ${outcome.tricklers} slow clients, ${outcome.listener}: ${what}`;
  const { closed, lastClosedMs, bodies, bodiesClosed, lastBodyClosedMs, neverReading: deaf } = outcome;
  const verdicts: Verdict[] = [
    {
      test: name('closed that never finish their headers'),
      figure: `${closed} of ${outcome.tricklers}, the last after ${lastClosedMs} ms`,
      limit: `all, ${maxCloseMs} ms`,
      outcome: judged(closed === outcome.tricklers && (lastClosedMs ?? 0) <= maxCloseMs),
    },
    {
      test: name('a good client meanwhile'),
      figure: `p95 ${outcome.servedP95Ms} ms, ${outcome.refused} of ${outcome.served + outcome.refused} refused`,
      limit: `${maxServedMs} ms, 0`,
      outcome: judged((outcome.servedP95Ms ?? Number.POSITIVE_INFINITY) < maxServedMs && outcome.refused === 0),
    },
  ];
  if (bodies > 0)
    verdicts.push({
      test: name('closed that never finish their body'),
      figure: `${bodiesClosed} of ${bodies}, the last after ${lastBodyClosedMs} ms`,
      limit: `all, ${maxBodyMs} ms`,
      outcome: judged(bodiesClosed === bodies && (lastBodyClosedMs ?? 0) <= maxBodyMs),
    });
  if (deaf !== undefined)
    verdicts.push({
      test: name('far ends that never read'),
      figure: `${deaf.cut} of ${deaf.sockets} cut, at most ${Math.round(deaf.mostBufferedBytes / 1024)} KiB kept for one`,
      limit: 'all, 1 MiB and one message',
      outcome: judged(deaf.cut >= deaf.sockets && deaf.mostBufferedBytes <= maxBufferedBytes),
    });
  return verdicts;
}
