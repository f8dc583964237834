import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ServerChild, startServerChild } from '../src/cli/server-child.ts';
import { startSite } from './intake/site.ts';
import { printTable, round, writeResults } from './table.ts';

const usage = `bench intake: how long a website and a list of people take to be read, and what the server with all of its
processes needs for it.
  --pages N     of the website, at most 1000 (default 500)
  --contacts N  rows of the list (default 100000)
  --out FILE    (default bench/results/intake.json)
`;

/** A visit reads no more. */
const mostPages = 1000;

const options = {
  pages: { type: 'string', default: '500' },
  contacts: { type: 'string', default: '100000' },
  out: { type: 'string', default: 'bench/results/intake.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Prints a table and writes JSON. Returns the exit status. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [pages = 0, contacts = 0] = [values.pages, values.contacts].map(Number);
  if (values.help || !(pages > 0 && pages <= mostPages && contacts > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-intake-'));
  const entry = new URL('./trials/scripted-server.js', import.meta.url);
  const settings = { LOG_LEVEL: 'warn', ...env, DISK_BALLAST_MB: '0', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  const started = await startServerChild({ entry, env: settings, dataDir, readyTimeoutMs: 120_000 });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  const site = await startSite(pages);
  try {
    const website = await watched(server, () => readSite(server, site.url, pages));
    if (site.served() < pages) throw new Error(`${site.served()} pages were read`);
    const list = await watched(server, () => importList(server, contacts));
    printTable(
      ['what', 'seconds', 'memory before, MB', 'raised by MB at most'],
      [
        [`website of ${pages} pages`, website.seconds, website.beforeMb, website.raisedMb],
        [`list of ${contacts} people`, list.seconds, list.beforeMb, list.raisedMb],
      ],
    );
    await writeResults(values.out, { pages, contacts, website, list });
    return 0;
  } finally {
    site.close();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const lookEveryMs = 200;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Measures the time of some work, and the memory of the server and its descendants, shared pages divided. */
async function watched({ pid }: ServerChild, work: () => Promise<void>) {
  await pause(2000);
  const beforeMb = await memoryOf(pid);
  let mostMb = beforeMb;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      mostMb = Math.max(mostMb, await memoryOf(pid));
      await pause(lookEveryMs);
    }
  })();
  const fromMs = performance.now();
  await work();
  const seconds = round((performance.now() - fromMs) / 1000, 1);
  isOver = true;
  await looking;
  return { seconds, beforeMb: round(beforeMb), raisedMb: round(mostMb - beforeMb) };
}

/** Returns the proportional set size of a process and its descendants, in MB. */
async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const own = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const pids = children.flatMap((line) => line.trim().split(' ')).filter((child) => child !== '');
  const all = await Promise.all(pids.map((child) => memoryOf(Number(child))));
  return all.reduce((sum, mb) => sum + mb, own);
}

async function asked(server: ServerChild, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${server.token}`, ...init.headers };
  const answer = await fetch(new URL(path, server.baseUrl), { ...init, headers });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

const sendJson = (body: object, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Reads a site, and returns when its visit is over. */
async function readSite(server: ServerChild, url: string, pages: number): Promise<void> {
  const body = { url, max_pages: pages, max_depth: 10 };
  const { uuid } = (await asked(server, '/api/kb/websites', sendJson(body))) as { uuid: string };
  for (;;) {
    const path = `/api/kb/documents/${uuid}/website`;
    const { checked_at } = (await asked(server, path)) as { checked_at: string | null };
    if (checked_at !== null) return;
    await pause(lookEveryMs);
  }
}

async function importList(server: ServerChild, count: number): Promise<void> {
  const form = new FormData();
  const rows = Array.from(
    { length: count },
    (_, i) => `Person ${i},+4915${String(100_000_000 + i)},person${i}@example.com,group ${i % 7}`,
  );
  form.set('file', new Blob([`name,phone,email,group\n${rows.join('\n')}\n`], { type: 'text/csv' }), 'people.csv');
  const path = '/api/voice/customers/import';
  const { import_uuid } = (await asked(server, path, { method: 'POST', body: form })) as { import_uuid: string };
  for (;;) {
    const state = (await asked(server, `${path}/${import_uuid}`)) as { finished_at: string | null; status: string };
    if (state.finished_at !== null) {
      if (state.status !== 'completed') throw new Error(JSON.stringify(state));
      return;
    }
    await pause(lookEveryMs);
  }
}
