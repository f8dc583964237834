import { and, asc, count, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Database, forOrganisation, type TenantDatabase } from '../../../data/index.ts';
import { zoneNamed } from '../../../http/time-zone.ts';
import type { Audiences } from '../../campaigns/index.ts';
import { dedupeMs } from './target.ts';

/** Counts the contacts that selection-store would select. */
export function createAudiences(database: Database): Audiences {
  const { contacts, contactTags, calls } = database.tables;
  const meantBy = (read: TenantDatabase['read'], branches: readonly string[]): SQL | undefined => {
    if (branches.length === 0) return undefined;
    const tagged = read.system.select({ uuid: contactTags.contactUuid }).from(contactTags);
    return inArray(contacts.uuid, tagged.where(read.own(contactTags, inArray(contactTags.tag, [...branches]))));
  };
  return {
    async of(organisation, branches, at) {
      const { read } = forOrganisation(database, organisation);
      const meant = meantBy(read, branches);
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
    async withoutZone(organisation, branches) {
      const { read } = forOrganisation(database, organisation);
      const isZoned = and(meantBy(read, branches), eq(contacts.optedOut, false), isNotNull(contacts.timezone));
      const rows = await read.system
        .select({ timezone: contacts.timezone, contacts: count() })
        .from(contacts)
        .where(read.own(contacts, isZoned))
        .groupBy(contacts.timezone)
        .orderBy(desc(count()), asc(contacts.timezone));
      return rows.flatMap(({ timezone, contacts: many }) =>
        timezone === null || zoneNamed(timezone) !== undefined ? [] : [{ timezone, contacts: many }],
      );
    },
  };
}
