import type { OrganisationId, Queries, TenantQueries } from '../../../data/index.ts';
import type { FlowRow } from './definition-store.ts';

/** A connection for outbound calls. */
export interface CampaignLine {
  readonly provider: string;
  readonly displayName: string;
  /** Whether the account at the provider has the campaign's number. */
  readonly hasNumber: boolean;
}

/** Finds the connection for calls from a number, see features/calls/calls/dialing. */
export interface CampaignLines {
  lineFor(
    organisation: OrganisationId,
    phoneNumber: string | null,
  ): Promise<({ readonly kind: 'line' } & CampaignLine) | { readonly kind: 'none'; readonly detail: string }>;
}

/**
 * Returns why a connected provider is not known to carry calls, as sentences, or undefined if it is. Unless it has
 * confirmed the connection before, it is asked now.
 */
export type DoubtOf = (organisation: OrganisationId, provider: string) => Promise<string | undefined>;

/** Contacts that an outbound campaign with certain tags would reach if launched now. */
export interface Audience {
  /** Number of contacts with one of the tags; without tags, of all contacts. */
  readonly contacts: number;
  /** Contacts that a launch dials: those that have not opted out. */
  readonly callable: number;
  readonly optedOut: number;
  /** Callable contacts that were dialled within the last 24 hours, and are therefore dialled later. */
  readonly recentlyDialled: number;
}

export interface WrongZone {
  readonly timezone: string;
  readonly contacts: number;
}

/** Counts audiences, see features/calls/calls/dialing. */
export interface Audiences {
  of(organisation: OrganisationId, branches: readonly string[], at: Date): Promise<Audience>;
  /** Counts callable contacts by stored time zones that are none, so that their calling hours are unknown. */
  withoutZone(organisation: OrganisationId, branches: readonly string[]): Promise<readonly WrongZone[]>;
}

/** Dials the contacts of active campaigns, see features/calls/calls/dialing. */
export interface CampaignDialer {
  /** Selects the contacts in the caller's transaction. Returns the number queued. */
  begin(queries: TenantQueries, flow: FlowRow, at: Date): Promise<number>;
  /** Starts dialling over this provider when the caller's transaction commits. */
  wake(queries: Queries, organisation: OrganisationId, provider: string): Promise<void>;
}
