import type { OrganisationId, TenantQueries } from '../../data/index.ts';
import type { DialResult, NewOutboundCall, OutboundLine } from '../calls/index.ts';

/** How calls go out, see features/calls. */
export interface Telephone {
  lineFor(organisation: OrganisationId, phoneNumber: string | null): Promise<OutboundLine>;
  prepareOutbound(queries: TenantQueries, organisation: OrganisationId, call: NewOutboundCall): Promise<string>;
  dial(organisation: OrganisationId, callUuid: string): Promise<DialResult>;
}

export type Line = Extract<OutboundLine, { kind: 'line' }>;
export type Provider = Line['provider'];
