import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import type { Mail, Mailer } from '../../../mail/index.ts';
import { addDemo } from './demo.ts';
import type { Links } from './links.ts';
import type { LoginAttempt, LoginGuard } from './login-guard.ts';
import { firstPlacement, laterPlacement, newAccount } from './new-account.ts';
import { secretOf, sha256Of } from './one-time-token.ts';
import type { Passwords } from './passwords.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { Account, AccountStore } from './store.ts';

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly organisationName?: string;
}

/** An account with the token of its new session. */
export interface SignedInAccount {
  readonly account: Account;
  readonly sessionUuid: string;
  readonly token: string;
}

type Refused<T extends string> = { readonly refused: T };
type Busy = Refused<'busy'>;

export interface Accounts {
  setUp(): Promise<{ readonly needed: boolean; readonly registration: 'open' | 'closed' }>;
  register(registration: Registration): Promise<SignedInAccount | Refused<'known' | 'closed'> | Busy>;
  /** Creates the demo account. Returns `taken` if any account exists. Nobody else knows its password. */
  demo(): Promise<(SignedInAccount & { readonly password: string }) | Refused<'taken'> | Busy>;
  login(
    attempt: LoginAttempt & { readonly password: string },
  ): Promise<SignedInAccount | Refused<'wrong'> | Busy | { readonly retryAfterSeconds: number }>;
  logout(sessionUuid: string): Promise<void>;
  find(userUuid: string): Promise<Account | undefined>;
  /** Sends a link if the account exists. The caller cannot tell whether it does. */
  forgot(email: string): Promise<void>;
  /** Sets the password and returns its account. */
  reset(token: string, password: string): Promise<Account | 'bad_token' | 'busy'>;
  /** Ends every session, and revokes the API keys unless they are kept. */
  changePassword(
    userUuid: string,
    change: { readonly current: string; readonly next: string; readonly keepApiKeys: boolean },
  ): Promise<'done' | 'wrong' | 'busy'>;
}

export interface AccountsOptions {
  readonly addSamples: () => Promise<void>;
  readonly store: AccountStore;
  readonly passwords: Passwords;
  readonly tokens: SessionTokens;
  readonly guard: LoginGuard;
  readonly mailer: Mailer;
  readonly links: Links;
  /** Whether anyone may register once the first account exists. */
  readonly registration: 'open' | 'closed';
  readonly now: () => Date;
}

const dayMs = 86_400_000;
const sessionMs = 7 * dayMs;
const resetMs = 3_600_000;
const maxSessions = 50;
const maxResets = 3;

export function createAccounts(options: AccountsOptions): Accounts {
  const { store, passwords, tokens, guard, mailer, links, now } = options;

  async function beginSession(account: Account): Promise<SignedInAccount> {
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + sessionMs);
    const row = {
      uuid: randomUUID(),
      userUuid: account.uuid,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
    await store.addSession(row, maxSessions);
    const sessionUuid = row.uuid;
    return { account, sessionUuid, token: await tokens.sign({ sessionUuid, userUuid: account.uuid, expiresAt }) };
  }

  return {
    setUp: async () => ({ needed: await store.isEmpty(), registration: options.registration }),

    async register({ email, password, organisationName }) {
      if (options.registration === 'closed' && !(await store.isEmpty())) return { refused: 'closed' };
      const passwordHash = await passwords.hash(password);
      if (passwordHash === 'busy') return { refused: 'busy' };
      const account = newAccount({ email, passwordHash, now });
      const ownId = randomUUID() as OrganisationId;
      const added = await store.add(account, (isFirst) => {
        if (isFirst) return firstPlacement(organisationName);
        return options.registration === 'closed' ? undefined : laterPlacement(ownId, organisationName);
      });
      if (added === 'refused') return { refused: 'closed' };
      if (added === 'known') return { refused: 'known' };
      return beginSession((await store.byUuid(account.uuid)) as Account);
    },

    async demo() {
      const added = await addDemo({ store, passwords, addSamples: options.addSamples, now });
      if (typeof added === 'string') return { refused: added };
      const session = await beginSession((await store.byUuid(added.userUuid)) as Account);
      return { ...session, password: added.password };
    },

    async login({ email, address, password }) {
      const attempt = await guard.begin({ email, address });
      if ('retryAfterSeconds' in attempt) return attempt;
      const account = await store.byEmail(email);
      const matches = await passwords.matches(account?.passwordHash, password);
      if (matches === 'busy') {
        await attempt.undecided();
        return { refused: 'busy' };
      }
      if (!matches || account === undefined) return { refused: 'wrong' };
      await attempt.succeeded();
      return beginSession(account);
    },

    logout: store.endSession,
    find: store.byUuid,

    async forgot(email) {
      const account = await store.byEmail(email);
      if (account === undefined) return;
      const letter = { to: email, subject: 'Set a new password for Parley' };
      if (!mailer.delivers) return mailer.skip(letter);
      const { row, link } = links.make(account, resetMs);
      if (!(await store.addReset(row, now().toISOString(), maxResets))) return;
      const text = 'Someone, probably you, requested a new password. The link works once, for one hour:';
      mailer.send({ ...letter, text, link });
    },

    async reset(token, password) {
      const tokenSha256 = sha256Of(secretOf(token));
      const userUuid = await store.findReset(tokenSha256, now().toISOString());
      if (userUuid === undefined) return 'bad_token';
      const passwordHash = await passwords.hash(password);
      if (passwordHash === 'busy') return 'busy';
      if (!(await store.redeemReset(tokenSha256, passwordHash, now().toISOString()))) return 'bad_token';
      const account = await store.byUuid(userUuid);
      if (account === undefined) return 'bad_token';
      if (mailer.delivers) mailer.send(passwordWasSet(account.email, links.console));
      return account;
    },

    async changePassword(userUuid, { current, next, keepApiKeys }) {
      const account = await store.byUuid(userUuid);
      const matches = await passwords.matches(account?.passwordHash, current);
      if (matches === 'busy') return 'busy';
      if (!matches) return 'wrong';
      const passwordHash = await passwords.hash(next);
      if (passwordHash === 'busy') return 'busy';
      await (keepApiKeys ? store.setPassword : store.recover)(userUuid, passwordHash);
      return 'done';
    },
  };
}

const passwordWasSet = (to: string, link: string): Mail => ({
  to,
  subject: 'Your Parley password was set',
  text: 'Your password was set by a link. Your sessions have ended and your API keys are revoked. Sign in again:',
  link,
});
