import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { type AccountsModule, openAccountsModule } from '../../src/app/people/accounts-module.ts';
import { makeConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';
import { type Database, openDatabase } from '../../src/data/index.ts';
import type { Argon2 } from '../../src/features/people/accounts/index.ts';
import { createServer } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
import { migratedFolder } from '../http/test-app.ts';
import { openMailServer, readable } from '../mail/mail-server.ts';

const rootDir = join(import.meta.dirname, '..', '..');

export const password = 'correct horse battery';

/** Replaces argon2 at no cost and counts its calls. */
function countingArgon2(): Argon2 & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async hash(text) {
      asked.push('hash');
      return `plain:${text}`;
    },
    async verify(hash, text) {
      asked.push('verify');
      return hash === `plain:${text}`;
    },
  };
}

export interface AccountsApp {
  readonly http: FastifyInstance;
  readonly plane: AccountsModule;
  readonly database: Database;
  readonly dataDir: string;
  readonly argon2: ReturnType<typeof countingArgon2>;
  /** Clock of the application. */
  readonly clock: { ms: number };
  /** Log lines. */
  readonly logged: string[];
  /** Tokens of links that were mailed or returned to an admin, oldest first. */
  links(): string[];
  /** Mails received by the mail server. */
  letters(): string[];
  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, options?: AskOptions): Promise<Asked>;
  /** Registers an account and returns its token. */
  register(email: string, organizationName?: string): Promise<string>;
}

export interface AskOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

export interface Asked {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
  readonly body: any;
  readonly text: string;
  readonly headers: Record<string, unknown>;
}

export interface AccountsAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Whether there is a mail server. */
  readonly mail?: boolean;
  readonly open?: (dataDir: string) => Promise<Database>;
}

/** Opens the account routes on a separate database, behind the server's guard; closed when the test ends. */
export async function openAccountsApp(options: AccountsAppOptions = {}): Promise<AccountsApp> {
  const dataDir = migratedFolder();
  const mail = options.mail === true ? await openMailServer() : undefined;
  const smtp = mail === undefined ? {} : { SMTP_URL: `smtp://${mail.address}` };
  const variables = { DATA_DIR: dataDir, REGISTRATION: 'open', ...smtp, ...options.env };
  const config = makeConfig(readEnvironment({ variables, workingDir: dataDir }), { rootDir, version: '0' });
  const database = await (options.open?.(dataDir) ?? openDatabase(config.data));
  const logged: string[] = [];
  const log = createLog({ level: 'debug', stream: { write: (line) => void logged.push(line) } });
  const clock = { ms: Date.parse('2026-03-01T12:00:00Z') };
  const argon2 = countingArgon2();
  const now = () => new Date(clock.ms);
  const plane = openAccountsModule(database, {
    config,
    publicBaseUrl: () => config.http.publicBaseUrl,
    log,
    now,
    nowMs: () => clock.ms,
    argon2,
  });
  const http = await createServer({
    log,
    version: '0',
    isDiskTrouble: () => false,
    authenticator: plane.authenticator,
    rateLimitPerMinute: 'off',
  });
  plane.routes(http);
  onTestFinished(async () => {
    await http.close();
    await plane.close();
    await database.close();
  });

  const returned: string[] = [];
  const ask: AccountsApp['ask'] = async (method, path, { token, body, headers, address } = {}) => {
    const response = await http.inject({
      method,
      url: `/api/auth${path}`,
      remoteAddress: address ?? '127.0.0.1',
      headers: {
        host: '127.0.0.1:8080',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const text = response.body;
    returned.push(text);
    return {
      status: response.statusCode,
      body: text === '' ? undefined : JSON.parse(text),
      text,
      headers: response.headers,
    };
  };

  return {
    http,
    plane,
    database,
    dataDir,
    argon2,
    clock,
    logged,
    letters: () => (mail?.received ?? []).map(readable),
    links: () =>
      [...returned, ...(mail?.received ?? []).map(readable)].flatMap(
        (text) => /#token=([\w-]{43})/.exec(text)?.[1] ?? [],
      ),
    ask,
    async register(email, organizationName) {
      const named = organizationName === undefined ? {} : { organization_name: organizationName };
      const { status, body } = await ask('POST', '/register', { body: { email, password, ...named } });
      if (status !== 201) throw new Error(`not registered: ${JSON.stringify(body)}`);
      return body.token;
    },
  };
}
