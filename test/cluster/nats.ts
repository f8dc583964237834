import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { describe, onTestFinished } from 'vitest';
import { freePorts } from '../../src/cli/server-child.ts';
import { type NatsBroker, openNats } from '../../src/cluster/nats.ts';
import { onPostgres, type TestDatabase } from '../data/databases.ts';

/** URL of the tests' NATS server. */
export const natsUrl = process.env.TEST_NATS_URL ?? 'nats://127.0.0.1:4222';

const isThere = await new Promise<boolean>((resolve) => {
  const { hostname, port } = new URL(natsUrl);
  const socket = connect(Number(port), hostname);
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  socket.once('connect', () => socket.destroy());
});
if (!isThere && process.env.CI === 'true') throw new Error(`NATS must be there in CI: ${natsUrl}`);

/** Runs a suite on PostgreSQL and NATS; skips it with the reason if either is missing. */
export function onNats(what: string, suite: (database: TestDatabase) => void): void {
  if (isThere) onPostgres(what, suite);
  else describe.skip(`${what}: no NATS at ${natsUrl}`, () => {});
}

export interface TestBrokerOptions {
  readonly node: string;
  readonly secret: string;
  readonly url?: string;
  readonly onChange?: (isUp: boolean) => void;
}

export const openTestBroker = ({ node, secret, url = natsUrl, onChange = () => {} }: TestBrokerOptions): NatsBroker =>
  openNats({ urls: [url], secret, name: `test ${node}`, onChange, onTrouble: () => {} });

/** Opens a separate server that the test may stop and restart at the same address. */
export async function ownNats() {
  const [port = 0] = await freePorts(1);
  let server: ChildProcess | undefined;
  const start = (): void => {
    server = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  };
  const stop = async (): Promise<void> => {
    const stopped = server;
    server = undefined;
    if (stopped === undefined || stopped.exitCode !== null) return;
    const over = new Promise((resolve) => stopped.once('exit', resolve));
    stopped.kill('SIGKILL');
    await over;
  };
  onTestFinished(stop);
  start();
  return { url: `nats://127.0.0.1:${port}`, start, stop };
}
