import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { testModelsDir } from '../models.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that returns the tests' shared server as JSON; undefined if this run has none. */
    sharedServer: string | undefined;
  }
}

/** A running server that tests of several files use. */
export interface SharedServer extends Pick<ServerChild, 'baseUrl' | 'token'> {
  readonly dataDir: string;
}

/** Builds the environment of a test's server. Admission is off: other tests may keep the machine busy. */
export const serverEnv = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  MODELS_DIR: testModelsDir,
  LOG_LEVEL: 'warn',
  ADMISSION: 'off',
  REGISTRATION: 'open',
  ...env,
});

export const firstOwner = { email: 'owner@example.com', password: 'correct horse battery' };

/** Signs in the first account, to which the sample organisation belongs; creates it if there is none. */
export async function signInFirst(baseUrl: string): Promise<string> {
  const enter = (how: 'login' | 'register', more: object = {}) =>
    fetch(`${baseUrl}/api/auth/${how}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...firstOwner, ...more }),
    });
  // Of two files that register at the same time, one is refused.
  const registered = await enter('register', { organization_name: 'Maple Grove' });
  const answer = registered.ok ? registered : await enter('login');
  return ((await answer.json()) as { token: string }).token;
}

/** Projects of a run load this module separately, and have one server in common. */
const ofRun = globalThis as { sharedServerDoor?: Promise<Door> };

/** Starts one built server for all files of a run, when the first of them asks for it, and stops it afterwards. */
export default async function shareServer(project: TestProject): Promise<() => Promise<void>> {
  ofRun.sharedServerDoor ??= openDoor();
  const { address, close } = await ofRun.sharedServerDoor;
  project.provide('sharedServer', address);
  return close;
}

interface Door {
  readonly address: string;
  /** Idempotent. */
  close(): Promise<void>;
}

async function openDoor(): Promise<Door> {
  let starting: ReturnType<typeof start> | undefined;
  let closing: Promise<void> | undefined;
  const door = createServer((_, response) => {
    starting ??= start();
    starting.then(
      ({ shared }) => response.end(JSON.stringify(shared)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    close() {
      closing ??= (async () => {
        door.close();
        door.closeAllConnections();
        await (await starting?.catch(() => undefined))?.stop();
      })();
      return closing;
    },
  };
}

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-shared-'));
  const started = await startServerChild({
    entry: new URL('../../dist/src/main.js', import.meta.url),
    env: serverEnv({ MEDIA_THREADS: '2' }),
    dataDir,
    readyTimeoutMs: 120_000,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  const shared: SharedServer = { baseUrl: server.baseUrl, token: server.token, dataDir };
  return {
    shared,
    async stop() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
