import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, type ServerChild, type ServerPlace, startServerChild } from '../../src/cli/server-child.ts';

export interface SipServerOptions {
  /** Server module. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  /** Address for telephones; the loopback interface by default. */
  readonly sipHost?: string;
  /** Where the server runs; this process's network by default. */
  readonly place?: ServerPlace;
  /** A killed server whose folder and ports this one takes over. */
  readonly after?: StartedSipServer;
}

/** A server for telephones, with a data folder of its own. */
export interface StartedSipServer {
  readonly server: ServerChild;
  readonly sipPort: number;
  readonly dataDir: string;
  /** Stops the server and removes its folder. */
  close(): Promise<void>;
}

/** Throws the end of the server's output if it does not start. */
export async function startSipServer({
  entry,
  env,
  sipHost = '127.0.0.1',
  place,
  after,
}: SipServerOptions): Promise<StartedSipServer> {
  const dataDir = after?.dataDir ?? (await mkdtemp(join(tmpdir(), 'parley-sip-')));
  const sipPort = after?.sipPort ?? (await freePorts(1))[0] ?? 0;
  const started = await startServerChild({
    entry,
    env: {
      LOG_LEVEL: 'warn',
      REGISTRATION: 'open',
      ...env,
      SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32),
      SIP_PORT: String(sipPort),
      SIP_HOST: sipHost,
    },
    dataDir,
    ...(place === undefined ? {} : { place }),
    ...(after === undefined ? {} : { port: Number(new URL(after.server.baseUrl).port) }),
    readyTimeoutMs: 120_000,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  return {
    server,
    sipPort,
    dataDir,
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

/**
 * Creates the first account of a server and returns a request function for its owner.
 *
 * @param startCode - Needed for a server on another machine.
 */
export async function askAsFirst({ baseUrl }: Pick<ServerChild, 'baseUrl'>, startCode?: string): Promise<Ask> {
  let token = '';
  const ask: Ask = async (method, path, body) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(new URL(path, baseUrl), init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as never;
  };
  const owner = {
    email: 'owner@example.com',
    password: 'correct horse battery',
    organization_name: 'Trial',
    start_code: startCode,
  };
  token = (await ask<{ token: string }>('POST', '/api/auth/register', owner)).token;
  return ask;
}
