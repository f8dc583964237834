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

/** Whom an outbound campaign with certain tags would reach if it were launched now. */
export interface Audience {
  /** Contacts with one of the tags; all contacts without tags. */
  readonly contacts: number;
  /** Those that a launch dials: contacts that have not opted out. */
  readonly callable: number;
  readonly optedOut: number;
  /** Callable contacts that were dialled within the last 24 hours, so that they are dialled later. */
  readonly recentlyDialled: number;
}

/** Counts audiences, see features/dialing. */
export interface Audiences {
  of(organisation: OrganisationId, branches: readonly string[], at: Date): Promise<Audience>;
}

/** Reaches the contacts of active campaigns, see features/dialing. */
export interface CampaignDialer {
  /** Selects the contacts to reach, in the caller's transaction. Returns how many are queued. */
  begin(queries: TenantQueries, flow: FlowRow, at: Date): Promise<number>;
  /** Starts dialing over this provider when the caller's transaction commits. */
  wake(queries: Queries, organisation: OrganisationId, provider: string): Promise<void>;
}
