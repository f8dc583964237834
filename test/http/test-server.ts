import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { createServer, type ServerOptions } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
import { fakeAuthenticator } from './fake-authenticator.ts';

export interface TestServer {
  readonly app: FastifyInstance;
  /** Log records, newest last. */
  readonly logged: Record<string, unknown>[];
}

/** Opens only the HTTP edge, with no route but its own; closed when the test ends. */
export async function openTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const logged: Record<string, unknown>[] = [];
  const log = createLog({ level: 'debug', stream: { write: (line) => void logged.push(JSON.parse(line)) } });
  const app = await createServer({
    log,
    version: '0.0.0-test',
    isDiskTrouble: () => false,
    authenticator: fakeAuthenticator({}),
    ...options,
  });
  onTestFinished(() => app.close());
  return { app, logged };
}

/** Returns the authorization header for a token. */
export const bearing = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
