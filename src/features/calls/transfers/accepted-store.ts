import { and, desc, eq } from 'drizzle-orm';
import type { NamedPerson } from '../../../../media/ports.ts';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';

/** Returns a function that finds the teammate who took a transferred call; undefined if none did. */
export const createAcceptedBy =
  (database: Database) =>
  async (organisation: OrganisationId, callUuid: string): Promise<NamedPerson | undefined> => {
    const { transfers, users } = database.tables;
    const [transfer] = await forOrganisation(database, organisation).read.select(
      transfers,
      and(eq(transfers.callUuid, callUuid), eq(transfers.result, 'accepted')),
      { orderBy: [desc(transfers.createdAt)], limit: 1 },
    );
    if (transfer === undefined) return undefined;
    const { userUuid } = transfer;
    const { name, email } = users;
    const [user] = await database.system.read.select({ name, email }).from(users).where(eq(users.uuid, userUuid));
    return { userUuid, name: user === undefined ? null : (user.name ?? user.email) };
  };
