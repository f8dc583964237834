import type { TenantQueries } from '../../../data/index.ts';
import type { Segments } from '../segments/index.ts';

/** Returns what is wrong with the segments in a request; undefined if they all exist. */
export async function unknownSegmentIn(
  queries: TenantQueries,
  segments: Pick<Segments, 'namedIn'>,
  uuids: readonly string[],
): Promise<string | undefined> {
  const found = await segments.namedIn(queries, uuids);
  const unknown = uuids.find((uuid) => !found.some((segment) => segment.uuid === uuid));
  return unknown === undefined ? undefined : `Segment ${unknown} does not exist.`;
}
