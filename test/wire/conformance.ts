/**
 * WebSocket conformance of both drivers, each as an echo: `npx tsx test/wire/conformance.ts [--full]`. Needs kosoku, a
 * Python package (`pip install kosoku`), on the PATH or named by KOSOKU. The core set leaves out the load cases (9.*)
 * and compression, which the media port does not offer.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../media/kit/clock.ts';
import { openTransport } from '../../media/wire/open-transport.ts';
import { defaultLimits, type MediaTransport, type WireDriver } from '../../media/wire/transport.ts';
import { uwsAbsence } from './uws-absence.ts';

const coreCases = ['[1-7].*', '10.*'];
const kosoku = process.env.KOSOKU || 'kosoku';

/** An echo, without the limits that the suite's longest messages and floods would meet. */
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

/** The suite's last line, and whether it passed; undefined when it is not installed. */
function runSuite(port: number, cases: readonly string[]): Promise<{ passed: boolean; line: string } | undefined> {
  const reports = mkdtempSync(join(tmpdir(), 'parley-conformance-'));
  const selection = cases.flatMap((pattern) => ['-i', pattern]);
  const suite = spawn(kosoku, [...selection, '-o', reports, `ws://127.0.0.1:${port}/media/browser/conformance`]);
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  }
  return new Promise((resolve) => {
    suite.on('error', () => resolve(undefined));
    suite.on('close', (code) => {
      rmSync(reports, { recursive: true, force: true });
      if (code !== null && code >= 0) resolve({ passed: code === 0, line: output.trim().split('\n').at(-1) ?? '' });
    });
  });
}

const cases = process.argv.includes('--full') ? ['*'] : coreCases;
for (const driver of ['uws', 'ws'] as const) {
  const absence = driver === 'uws' ? uwsAbsence() : undefined;
  if (absence !== undefined) {
    console.log(`R-10 conformance ${driver}: SKIP (${absence})`);
    continue;
  }
  const echo = await openEcho(driver);
  const result = await runSuite(echo.port, cases);
  await echo.close();
  if (result === undefined) console.log(`R-10 conformance ${driver}: SKIP (kosoku is not installed)`);
  else console.log(`R-10 conformance ${driver}: ${result.line} ${result.passed ? 'PASS' : 'FAIL'}`);
  if (result?.passed === false) process.exitCode = 1;
}
