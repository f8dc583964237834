import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Tables, TenantQueries } from '../../../data/index.ts';
import { hasRule, type Segment, type SegmentScope } from './segment.ts';

/** Columns that identify a call in the queried table. */
export interface CallColumns {
  readonly uuid: SQLiteColumn;
  readonly flowUuid: SQLiteColumn;
  readonly contactUuid: SQLiteColumn;
}

/** Returns the condition that limits a query to the calls of a scope; undefined if all calls count. */
export function inScope(
  read: Pick<TenantQueries, 'own' | 'system'>,
  { contactTags, interactionSegments }: Tables,
  call: CallColumns,
  scope: SegmentScope,
): SQL | undefined {
  const tagged = (tags: readonly string[]): SQL => {
    const query = read.system.select({ uuid: contactTags.contactUuid }).from(contactTags);
    return inArray(call.contactUuid, query.where(read.own(contactTags, inArray(contactTags.tag, [...tags]))));
  };
  const byRule = ({ campaignUuid, tags }: Segment): SQL | undefined =>
    and(
      campaignUuid === null ? undefined : eq(call.flowUuid, campaignUuid),
      tags.length === 0 ? undefined : tagged(tags),
    );
  const assigned = (segments: readonly Segment[]): SQL => {
    const uuids = segments.map(({ uuid }) => uuid);
    const query = read.system.select({ uuid: interactionSegments.interactionUuid }).from(interactionSegments);
    const ofSegments = read.own(interactionSegments, inArray(interactionSegments.segmentUuid, uuids));
    return inArray(call.uuid, query.where(ofSegments));
  };
  const inOneOf = (segments: readonly Segment[]): SQL =>
    segments.length === 0 ? sql`1 = 0` : (or(assigned(segments), ...segments.filter(hasRule).map(byRule)) as SQL);
  return and(...scope.map(inOneOf));
}
