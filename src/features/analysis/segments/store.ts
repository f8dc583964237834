import { asc, eq, inArray } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import type { Segment } from './segment.ts';

type Page = { readonly limit: number; readonly offset: number };
export type SegmentSet = Pick<Segment, 'name' | 'kind' | 'campaignUuid' | 'tags'>;
export type SegmentRefusal = 'name_taken' | 'too_many' | 'unknown_campaign';

/** The parts of a call that determine its segments. */
export interface SegmentedCall {
  readonly uuid: string;
  readonly contactUuid: string | null;
}

export interface SegmentStore {
  /** Ordered by name. */
  list(organisation: OrganisationId, page?: Page): Promise<{ segments: Segment[]; total: number }>;
  get(organisation: OrganisationId, id: number): Promise<Segment | undefined>;
  /** Returns the segments in the given order, without unknown ones. */
  named(organisation: OrganisationId, uuids: readonly string[]): Promise<Segment[]>;
  /** Same as `named`, in the caller's transaction. */
  namedIn(queries: TenantQueries, uuids: readonly string[]): Promise<Segment[]>;
  add(organisation: OrganisationId, row: SegmentSet & { uuid: string }, at: string): Promise<Segment | SegmentRefusal>;
  change(
    organisation: OrganisationId,
    id: number,
    { set, at }: { readonly set: SegmentSet; readonly at: string },
  ): Promise<Segment | SegmentRefusal | undefined>;
  remove(organisation: OrganisationId, id: number): Promise<boolean>;
  /** Replaces the segments that people assigned to a call, in the caller's transaction. */
  assign(queries: TenantQueries, interactionUuid: string, segmentUuids: readonly string[]): Promise<void>;
  /** Returns assigned segments by call, and tags by contact. */
  about(
    organisation: OrganisationId,
    calls: readonly SegmentedCall[],
  ): Promise<{
    readonly assigned: ReadonlyMap<string, ReadonlySet<string>>;
    readonly tags: ReadonlyMap<string, ReadonlySet<string>>;
  }>;
}

/** Bounded because every list of calls reads all segments. */
export const mostSegments = 200;

export function createSegmentStore(database: Database): SegmentStore {
  const { contactTags, flows, interactionSegments, segments } = database.tables;
  type Row = typeof segments.$inferSelect;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const orderBy = [asc(segments.name), asc(segments.id)];

  const namedIn = async (read: Pick<TenantQueries, 'select'>, uuids: readonly string[]): Promise<Segment[]> => {
    if (uuids.length === 0) return [];
    const rows = await read.select(segments, inArray(segments.uuid, [...uuids]));
    return uuids.flatMap((uuid) => rows.filter((row) => row.uuid === uuid).map(toSegment));
  };

  async function refusalOf(queries: TenantQueries, set: SegmentSet, id?: number): Promise<SegmentRefusal | undefined> {
    const namesakes = await queries.select(segments, eq(segments.name, set.name));
    if (namesakes.some((row) => row.id !== id)) return 'name_taken';
    const { campaignUuid } = set;
    if (campaignUuid !== null && (await queries.count(flows, eq(flows.uuid, campaignUuid))) === 0)
      return 'unknown_campaign';
    return undefined;
  }

  const toSegment = ({ id, uuid, name, kind, campaignUuid, tags, createdAt }: Row): Segment => ({
    id,
    uuid,
    name,
    kind,
    campaignUuid,
    createdAt,
    tags: tags as string[],
  });

  return {
    async list(organisation, page = { limit: mostSegments, offset: 0 }) {
      const { read } = of(organisation);
      const rows = await read.select(segments, undefined, { ...page, orderBy });
      return { segments: rows.map(toSegment), total: await read.count(segments) };
    },
    async get(organisation, id) {
      const [row] = await of(organisation).read.select(segments, eq(segments.id, id));
      return row && toSegment(row);
    },
    named: (organisation, uuids) => namedIn(of(organisation).read, uuids),
    namedIn,
    add: (organisation, row, at) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(segments)) >= mostSegments) return 'too_many';
        const refusal = await refusalOf(queries, row);
        if (refusal !== undefined) return refusal;
        const { tags, ...set } = row;
        await queries.insert(segments, [{ ...set, tags: [...tags], createdAt: at, updatedAt: at }] as never);
        const [added] = await queries.select(segments, eq(segments.uuid, row.uuid));
        return toSegment(added as Row);
      }),
    change: (organisation, id, { set, at }) =>
      of(organisation).tx(async (queries) => {
        const refusal = await refusalOf(queries, set, id);
        if (refusal !== undefined) return refusal;
        const { tags, ...rest } = set;
        await queries.update(segments, { ...rest, tags: [...tags], updatedAt: at }, eq(segments.id, id));
        const [row] = await queries.select(segments, eq(segments.id, id));
        return row && toSegment(row);
      }),
    remove: (organisation, id) =>
      of(organisation).tx(async (queries) => (await queries.delete(segments, eq(segments.id, id))) > 0),
    async assign(queries, interactionUuid, segmentUuids) {
      await queries.delete(interactionSegments, eq(interactionSegments.interactionUuid, interactionUuid));
      const rows = [...new Set(segmentUuids)].map((segmentUuid) => ({ segmentUuid, interactionUuid }));
      await queries.insert(interactionSegments, rows);
    },
    async about(organisation, calls) {
      const { read } = of(organisation);
      const uuids = calls.map(({ uuid }) => uuid);
      const contacts = [...new Set(calls.flatMap(({ contactUuid }) => contactUuid ?? []))];
      const { interactionUuid, segmentUuid } = interactionSegments;
      const rows = await read.pickAmong(interactionSegments, { interactionUuid, segmentUuid }, interactionUuid, uuids);
      const { contactUuid: tagged, tag: name } = contactTags;
      const tags = await read.pickAmong(contactTags, { contactUuid: tagged, tag: name }, tagged, contacts);
      return {
        assigned: grouped(rows.map(({ interactionUuid, segmentUuid }) => [interactionUuid, segmentUuid])),
        tags: grouped(tags.map(({ contactUuid, tag }) => [contactUuid, tag])),
      };
    },
  };
}

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const [key, value] of pairs) groups.set(key, (groups.get(key) ?? new Set()).add(value));
  return groups;
}
