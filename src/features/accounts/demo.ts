import { randomBytes } from 'node:crypto';
import { firstPlacement, newAccount } from './new-account.ts';
import type { Passwords } from './passwords.ts';
import type { AccountStore } from './store.ts';

export interface DemoOptions {
  readonly store: AccountStore;
  readonly passwords: Passwords;
  /** Gives the organisation of the account something to look at. */
  readonly addSamples: () => Promise<void>;
  readonly now: () => Date;
}

export interface DemoAccount {
  readonly email: string;
  /** Good until the next start that makes another one. */
  readonly password: string;
}

const email = 'demo@example.com';
const organisationName = 'Sample organisation';

/**
 * The account of a newcomer who wants to look around: the first one, in the organisation that the example agents are
 * in. `taken` if an account exists already, even one created at the same moment.
 */
export async function addDemo(
  options: DemoOptions,
): Promise<(DemoAccount & { readonly userUuid: string }) | 'taken' | 'busy'> {
  const { store, passwords, now } = options;
  if (!(await store.isEmpty())) return 'taken';
  const password = randomPassword();
  const passwordHash = await passwords.hash(password);
  if (passwordHash === 'busy') return 'busy';
  const account = newAccount({ email, name: 'Demo', passwordHash, now });
  const added = await store.add(account, (isFirst) => (isFirst ? firstPlacement(organisationName) : undefined));
  if (added !== 'added') return 'taken';
  await options.addSamples();
  return { email, password, userUuid: account.uuid };
}

/** The same account with a new password where it is there already. Undefined where others have the server. */
export async function openDemo(options: DemoOptions): Promise<DemoAccount | undefined> {
  const added = await addDemo(options);
  if (typeof added === 'object') return { email, password: added.password };
  const demo = await options.store.byEmail(email);
  const password = randomPassword();
  const passwordHash = await options.passwords.hash(password);
  if (demo === undefined || passwordHash === 'busy') return undefined;
  await options.store.setPassword(demo.uuid, passwordHash);
  return { email, password };
}

const randomPassword = (): string => randomBytes(12).toString('base64url');
