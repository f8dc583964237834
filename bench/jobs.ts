import { parseArgs } from 'node:util';
import { openDatabase } from '../src/data/index.ts';
import { createJobs } from '../src/jobs/index.ts';
import { createLog } from '../src/log.ts';
import { printTable, round, writeResults } from './table.ts';
import { enqueueMany, withPlace } from './trials/jobs-place.ts';

const usage = `bench jobs: jobs that do nothing, of ten organisations, claimed and finished by one process.
  --jobs N        (default 5000)
  --at-once N     (default 16)
  --postgres URL  a server on which a database may be made; without one SQLite alone
  --out FILE      (default bench/results/jobs.json)
`;

const options = {
  jobs: { type: 'string', default: '5000' },
  'at-once': { type: 'string', default: '16' },
  postgres: { type: 'string' },
  out: { type: 'string', default: 'bench/results/jobs.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Prints a table and writes JSON. Returns the exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const jobs = Number(values.jobs);
  const atOnce = Number(values['at-once']);
  if (values.help || !(jobs > 0 && atOnce > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const rows: { dialect: string; enqueuedASecond: number | null; finishedASecond: number | null }[] = [];
  for (const server of [undefined, ...(values.postgres === undefined ? [] : [values.postgres])])
    rows.push(await withPlace(server, (place) => measure(place, jobs, atOnce)));
  printTable(
    ['database', 'enqueued a second', 'claimed and finished a second'],
    rows.map((row) => [row.dialect, row.enqueuedASecond, row.finishedASecond]),
  );
  await writeResults(values.out, { jobs, atOnce, rows });
  return 0;
}

async function measure(place: Parameters<typeof openDatabase>[0], count: number, concurrency: number) {
  const database = await openDatabase(place);
  const owner = await database.ownerLock();
  const enqueueMs = performance.now();
  await enqueueMany(database, count);
  const beganMs = performance.now();
  const clocks = { now: () => new Date(), nowMs: () => performance.now() };
  const jobs = createJobs(database, {
    ...clocks,
    log: createLog({ level: 'error' }),
    owner,
    leaseMs: 30_000,
    concurrency,
  });
  let left = count;
  await new Promise<void>((resolve) => {
    const handler = async (): Promise<void> => {
      left -= 1;
      if (left === 0) resolve();
    };
    jobs.handle('trial', handler, { concurrency });
    jobs.start();
  });
  await jobs.close({ graceMs: 5000 });
  const endMs = performance.now();
  await owner.close();
  await database.close();
  return {
    dialect: database.dialect,
    enqueuedASecond: round((count * 1000) / (beganMs - enqueueMs)),
    finishedASecond: round((count * 1000) / (endMs - beganMs)),
  };
}
