import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { chromiumPath } from './browser.ts';

const root = join(import.meta.dirname, '..', '..');
const entry = join(root, 'dist', 'src', 'main.js');

/** Why no page can be tested here; undefined when one can. */
export const whyNoPages: string | undefined = !existsSync(entry)
  ? 'the server is not built (npm run build)'
  : !existsSync(join(root, 'console', 'dist', 'index.html'))
    ? 'the console is not built (npm run build)'
    : chromiumPath === undefined
      ? 'no Chromium on this machine (set CHROMIUM to its path)'
      : undefined;

/** Who has been set up, and is signed in where a page is opened with their session. */
export const owner = { email: 'owner@example.com', password: 'correct horse battery' };

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Stays when the server is closed; without it an empty folder is made, and goes with the server. */
  readonly dataDir?: string;
  /** Where providers on this machine are told to call. */
  readonly namesItself?: boolean;
}

/** The real server as people run it, on free ports. */
export async function openServer({
  env = {},
  dataDir: given,
  namesItself = false,
}: ServerOptions = {}): Promise<ServerChild> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'parley-console-')));
  const started = await startServerChild({
    entry: new URL(`file://${entry}`),
    // A machine that runs all tests at once is no measure of what a call costs.
    env: { ...process.env, LOG_LEVEL: 'warn', ADMISSION: 'off', ...env },
    dataDir,
    readyTimeoutMs: 120_000,
    namesItself,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  return {
    ...server,
    async close() {
      await server.close();
      if (given === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes the first account. Answers the token of its session. */
export const setUp = (server: ServerChild): Promise<string> =>
  enter(server, 'register', { ...owner, organization_name: 'Maple Grove' });

/** Another session of who was set up. */
export const signIn = (server: ServerChild): Promise<string> => enter(server, 'login', owner);

async function enter({ baseUrl }: ServerChild, how: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/api/auth/${how}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { token: string }).token;
}
