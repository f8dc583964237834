import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import {
  type Argon2,
  createAccountStore,
  createAccounts,
  createAuthenticator,
  createLinks,
  createLoginGuard,
  createOperatorToken,
  createPasswords,
  createSessionTokens,
  registerAccountRoutes,
} from '../features/accounts/index.ts';
import { createApiKeyStore, createApiKeys, registerApiKeyRoutes } from '../features/api-keys/index.ts';
import { createMemberStore, createMembers, registerMemberRoutes } from '../features/members/index.ts';
import {
  createOrganisationStore,
  createOrganisations,
  registerOrganisationRoutes,
} from '../features/organisations/index.ts';
import type { Authenticator } from '../http/identity.ts';
import type { Log } from '../log.ts';
import { createMailer } from '../mail/index.ts';
import { keepSecretFile } from '../secrets/index.ts';

export interface AccountsPlaneOptions {
  readonly config: Pick<Config, 'accounts' | 'http' | 'data'>;
  readonly log: Log;
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Instead of the real one, which is slow on purpose. */
  readonly argon2?: Argon2 | undefined;
}

/** Who people and programs are, and the routes by which that is managed. */
export interface AccountsPlane {
  readonly authenticator: Authenticator;
  register(app: FastifyInstance): void;
  /** Called once the address is known. */
  listening(address: string): void;
  /** Waits for mail that is on its way, and takes the operator's token back. Idempotent. */
  close(): Promise<void>;
}

export function openAccountsPlane(database: Database, options: AccountsPlaneOptions): AccountsPlane {
  const { config, log, now, nowMs, argon2 } = options;
  const { registration, smtpUrl, mailFrom, sessionSecret } = config.accounts;
  const { dataDir } = config.data;
  let baseUrl = config.http.publicBaseUrl ?? `http://${config.http.host}:${config.http.port}`;

  const tokens = createSessionTokens(sessionSecret ?? keepSecretFile(dataDir, 'session-secret'), now);
  const mailer = createMailer({ from: mailFrom, log, ...(smtpUrl === undefined ? {} : { smtpUrl }) });
  const links = createLinks(() => baseUrl, now);
  const operator = createOperatorToken(dataDir);
  const store = createAccountStore(database);
  const shared = { accounts: store, mailer, links, now };
  const passwords = createPasswords(argon2 === undefined ? {} : { argon2 });
  const guard = createLoginGuard(nowMs);
  const accounts = createAccounts({ store, passwords, tokens, guard, mailer, links, registration, now });
  const members = createMembers({ ...shared, store: createMemberStore(database) });
  const organisations = createOrganisations({ ...shared, store: createOrganisationStore(database) });
  const keys = createApiKeys({
    store: createApiKeyStore(database),
    now,
    onTrouble: (error) => log.warn({ err: error }, 'the use of a key was not noted'),
  });

  return {
    authenticator: createAuthenticator({ tokens, store, identifyKey: keys.identify, operator, now }),
    register(app) {
      registerAccountRoutes(app, accounts);
      registerMemberRoutes(app, members);
      registerApiKeyRoutes(app, keys);
      registerOrganisationRoutes(app, organisations);
    },
    listening(address) {
      baseUrl = config.http.publicBaseUrl ?? address;
      operator.publish(Number(new URL(address).port));
    },
    async close() {
      operator.close();
      await mailer.close();
    },
  };
}
