import { randomBytes } from 'node:crypto';
import { firstPlacement, newAccount } from './new-account.ts';
import type { Passwords } from './passwords.ts';
import type { AccountStore } from './store.ts';

export interface DemoOptions {
  readonly store: AccountStore;
  readonly passwords: Passwords;
  /** Adds sample data to the account's organisation. */
  readonly addSamples: () => Promise<void>;
  readonly now: () => Date;
}

export interface DemoAccount {
  readonly email: string;
  /** Valid until a later start sets another one. */
  readonly password: string;
}

const email = 'demo@example.com';
const organisationName = 'Sample organisation';

/**
 * Creates the first account, for looking around, in the organisation of the example agents. Returns `taken` if an
 * account exists already, even one created at the same moment.
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

/**
 * Creates the demo account, or sets a new password if it exists. Returns undefined if the server has other accounts
 * only.
 */
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
