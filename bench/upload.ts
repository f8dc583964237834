import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ServerChild, startServerChild } from '../src/cli/server-child.ts';
import { printTable, round, writeResults } from './table.ts';
import { readProcessState } from './trials/process-state.ts';

const usage = `upload: what a large file costs a server in memory while it comes in.
  --size MB  of the file (default 400)
  --runs N   (default 3)
  --out FILE (default bench/results/upload.json)
`;

const options = {
  size: { type: 'string', default: '400' },
  runs: { type: 'string', default: '3' },
  out: { type: 'string', default: 'bench/results/upload.json' },
  help: { type: 'boolean', default: false },
} as const;

/**
 * Uploads a real form over a socket to a server with scripted engines in a separate process, with another file in each
 * run.
 */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [sizeMb = 0, runs = 0] = [values.size, values.runs].map(Number);
  if (values.help || !(sizeMb > 0 && runs > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-upload-'));
  const entry = new URL('./trials/scripted-server.js', import.meta.url);
  const settings = { LOG_LEVEL: 'warn', ...env, DISK_BALLAST_MB: '0', MAX_UPLOAD_MB: '2000' };
  const started = await startServerChild({ entry, env: settings, dataDir, readyTimeoutMs: 120_000 });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  try {
    // The first upload loads code.
    await upload(server, 1);
    const figures: Figures[] = [];
    for (let run = 0; run < runs; run++) figures.push(await upload(server, sizeMb));
    const rows = figures.map(({ rssBeforeMb, rssMostMb, seconds }, run) => [
      run + 1,
      sizeMb,
      round(rssBeforeMb, 1),
      round(rssMostMb, 1),
      round(rssMostMb - rssBeforeMb, 1),
      round(seconds, 1),
      round(sizeMb / seconds),
    ]);
    printTable(['run', 'file MB', 'RSS before MB', 'most MB', 'raised by MB', 'seconds', 'MB/s'], rows);
    await writeResults(values.out, { sizeMb, figures });
    return 0;
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Figures {
  readonly rssBeforeMb: number;
  readonly rssMostMb: number;
  readonly seconds: number;
}

const pieceBytes = 2 ** 20;
const lookEveryMs = 20;

async function upload({ baseUrl, pid, token }: ServerChild, sizeMb: number): Promise<Figures> {
  const rssMb = async (): Promise<number> => (await readProcessState(pid))?.rssMb ?? Number.NaN;
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const rssBeforeMb = await rssMb();
  let rssMostMb = rssBeforeMb;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      rssMostMb = Math.max(rssMostMb, await rssMb());
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  })();
  const fromMs = performance.now();
  const status = await sendForm(new URL('/api/kb/documents', baseUrl), sizeMb, token);
  const seconds = (performance.now() - fromMs) / 1000;
  isOver = true;
  await looking;
  if (status !== 201) throw new Error(`the file was answered with ${status}`);
  return { rssBeforeMb, rssMostMb, seconds };
}

async function sendForm(url: URL, sizeMb: number, token: string | undefined): Promise<number> {
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  const tail = '\r\n--edge--\r\n';
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=edge',
    'content-length': head.length + sizeMb * pieceBytes + tail.length,
  };
  const sending = request(url, { method: 'POST', headers });
  const answered = new Promise<number>((resolve, reject) => {
    sending.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sending.once('error', reject);
  });
  await write(sending, head);
  // Each file is unique, so that the store keeps them all.
  const seed = createHash('sha512').update(String(Math.random())).digest();
  for (let piece = 0; piece < sizeMb; piece++) await write(sending, Buffer.alloc(pieceBytes, seed));
  sending.end(tail);
  return answered;
}

async function write(sending: ClientRequest, content: string | Uint8Array): Promise<void> {
  if (!sending.write(content)) await once(sending, 'drain');
}
