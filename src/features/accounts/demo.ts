import { randomBytes } from 'node:crypto';
import type { Passwords } from './passwords.ts';
import { firstPlacement, newAccount } from './service.ts';
import type { AccountStore } from './store.ts';

export interface DemoAccount {
  readonly email: string;
  /** Good until the next start that makes another one. */
  readonly password: string;
}

const email = 'demo@example.com';
const organisationName = 'Sample organisation';

/**
 * The account of a newcomer who wants to look around: the first one, in the organisation that the example agents are
 * in. Undefined where others have made accounts already: theirs is the server.
 */
export async function openDemo(
  store: AccountStore,
  passwords: Passwords,
  now: () => Date,
): Promise<DemoAccount | undefined> {
  const account = newAccount({ email, name: 'Demo', passwordHash: null, now });
  await store.add(account, (isFirst) => (isFirst ? firstPlacement(organisationName) : undefined));
  const demo = await store.byEmail(email);
  if (demo === undefined) return undefined;
  const password = randomBytes(12).toString('base64url');
  await store.setPassword(demo.uuid, await passwords.hash(password));
  return { email, password };
}
