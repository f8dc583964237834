import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { startServerChild } from '../src/cli/server-child.ts';
import { chromiumPath } from './chromium-path.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench console: how soon the console paints in Chromium with an empty cache, and the scripts of each page as they are sent.
  --rounds N      of each page (default 5)
  --pages LIST    paths to open (default /,/calls,/agents,/campaigns,/contacts)
  --out FILE      (default bench/results/console.json)
`;

const options = {
  rounds: { type: 'string', default: '5' },
  pages: { type: 'string', default: '/,/calls,/agents,/campaigns,/contacts' },
  out: { type: 'string', default: 'bench/results/console.json' },
  help: { type: 'boolean', default: false },
} as const;

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'console', 'dist');
const limits = { paintMs: 600, kilobytes: 205, gzipKilobytes: 220 } as const;
const account = { email: 'bench@example.com', password: 'correct horse battery', organization_name: 'Bench' };

/** Prints two tables and writes JSON. Returns the exit status: 1 over a limit. */
export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const rounds = Number(values.rounds);
  if (values.help || !(rounds > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  if (chromiumPath === undefined) {
    process.stderr.write('No Chromium was found. Set CHROMIUM to its path.\n');
    return 2;
  }
  const paints = await paintsOf(values.pages.split(','), { rounds, chromiumPath });
  printTable(
    ['page', 'first contentful paint p50 ms', 'worst ms', 'heading p50 ms'],
    paints.map(({ page, paintMs, worstMs, headingMs }) => [page, paintMs, worstMs, headingMs]),
  );
  const weights = await weightsOf();
  process.stdout.write('\n');
  printTable(
    ['page', 'brotli kB', 'gzip kB'],
    weights.map(({ page, brotliKb, gzipKb }) => [page, round(brotliKb, 1), round(gzipKb, 1)]),
  );
  await writeResults(values.out, { rounds, limits, paints, weights });
  const isSlow = paints.some(({ paintMs }) => (paintMs ?? Number.POSITIVE_INFINITY) > limits.paintMs);
  const isHeavy = weights.some(({ brotliKb, gzipKb }) => brotliKb > limits.kilobytes || gzipKb > limits.gzipKilobytes);
  return isSlow || isHeavy ? 1 : 0;
}

interface PaintOptions {
  readonly rounds: number;
  readonly chromiumPath: string;
}

/** Loads pages of an account without data on a separate server, each with an empty cache and a session. */
async function paintsOf(pages: readonly string[], { rounds, chromiumPath }: PaintOptions) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-console-'));
  const started = await startServerChild({
    entry: new URL(`file://${join(root, 'dist', 'src', 'main.js')}`),
    env: { ...process.env, LOG_LEVEL: 'error', REGISTRATION: 'open', RATE_LIMIT_PER_MINUTE: 'off' },
    dataDir,
    readyTimeoutMs: 120_000,
    namesItself: false,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const token = await register(server.baseUrl);
    const open = (path: string) => paint(browser, { url: `${server.baseUrl}${path}`, token });
    // Excludes the browser's own start.
    await open(pages[0] ?? '/');
    const found = [];
    for (const page of pages) {
      const loads = [];
      for (let round = 0; round < rounds; round += 1) loads.push(await open(page));
      const paintsMs = loads.map(({ paintMs }) => paintMs);
      found.push({
        page,
        paintMs: round(quantile(paintsMs, 0.5)),
        worstMs: round(Math.max(...paintsMs)),
        headingMs: round(
          quantile(
            loads.map(({ headingMs }) => headingMs),
            0.5,
          ),
        ),
      });
    }
    return found;
  } finally {
    await browser.close();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function register(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function paint(browser: Browser, { url, token }: { readonly url: string; readonly token: string }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript(`localStorage.setItem('parley.session', ${JSON.stringify(token)})`);
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const headingMs = Number(await page.evaluate('performance.now()'));
    const paintMs = Number(
      await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"),
    );
    return { paintMs, headingMs };
  } finally {
    await context.close();
  }
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** Returns the scripts that the browser loads for each page, including the shell's, heaviest first. */
async function weightsOf() {
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8'));
  const filesOf = (name: string, files = new Set<string>()): Set<string> => {
    const chunk = manifest[name];
    if (chunk === undefined || files.has(chunk.file)) return files;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) filesOf(imported, files);
    return files;
  };
  const kilobytesOf = async (files: Iterable<string>, ending: string): Promise<number> => {
    const sizes = await Promise.all([...files].map(async (file) => (await stat(join(dist, `${file}.${ending}`))).size));
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  // The first script loads the rest of the shell once the language is there.
  const rest = manifest['index.html']?.dynamicImports ?? [];
  const shell = rest.reduce((files, name) => filesOf(name, files), filesOf('index.html'));
  const pages = Object.values(manifest)
    .flatMap((chunk) => (shell.has(chunk.file) ? (chunk.dynamicImports ?? []) : []))
    .filter((page) => !rest.includes(page));
  const weights = await Promise.all(
    [...new Set(pages)].map(async (page) => {
      const files = filesOf(page, new Set(shell));
      return { page, brotliKb: await kilobytesOf(files, 'br'), gzipKb: await kilobytesOf(files, 'gz') };
    }),
  );
  return weights.sort((one, other) => other.brotliKb - one.brotliKb);
}
