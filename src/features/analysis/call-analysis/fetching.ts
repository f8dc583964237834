import type { OrganisationId, TenantQueries } from '../../../data/index.ts';

/** The job that fetches a recording from a public address. */
export interface Fetching {
  /** Runs in the caller's transaction. */
  fetch(queries: TenantQueries, organisation: OrganisationId, interactionUuid: string): Promise<void>;
}
