import type { OrganisationId } from '../../../data/index.ts';
import { momentIn } from '../../../http/fields.ts';
import type { Customers } from '../customers/index.ts';
import { type InteractionFilter, termsOf } from '../interactions/index.ts';
import type { Segments } from '../segments/index.ts';
import type { CallFilters } from './schema.ts';
import type { Viewer } from './viewer.ts';

export interface FilterOptions {
  readonly segments: Pick<Segments, 'known'>;
  readonly customers: Pick<Customers, 'uuidOf'>;
  /** Returns the time zone in which an organisation's days begin. */
  readonly zoneOf: (organisation: OrganisationId) => Promise<string>;
}

/**
 * Returns a function that converts a query to a filter, resolving the ids of segments and customers. It throws for an
 * unknown segment.
 */
export const filtersOf =
  ({ segments, zoneOf, customers }: FilterOptions) =>
  async ({ organisationId }: Viewer, query: CallFilters): Promise<InteractionFilter> => {
    const {
      campaign_id,
      customer_id,
      date_from,
      date_to,
      q,
      words,
      min_seconds,
      max_seconds,
      min_latency_ms,
      max_latency_ms,
      min_cost,
      max_cost,
      min_score,
      max_score,
      end_reason,
      segment_uuids,
      source,
      ...same
    } = query;
    const scope = segment_uuids.length === 0 ? [] : [await segments.known(organisationId, segment_uuids)];
    const zone = await zoneOf(organisationId);
    const contactUuid =
      customer_id === undefined ? undefined : ((await customers.uuidOf(organisationId, customer_id)) ?? '');
    const about = {
      ...same,
      contactUuid,
      flowUuid: campaign_id,
      sources: source,
      search: q,
      words: words === undefined || words === '' ? undefined : termsOf(words),
      minSeconds: min_seconds,
      maxSeconds: max_seconds,
      minLatencyMs: min_latency_ms,
      maxLatencyMs: max_latency_ms,
      minCost: min_cost,
      maxCost: max_cost,
      minScore: min_score,
      maxScore: max_score,
      endReason: end_reason,
      from: date_from && momentIn(zone, date_from),
      before: date_to && momentIn(zone, date_to),
      scope,
    };
    return Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined)) as InteractionFilter;
  };
