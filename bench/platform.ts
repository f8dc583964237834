import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openWebhooksModule } from '../src/app/records/webhooks-module.ts';
import { forOrganisation, localOrganisation, openDatabase } from '../src/data/index.ts';
import { createJobs } from '../src/jobs/index.ts';
import { createLog } from '../src/log.ts';
import { measureDialRate } from './platform/dial-rate.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench platform: from a webhook's row in the database to its arrival at a receiver that answers at once, and the
pace of a campaign whose phones ring and are not answered.
  --events N    (default 300), one every 20 ms
  --contacts N  of the campaign (default 1000)
  --rate N      calls a second that it is set to (default 25)
  --out FILE    (default bench/results/platform.json)
`;

const options = {
  events: { type: 'string', default: '300' },
  contacts: { type: 'string', default: '1000' },
  rate: { type: 'string', default: '25' },
  out: { type: 'string', default: 'bench/results/platform.json' },
  help: { type: 'boolean', default: false },
} as const;

const everyMs = 20;
const allowedP95Ms = 50;
/** Allowed deviation from the configured pace. */
const allowedOff = 0.05;
const migrationsDir = join(import.meta.dirname, '..', '..', 'migrations');

/** Prints tables and writes JSON. Returns the exit status: 1 if deliveries were too late or the pace was wrong. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [events, contacts, rate] = [values.events, values.contacts, values.rate].map(Number) as [
    number,
    number,
    number,
  ];
  if (values.help || !(events > 0 && contacts > 1 && rate > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const lateMs = await measure(dataDir, events).finally(() => rm(dataDir, { recursive: true, force: true }));
  const figures = { p50Ms: round(quantile(lateMs, 0.5), 1), p95Ms: round(quantile(lateMs, 0.95), 1) };
  const isInTime = (figures.p95Ms ?? Number.POSITIVE_INFINITY) <= allowedP95Ms;
  printTable(
    ['what', 'events', 'p50 ms', 'p95 ms', 'allowed ms', 'verdict'],
    [['webhook delivery', events, figures.p50Ms, figures.p95Ms, allowedP95Ms, isInTime ? 'PASS' : 'FAIL']],
  );
  const dialled = await measureDialRate(contacts, rate, env);
  const off = Math.abs(dialled.perSecond / rate - 1);
  const isPaced = dialled.contacts === contacts && off <= allowedOff;
  printTable(
    ['what', 'contacts', 'set to a second', 'dialled a second', 'most in a second', 'allowed off', 'verdict'],
    [
      [
        ...['campaign', dialled.contacts, rate, round(dialled.perSecond, 2), dialled.mostInASecond],
        ...[`${allowedOff * 100} %`, isPaced ? 'PASS' : 'FAIL'],
      ],
    ],
  );
  await writeResults(values.out, { webhooks: { events, everyMs, allowedP95Ms, ...figures }, campaign: dialled });
  return isInTime && isPaced ? 0 : 1;
}

/** Returns the delay from each event's commit to its arrival. */
async function measure(dataDir: string, events: number): Promise<number[]> {
  const database = await openDatabase({ dataDir, migrationsDir });
  const owner = await database.ownerLock();
  const clocks = { now: () => new Date(), nowMs: () => performance.now() };
  const log = createLog({ level: 'error' });
  const jobs = createJobs(database, { ...clocks, log, owner });
  const config = { accounts: { settingsKey: 'k'.repeat(32) }, webhooks: { allowedHosts: ['127.0.0.1'] } };
  const plane = openWebhooksModule({ ...clocks, config: config as never, database, jobs, log });
  const committedMs: number[] = [];
  const arrivedMs: number[] = [];
  let allArrived = (): void => {};
  const all = new Promise<void>((resolve) => {
    allArrived = resolve;
  });
  const receiver = createServer((request, reply) => {
    arrivedMs.push(performance.now());
    request.resume().on('end', () => reply.end());
    if (arrivedMs.length === events) allArrived();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { webhooks, announce } = plane;
  const made = await webhooks.create(localOrganisation, { name: 'bench', url, events: ['call.ended'], headers: {} });
  if (made.kind !== 'made') throw new Error(`the webhook is ${made.kind}`);
  jobs.start();
  const { tx } = forOrganisation(database, localOrganisation);
  for (let n = 0; n < events; n++) {
    await tx((queries) => announce(queries, localOrganisation, [{ event: 'call.ended', data: async () => ({ n }) }]));
    committedMs.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  await all;
  await jobs.close({ graceMs: 1000 });
  receiver.close();
  await database.close();
  await owner.close();
  // Sorted, so that the n-th arrival corresponds to the n-th commit.
  return arrivedMs.map((ms, n) => Math.max(0, ms - (committedMs[n] ?? ms)));
}
