import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import { openApp } from '../../src/app.ts';
import { startServerChild } from '../../src/cli/server-child.ts';
import { makeConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';
import { createLog } from '../../src/log.ts';
import { openSharedServer } from '../e2e/running-server.ts';
import { firstOwner, serverEnv, signInFirst } from '../e2e/shared-server.ts';
import { createFakeMedia, quickArgon2 } from '../http/test-app.ts';
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
export const owner = firstOwner;

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Kept when the server closes; by default a new folder is created and then removed. */
  readonly dataDir?: string;
  /** Whether the server announces its own address, at which providers on this machine call back. */
  readonly namesItself?: boolean;
  /** The server's clock. */
  readonly now?: () => Date;
}

export interface PageServer {
  readonly baseUrl: string;
  /** Warnings logged so far. */
  output(): string;
  close(): Promise<void>;
}

/** Opens the control plane in this process on a free port, with a media plane that takes no calls and has no models. */
export async function openServer({
  env = {},
  dataDir,
  namesItself = false,
  now,
}: ServerOptions = {}): Promise<PageServer> {
  const folder = await openFolder(dataDir);
  const port = await freePort();
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
    ...(now !== undefined && { now }),
  });
  return {
    baseUrl: app.address,
    output: () => lines.join(''),
    async close() {
      const isClosed = await Promise.race([app.close().then(() => true), pause(closesWithinMs, false, { ref: false })]);
      if (!isClosed) throw new Error(stillOpen(lines));
      await folder.remove();
    },
  };
}

/** Shorter than the limit of a hook, whose error does not say what is still open. */
const closesWithinMs = 120_000;

const stillOpen = (lines: readonly string[]): string =>
  `the server did not close within ${closesWithinMs / 1000} s; open: ${process.getActiveResourcesInfo().join(', ')}\n${lines.join('')}`;

/** A real server that other files use too, with the session of its first account, which has the sample agents. */
export interface SharedPageServer {
  readonly server: Pick<PageServer, 'baseUrl' | 'close'>;
  readonly session: string;
}

/** Opens the server that files without settings of their own share, with its models and its media plane. */
export async function openSharedPageServer(): Promise<SharedPageServer> {
  const { baseUrl, stop } = await openSharedServer();
  return { server: { baseUrl, close: stop }, session: await signInFirst(baseUrl) };
}

/** Opens the same server with a new organisation, which has no sample agents. */
export async function openSharedOrganisation(): Promise<SharedPageServer> {
  const { baseUrl, stop } = await openSharedServer();
  // The samples belong to the first account.
  await signInFirst(baseUrl);
  return { server: { baseUrl, close: stop }, session: await setUp({ baseUrl }, `${randomUUID()}@example.com`) };
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
    env: serverEnv({ INFERENCE_THREADS: '1', ...env }),
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
  const migrated = inject('migrated');
  if (migrated !== undefined && readdirSync(path).length === 0)
    copyFileSync(join(migrated.dataDir, 'parley.db'), join(path, 'parley.db'));
  return {
    path,
    remove: async () => {
      if (given === undefined) await rm(path, { recursive: true, force: true });
    },
  };
}

/** Servers of a worker use it one after another: the browser then has their files cached. Outside of what systems assign. */
const portOfWorker = 10_000 + (process.pid % 20_000);

/** Returns the port of this worker if it is free, else another. */
async function freePort(): Promise<number> {
  return (await portAt(portOfWorker)) ?? ((await portAt(0)) as number);
}

async function portAt(wanted: number): Promise<number | undefined> {
  const server = createServer();
  const isOpen = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(wanted, '127.0.0.1', () => resolve(true));
  });
  if (!isOpen) return undefined;
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Creates the first account. Returns its session token. */
export const setUp = async (server: Pick<PageServer, 'baseUrl'>, email = owner.email): Promise<string> =>
  (await enter(server, 'register', { ...owner, email, organization_name: 'Maple Grove' })).token;

/** Adds a person to the organisation of this session. Returns their session token. */
export async function addColleague(
  server: Pick<PageServer, 'baseUrl'>,
  session: string,
  role: 'admin' | 'member',
): Promise<string> {
  const [email, { password }] = [`${randomUUID()}@example.com`, owner];
  const invited = await enter(server, 'members', { email, role }, session);
  const token = new URLSearchParams(new URL(invited.invitation_link).hash.slice(1)).get('token');
  await enter(server, 'password/reset', { token, password });
  return (await enter(server, 'login', { email, password })).token;
}

/** Opens another session of the first account. */
export const signIn = async (server: PageServer): Promise<string> => (await enter(server, 'login', owner)).token;

// biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
async function enter({ baseUrl }: Pick<PageServer, 'baseUrl'>, how: string, body: object, session = ''): Promise<any> {
  const headers = {
    'content-type': 'application/json',
    ...(session !== '' && { authorization: `Bearer ${session}` }),
  };
  const answer = await fetch(`${baseUrl}/api/auth/${how}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}
