import type { OrganisationId, Queries, TenantQueries } from '../../data/index.ts';
import type { FlowRow } from './definition-store.ts';

/** A connection that calls go out over. */
export interface CampaignLine {
  readonly provider: string;
}

/** Whether calls with this number as their own could go out now, see features/dialing. */
export interface CampaignLines {
  lineFor(
    organisation: OrganisationId,
    phoneNumber: string | null,
  ): Promise<({ readonly kind: 'line' } & CampaignLine) | { readonly kind: 'none'; readonly detail: string }>;
}

/** Reaches the contacts of active campaigns, see features/dialing. */
export interface CampaignDialer {
  /** Selects the contacts to reach, in the caller's transaction. Returns how many are queued. */
  begin(queries: TenantQueries, flow: FlowRow, at: Date): Promise<number>;
  /** Starts dialing over this provider when the caller's transaction commits. */
  wake(queries: Queries, organisation: OrganisationId, provider: string): Promise<void>;
}
