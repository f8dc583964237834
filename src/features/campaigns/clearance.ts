import type { OrganisationId } from '../../data/index.ts';
import { isE164 } from '../../http/phone-number.ts';
import type { FlowRow, FlowStore } from '../flows/index.ts';
import { shownBy } from './calling-hours.ts';
import { zoneOfRow } from './campaign-hours.ts';
import type { Line, Telephone } from './ports.ts';
import { badRequest, conflict, type Refusal } from './refusal.ts';

export interface HindranceOptions {
  readonly telephone: Pick<Telephone, 'lineFor'>;
  readonly store: Pick<FlowStore, 'activeInboundByPhone'>;
  readonly now: () => Date;
}

/** How a campaign may be active: an outbound one over a line, an inbound one by its number alone. */
export type Clearance = { readonly line: Line | undefined };

type Row = Omit<FlowRow, 'organisationId'>;

/** Says how a campaign can be active, or why it cannot. */
export type Clear = (row: Row, organisation: OrganisationId) => Promise<Clearance | Refusal>;

const notE164 = 'must be an E.164 number before the campaign can be active, such as +12025550143.';

export function createClear({ telephone, store, now }: HindranceOptions): Clear {
  async function inbound({ phoneKey, uuid }: Row, organisation: OrganisationId): Promise<Clearance | Refusal> {
    const other = phoneKey === null ? undefined : await store.activeInboundByPhone(phoneKey);
    if (other === undefined || other.uuid === uuid) return { line: undefined };
    const who = other.organisationId === organisation ? `The active campaign "${other.name}"` : 'Somebody else here';
    return conflict(`${who} answers this number already.`);
  }

  return async (row, organisation) => {
    if (row.phoneNumber !== null && !isE164(row.phoneNumber)) return badRequest(`phone_number: ${notE164}`);
    if (row.endDate !== null && shownBy(zoneOfRow(row), now()).date > row.endDate)
      return badRequest('end_date: is over; a campaign needs a later one, or none, to be active.');
    if (row.kind === 'inbound') return inbound(row, organisation);
    const line = await telephone.lineFor(organisation, row.phoneNumber);
    return line.kind === 'line' ? { line } : badRequest(line.detail);
  };
}
