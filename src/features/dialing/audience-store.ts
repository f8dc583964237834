import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Database, forOrganisation } from '../../data/index.ts';
import type { Audiences } from '../campaigns/index.ts';
import { dedupeMs } from './target.ts';

/** Counts the contacts that selection-store would select. */
export function createAudiences(database: Database): Audiences {
  const { contacts, contactTags, calls } = database.tables;
  return {
    async of(organisation, branches, at) {
      const { read } = forOrganisation(database, organisation);
      const tagged = read.system.select({ uuid: contactTags.contactUuid }).from(contactTags);
      const meant: SQL | undefined =
        branches.length === 0
          ? undefined
          : inArray(contacts.uuid, tagged.where(read.own(contactTags, inArray(contactTags.tag, [...branches]))));
      const since = new Date(at.getTime() - dedupeMs).toISOString();
      const lately = read.system
        .select({ uuid: sql<string>`${calls.contactUuid}` })
        .from(calls)
        .where(read.own(calls, and(isNotNull(calls.contactUuid), sql`${calls.dialledAt} > ${since}`)));
      const isCallable = and(meant, eq(contacts.optedOut, false));
      const [all, callable, recentlyDialled] = await Promise.all([
        read.count(contacts, meant),
        read.count(contacts, isCallable),
        read.count(contacts, and(isCallable, inArray(contacts.uuid, lately))),
      ]);
      return { contacts: all, callable, optedOut: all - callable, recentlyDialled };
    },
  };
}
