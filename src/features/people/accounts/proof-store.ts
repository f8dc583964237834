import { eq } from 'drizzle-orm';
import type { Database, Queries } from '../../../data/index.ts';

/**
 * Returns whether the account is proven to belong to the owner of the mailbox. A superadmin counts as proven, so that
 * an organisation's admin cannot reset that account by adding it.
 */
export const isProven = (account: { readonly superadmin: boolean; readonly emailVerifiedAt: string | null }): boolean =>
  account.superadmin || account.emailVerifiedAt !== null;

/**
 * Removes the password, sessions, keys and links of an account that anybody may have registered. Its owner sets a
 * password through the next link.
 */
export async function dropCredentials(
  queries: Queries,
  { tables }: Pick<Database, 'tables'>,
  userUuid: string,
): Promise<void> {
  const { users, sessions, apiKeys, passwordResets } = tables;
  await queries.update(users).set({ passwordHash: null }).where(eq(users.uuid, userUuid));
  await queries.delete(sessions).where(eq(sessions.userUuid, userUuid));
  await queries.delete(apiKeys).where(eq(apiKeys.userUuid, userUuid));
  await queries.delete(passwordResets).where(eq(passwordResets.userUuid, userUuid));
}
