import { appendFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askForStream, type CallRun, placeCall } from '../../media/index.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { sqliteVerdict } from '../../src/data/index.ts';
import { round } from '../table.ts';
import { fillUnderJobs, jobsVerdict } from './disk-full-jobs.ts';
import { line } from './short-call.ts';
import { fill, mib, noDisk, onSmallDisk } from './small-disk.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `disk-full: a server whose disk, a small one in memory, fills up under a call and gets room again;
then two workers of the job queue on another.
  --size MB  of the disk (default 512)
  --out FILE (default bench/results/disk-full.json)
`;

const options = {
  size: { type: 'string', default: '512' },
  out: { type: 'string', default: 'bench/results/disk-full.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const sizeMb = Number(values.size);
  if (values.help || !(sizeMb >= 400)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const entry = new URL('./scripted-server.js', import.meta.url);
  const outcome = await fillDisk({ entry, env, sizeMb });
  const jobs = await fillUnderJobs();
  return conclude(values.out, [...diskVerdicts(outcome), jobsVerdict(jobs)], { outcome, jobs });
}

export interface DiskOutcome {
  readonly skipped?: string;
  /** Status of an upload and result of a new call while space is low; `full` counts each status. */
  readonly low: { readonly upload: number; readonly newCall: string };
  /** Status of removing a document on the full disk, after the ballast was released. */
  readonly removed: number;
  readonly full: {
    readonly writes: Record<string, number>;
    readonly reads: Record<string, number>;
    readonly newCall: string;
  };
  /** Time from free space to the first accepted file; null if none was accepted. */
  readonly resumedMs: number | null;
  readonly callLives: boolean;
  readonly integrity: string;
}

const patienceMs = 30_000;

export async function fillDisk(given: { entry: URL; env: NodeJS.ProcessEnv; sizeMb: number }): Promise<DiskOutcome> {
  const outcome = await onSmallDisk(given.sizeMb, (dataDir) => fillUnder(dataDir, given));
  if (outcome !== undefined) return outcome;
  const nothing = { low: { upload: 0, newCall: '' }, removed: 0, full: { writes: {}, reads: {}, newCall: '' } };
  return { skipped: noDisk, ...nothing, resumedMs: null, callLives: false, integrity: '' };
}

async function fillUnder(
  dataDir: string,
  { entry, env }: { entry: URL; env: NodeJS.ProcessEnv },
): Promise<DiskOutcome> {
  const settings = { LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: 'off', ...env, ADMISSION: 'off' };
  const started = await startServerChild({ entry, env: settings, dataDir, readyTimeoutMs: 120_000 });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  const client = documentClient(server);
  const filler = join(dataDir, 'filler');
  let outcome: Omit<DiskOutcome, 'integrity'>;
  try {
    await untilDisk(server, (disk) => disk.ballast && disk.state === 'ok');
    const [first, second] = [await client.add(mib), await client.add(mib)];
    const call = await holdCall(server);

    await fill(filler, (free) => free > 150 * mib);
    await untilDisk(server, (disk) => disk.state === 'low');
    const low = { upload: (await client.add(1000)).status, newCall: await tryCall(server) };

    await fill(filler, (free) => free > 12 * mib);
    await takeAll(filler);
    await client.rename(first.uuid, 'while there is no room');
    await untilDisk(server, (disk) => !disk.ballast);
    const removed = await client.remove(first.uuid);
    await fill(filler, (free) => free > 0);
    await untilDisk(server, (disk) => disk.state === 'full');
    const full = {
      writes: {} as Record<string, number>,
      reads: {} as Record<string, number>,
      newCall: await tryCall(server),
    };
    for (let i = 0; i < 20; i++) {
      tally(full.writes, await client.rename(second.uuid, `name ${i} ${'x'.repeat(150)}`));
      for (const path of ['/health', '/api/kb/documents', `/api/kb/documents/${second.uuid}/file`])
        tally(full.reads, await client.read(path));
    }
    await rm(filler);
    const resumedMs = await untilTaken(client);
    const callLives = !call.over && (await createServerClient(server).health()) !== undefined;
    await call.hangUp();
    outcome = { low, removed, full, resumedMs, callLives };
  } finally {
    await server.close();
  }
  return { ...outcome, integrity: sqliteVerdict(join(dataDir, 'parley.db')) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const tally = (counts: Record<string, number>, status: number): void => {
  counts[status] = (counts[status] ?? 0) + 1;
};

interface SeenDisk {
  readonly state: string;
  readonly ballast: boolean;
}

async function untilDisk(server: ServerChild, isSo: (disk: SeenDisk) => boolean): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  let disk: SeenDisk | undefined;
  while (performance.now() < giveUpAt) {
    disk = ((await createServerClient(server).health()) as { disk?: SeenDisk } | undefined)?.disk;
    if (disk !== undefined && isSo(disk)) return;
    await pause(100);
  }
  throw new Error(`the disk is seen as ${JSON.stringify(disk)}`);
}

/** Takes all space that is free now, in one piece: space that the server releases meanwhile stays free. */
async function takeAll(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path);
  await appendFile(path, Buffer.alloc(bavail * bsize, 1)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
  });
}

function documentClient(server: ServerChild) {
  const { request } = createServerClient(server);
  const ask = (path: string, init?: Parameters<typeof request>[1]) =>
    request(path, { ...init, signal: AbortSignal.timeout(patienceMs) });
  return {
    async add(bytes: number): Promise<{ status: number; uuid: string }> {
      const form = new FormData();
      form.set('file', new Blob([`%PDF-1.7\n${Math.random()}`, new Uint8Array(bytes)]), 'a.pdf');
      const response = await ask('/api/kb/documents', { method: 'POST', body: form });
      const { uuid = '' } = (await response.json()) as { uuid?: string };
      return { status: response.status, uuid };
    },
    async rename(uuid: string, title: string): Promise<number> {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'PATCH', headers, body: JSON.stringify({ title }) };
      const response = await ask(`/api/kb/documents/${uuid}`, init);
      await response.arrayBuffer();
      return response.status;
    },
    remove: async (uuid: string): Promise<number> =>
      (await ask(`/api/kb/documents/${uuid}`, { method: 'DELETE' })).status,
    async read(path: string): Promise<number> {
      const response = await ask(path);
      await response.arrayBuffer();
      return response.status;
    },
  };
}

async function untilTaken(client: ReturnType<typeof documentClient>): Promise<number | null> {
  const fromMs = performance.now();
  while (performance.now() - fromMs < patienceMs) {
    if ((await client.add(1000)).status === 201) return round(performance.now() - fromMs);
    await pause(100);
  }
  return null;
}

const callOf = ({ baseUrl }: ServerChild, from: string) =>
  askForStream({ dialect: 'telephony_a', baseUrl, callId: crypto.randomUUID(), from, to: line });

async function holdCall(server: ServerChild): Promise<CallRun> {
  const from = '+12025570000';
  const answer = await callOf(server, from);
  if (answer.kind !== 'stream') throw new Error(`not answered: ${JSON.stringify(answer)}`);
  const call = placeCall({ dialect: 'telephony_a', url: answer.url, identity: { from, to: line } });
  if (!(await call.until(() => call.agentAudible.length > 0, patienceMs))) throw new Error('no greeting');
  return call;
}

const tryCall = async (server: ServerChild): Promise<string> => (await callOf(server, '+12025570001')).kind;

const maxResumeMs = 5_000;

export function diskVerdicts(outcome: DiskOutcome): Verdict[] {
  const { skipped, low, removed, full, resumedMs, callLives, integrity } = outcome;
  const test = 'R-5 a disk that fills up under a call';
  const limit = `files 503 and calls taken below 200 MB; on the ballast 204; full: writes 503 but those that fit into room taken before, reads 200; within ${maxResumeMs} ms; call and database whole`;
  if (skipped !== undefined) return [{ test, figure: skipped, limit, outcome: 'skip' }];
  const onlyHas = (counts: Record<string, number>, status: number): boolean =>
    Object.keys(counts).join() === String(status);
  const isRight =
    low.upload === 503 &&
    low.newCall === 'stream' &&
    removed === 204 &&
    (full.writes[503] ?? 0) > 0 &&
    Object.keys(full.writes).every((status) => status === '503' || status === '200') &&
    onlyHas(full.reads, 200) &&
    full.newCall !== 'stream';
  const figure = [
    `low: file ${low.upload}, call ${low.newCall}`,
    `ballast: delete ${removed}`,
    `full: writes ${JSON.stringify(full.writes)}, reads ${JSON.stringify(full.reads)}, call ${full.newCall}`,
    `resumed after ${resumedMs ?? 'never'} ms`,
    `call ${callLives ? 'lives' : 'lost'}, database ${integrity}`,
  ].join('; ');
  const isBack = resumedMs !== null && resumedMs <= maxResumeMs;
  return [{ test, figure, limit, outcome: judged(isRight && isBack && callLives && integrity === 'ok') }];
}
