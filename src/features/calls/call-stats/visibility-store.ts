import { inArray, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Tables, TenantQueries } from '../../../data/index.ts';
import type { Sight } from './call-filter.ts';

/** Matches rows whose contact has one of these tags. Only unrestricted users see rows without a contact. */
export function seenBy(
  read: Pick<TenantQueries, 'own' | 'system'>,
  { contactTags }: Tables,
  contactUuid: SQLiteColumn,
  sight: Sight,
): SQL | undefined {
  if (sight === undefined) return undefined;
  const query = read.system.select({ uuid: contactTags.contactUuid }).from(contactTags);
  return inArray(contactUuid, query.where(read.own(contactTags, inArray(contactTags.tag, [...sight]))));
}
