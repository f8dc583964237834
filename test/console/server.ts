import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../../src/app.ts';
import { startServerChild } from '../../src/cli/server-child.ts';
import { makeConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';
import { createLog } from '../../src/log.ts';
import { builtPdfChild, createFakeMedia, quickArgon2 } from '../http/test-app.ts';
import { chromiumPath } from './chromium.ts';

const root = join(import.meta.dirname, '..', '..');
const entry = join(root, 'dist', 'src', 'main.js');

/** Reason why pages cannot be tested here; undefined if they can. */
export const whyNoPages: string | undefined = !existsSync(entry)
  ? 'the server is not built (npm run build)'
  : !existsSync(join(root, 'console', 'dist', 'index.html'))
    ? 'the console is not built (npm run build)'
    : chromiumPath === undefined
      ? 'no Chromium on this machine (set CHROMIUM to its path)'
      : undefined;

/** The user that is set up, and signed in where a page is opened with their session. */
export const owner = { email: 'owner@example.com', password: 'correct horse battery' };

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Kept when the server closes; by default a new folder is created and then removed. */
  readonly dataDir?: string;
  /** Whether the server announces its own address, at which providers on this machine call back. */
  readonly namesItself?: boolean;
}

export interface PageServer {
  readonly baseUrl: string;
  /** Warnings logged so far. */
  output(): string;
  close(): Promise<void>;
}

/** Opens the control plane in this process on a free port, with a media plane that takes no calls and has no models. */
export async function openServer({ env = {}, dataDir, namesItself = false }: ServerOptions = {}): Promise<PageServer> {
  const folder = await openFolder(dataDir);
  const port = namesItself ? await freePort() : 0;
  const variables = {
    DATA_DIR: folder.path,
    DISK_BALLAST_MB: '0',
    PORT: String(port),
    MEDIA_PORT: '0',
    RATE_LIMIT_PER_MINUTE: 'off',
    REGISTRATION: 'open',
    ...(namesItself && { PUBLIC_BASE_URL: `http://127.0.0.1:${port}` }),
    ...env,
  };
  const environment = readEnvironment({ variables, workingDir: folder.path });
  const lines: string[] = [];
  const app = await openApp(makeConfig(environment, { rootDir: root, version: '0.0.0-test' }), {
    mediaPlane: createFakeMedia(),
    log: createLog({ level: 'warn', stream: { write: (line) => void lines.push(line) } }),
    argon2: quickArgon2,
    longestFitMs: 0,
    pdfChild: builtPdfChild,
  });
  return {
    baseUrl: app.address,
    output: () => lines.join(''),
    async close() {
      await app.close();
      await folder.remove();
    },
  };
}

/** Opens the real server on free ports, with its models and its media plane. */
export async function openWholeServer({
  env = {},
  dataDir,
  namesItself = false,
}: ServerOptions = {}): Promise<PageServer> {
  const folder = await openFolder(dataDir);
  const started = await startServerChild({
    entry: new URL(`file://${entry}`),
    // Admission is off: on a machine that runs all tests at once, measured call costs are meaningless.
    env: { ...process.env, LOG_LEVEL: 'warn', ADMISSION: 'off', REGISTRATION: 'open', ...env },
    dataDir: folder.path,
    readyTimeoutMs: 120_000,
    namesItself,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  return {
    ...server,
    async close() {
      await server.close();
      await folder.remove();
    },
  };
}

/** Uses the given folder, which is kept, or a new one. */
async function openFolder(given: string | undefined) {
  const path = given ?? (await mkdtemp(join(tmpdir(), 'parley-console-')));
  return {
    path,
    remove: async () => {
      if (given === undefined) await rm(path, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Creates the first account. Returns its session token. */
export const setUp = (server: PageServer): Promise<string> =>
  enter(server, 'register', { ...owner, organization_name: 'Maple Grove' });

/** Opens another session of that account. */
export const signIn = (server: PageServer): Promise<string> => enter(server, 'login', owner);

async function enter({ baseUrl }: PageServer, how: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/api/auth/${how}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { token: string }).token;
}
