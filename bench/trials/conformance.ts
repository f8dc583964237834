import { parseArgs } from 'node:util';
import { systemClock } from '../../media/kit/clock.ts';
import { openTransport } from '../../media/wire/open-transport.ts';
import { defaultLimits, type MediaTransport, type WireDriver } from '../../media/wire/transport.ts';
import { loadUws } from '../../media/wire/uws-native.ts';
import { adaptedUwsPath } from '../../native/uws-path.ts';
import { findSuite, type Suite } from './kosoku.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `conformance: both WebSocket drivers of the media port against the cases of Autobahn (RFC 6455).
  --core        without the load cases (9.*), as the tests do
  --driver NAME uws or ws; both by default
  --out FILE    (default bench/results/conformance.json)
Needs Python 3.10 or newer with pip, which fetches the suite once. Compression (12.*, 13.*) is not offered, so not asked.
`;

const options = {
  core: { type: 'boolean', default: false },
  driver: { type: 'string' },
  out: { type: 'string', default: 'bench/results/conformance.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Framing, pings, reserved bits, opcodes, fragmentation, UTF-8, closing, and long messages in unusual fragments. */
export const coreCases = ['[1-7].*', '10.*'];
const loadCases = ['9.*'];
/** `ws` keeps its default limit of 16,384 fragments per message: these cases use 65,536. */
const refused: Readonly<Record<WireDriver, readonly string[]>> = { uws: [], ws: ['9.3.1', '9.4.1'] };

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const drivers = (['uws', 'ws'] as const).filter((name) => values.driver === undefined || values.driver === name);
  if (values.help || drivers.length === 0) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const suite = await findSuite(env);
  const verdicts: Verdict[] = [];
  for (const driver of drivers) {
    verdicts.push(await conform({ driver, suite, env, cases: values.core ? coreCases : [...coreCases, ...loadCases] }));
  }
  return conclude(values.out, verdicts);
}

export interface ConformOptions {
  readonly driver: WireDriver;
  readonly suite: Suite;
  readonly cases: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export async function conform({ driver, suite, cases, env }: ConformOptions): Promise<Verdict> {
  const about = { test: `R-10 WebSocket conformance, ${driver}`, limit: 'every case' };
  const absence = driver === 'uws' ? absentUws(env) : undefined;
  if (absence !== undefined) return { ...about, figure: absence, outcome: 'skip' };
  if (!suite.ok) return { ...about, figure: suite.reason, outcome: 'skip' };
  const echo = await openEcho(driver);
  try {
    const address = `ws://127.0.0.1:${echo.port}/media/browser/conformance`;
    const {
      passed,
      cases: asked,
      failed,
      output,
    } = await suite.run(address, { include: cases, exclude: refused[driver] });
    const figure = `${asked - failed.length} of ${asked}${failed.length > 0 ? `, not ${failed.join(' ')}` : ''}`;
    return { ...about, figure: passed || failed.length > 0 ? figure : output.trim(), outcome: judged(passed) };
  } finally {
    await echo.close();
  }
}

function absentUws(env: NodeJS.ProcessEnv): string | undefined {
  const load = loadUws(() => adaptedUwsPath(env));
  return load.ok ? undefined : `uWebSockets.js does not load: ${load.reason}`;
}

/** An echo server without the limits that the suite's longest messages and floods would exceed. */
const openEcho = (driver: WireDriver): Promise<MediaTransport> =>
  openTransport<null>({
    driver,
    host: '127.0.0.1',
    port: 0,
    limits: {
      ...defaultLimits,
      maxFrameBytes: 20_000_000,
      framesPerSecond: 1e9,
      bytesPerSecond: 1e12,
      maxBufferedBytes: 64_000_000,
    },
    clock: systemClock,
    log: () => {},
    admit: async () => ({ ok: true, value: null }),
    open: (socket) => ({
      message: (message) => void socket.send(message),
      drained() {},
      closed() {},
    }),
  });
