import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import {
  createAccountStore,
  createAccounts,
  createAuthenticator,
  createLinks,
  createLoginGuard,
  createMemoryLoginTries,
  createOperatorToken,
  createPasswords,
  createSessionTokens,
  createSharedLoginTries,
  createStartCode,
  type DemoAccount,
  openDemo,
  registerAccountRoutes,
} from '../../features/people/accounts/index.ts';
import { createApiKeyStore, createApiKeys, registerApiKeyRoutes } from '../../features/people/api-keys/index.ts';
import { createMemberStore, createMembers, registerMemberRoutes } from '../../features/people/members/index.ts';
import {
  createOrganisationStore,
  createOrganisations,
  registerOrganisationRoutes,
} from '../../features/people/organisations/index.ts';
import { isLoopbackName } from '../../http/host.ts';
import type { Authenticator } from '../../http/identity.ts';
import type { Log } from '../../log.ts';
import { createMailer, type Mailer } from '../../mail/index.ts';
import type { AppOverrides } from '../platform/overrides.ts';
import { sessionSecretOf } from '../platform/session-secret.ts';
import { addSamples } from './samples.ts';

export interface AccountsModuleOptions extends Pick<AppOverrides, 'now' | 'nowMs' | 'argon2' | 'authenticator'> {
  readonly config: Pick<Config, 'accounts' | 'http' | 'data'>;
  readonly publicBaseUrl: () => string | undefined;
  readonly log: Log;
}

/** Accounts of users and programs, and the routes that manage them. */
export interface AccountsModule {
  readonly authenticator: Authenticator;
  readonly mailer: Mailer;
  /** URL of the console: the public one, else the address that the server listens on. */
  readonly baseUrl: () => string;
  routes(app: FastifyInstance): void;
  /** Called once the address is known. */
  listening(address: string): Promise<void>;
  /** Returns sign-in details of the sample organisation; undefined where other accounts exist. */
  demo(): Promise<DemoAccount | undefined>;
  /** Waits for mail in flight and revokes the operator's token. Idempotent. */
  close(): Promise<void>;
}

export function openAccountsModule(database: Database, options: AccountsModuleOptions): AccountsModule {
  const { config, log, argon2 } = options;
  const { now = () => new Date(), nowMs = () => performance.now() } = options;
  const { registration, smtpUrl, mailFrom } = config.accounts;
  const { dataDir } = config.data;
  let ownUrl = `http://${config.http.host}:${config.http.port}`;
  const baseUrl = (): string => options.publicBaseUrl() ?? ownUrl;

  const sessionSecret = sessionSecretOf(config);
  const tokens = createSessionTokens(sessionSecret, now);
  const startCode = createStartCode(sessionSecret);
  const mailer = createMailer({ from: mailFrom, log, ...(smtpUrl === undefined ? {} : { smtpUrl }) });
  const links = createLinks({ baseUrl, now, areMailed: mailer.delivers });
  const operator = createOperatorToken(dataDir);
  const store = createAccountStore(database);
  const shared = { accounts: store, mailer, links, now };
  const passwords = createPasswords(argon2 === undefined ? {} : { argon2 });
  const isShared = database.dialect === 'postgres';
  const guard = createLoginGuard(isShared ? createSharedLoginTries(database) : createMemoryLoginTries(nowMs));
  const add = () => addSamples(database, now);
  const accounts = createAccounts({
    store,
    passwords,
    tokens,
    guard,
    mailer,
    links,
    registration,
    addSamples: add,
    now,
  });
  const members = createMembers({ ...shared, store: createMemberStore(database) });
  const organisations = createOrganisations({ ...shared, store: createOrganisationStore(database) });
  const keys = createApiKeys({
    store: createApiKeyStore(database),
    now,
    onTrouble: (error) => log.warn({ err: error }, 'failed to update last_used_at of an API key'),
  });

  return {
    mailer,
    baseUrl,
    authenticator:
      options.authenticator ?? createAuthenticator({ tokens, store, identifyKey: keys.identify, operator, now }),
    routes(app) {
      const { host: listenHost } = config.http;
      registerAccountRoutes(app, {
        accounts,
        startCode,
        listenHost,
        publicBaseUrl: options.publicBaseUrl,
      });
      registerMemberRoutes(app, members);
      registerApiKeyRoutes(app, keys);
      registerOrganisationRoutes(app, organisations);
    },
    async listening(address) {
      ownUrl = address;
      operator.publish(Number(new URL(address).port));
      if (!(await store.isEmpty())) return;
      const isReachable = !isLoopbackName(config.http.host) || options.publicBaseUrl() !== undefined;
      log[isReachable ? 'warn' : 'info'](
        { address: baseUrl(), startCode: startCode.shown },
        'no account exists yet: open the console to create the first one; it asks for the start code unless it is open on this machine and HOST is a loopback address',
      );
    },
    demo: () => openDemo({ store, passwords, addSamples: add, now }),
    async close() {
      operator.close();
      await mailer.close();
    },
  };
}
