import type { OrganisationId } from '../../../data/index.ts';
import { isE164 } from '../../../http/fields.ts';
import { shownBy } from './calling-hours.ts';
import { zoneOfRow, zoneTrouble } from './campaign-hours.ts';
import type { FlowRow, FlowStore } from './definition-store.ts';
import type { CampaignLine, CampaignLines } from './ports.ts';
import { badRequest, conflict, isRefusal, type Refusal } from './refusal.ts';

export interface HindranceOptions {
  readonly telephone: CampaignLines;
  readonly store: Pick<FlowStore, 'activeInboundByPhone'>;
  readonly numbers: {
    /** Returns the organisations whose provider confirms that their account has the number. */
    ownersOf(phoneKey: string): Promise<readonly OrganisationId[]>;
    /** Returns whether the organisation has connected the number but its provider has not confirmed it yet. */
    isPending(organisation: OrganisationId, phoneKey: string): Promise<boolean>;
  };
  readonly now: () => Date;
}

/** How a campaign can be active: an outbound one needs a line, an inbound one only its number. */
export type Clearance = { readonly line: CampaignLine | undefined };

type Row = Omit<FlowRow, 'organisationId'>;

/** Returns how a campaign can be active, or why it cannot. */
export type Clear = (row: Row, organisation: OrganisationId) => Promise<Clearance | Refusal>;

/** A reason why a campaign cannot be active, and the setting that it concerns. */
export interface Hindrance {
  readonly at: 'number' | 'dates' | 'hours' | 'line';
  readonly refusal: Refusal;
  /** The reason as a sentence, for use without the name of a field. */
  readonly sentence: string;
}

/** Finds every reason that prevents a campaign from being active. */
export type Examine = (row: Row, organisation: OrganisationId) => Promise<Clearance & { hindrances: Hindrance[] }>;

const howToProve =
  'If it is yours, connect the account that has it at the provider. The number is yours once the provider confirms it.';

const notE164 = 'must be an E.164 number before the campaign can be active, such as +12025550143.';
const isPast = 'is in the past. Set a later date or none to activate the campaign.';

const ofRefusal = (at: Hindrance['at'], refusal: Refusal): Hindrance => ({ at, refusal, sentence: refusal.detail });

export function createExamine({ telephone, store, numbers, now }: HindranceOptions): Examine {
  async function inbound({ phoneKey, uuid }: Row, organisation: OrganisationId): Promise<Clearance | Refusal> {
    if (phoneKey === null) return { line: undefined };
    const others = (await store.activeInboundByPhone(phoneKey)).filter((other) => other.uuid !== uuid);
    const ownOther = others.find(({ organisationId }) => organisationId === organisation);
    if (ownOther !== undefined) return conflict(`The active campaign "${ownOther.name}" already answers this number.`);
    const owners = await numbers.ownersOf(phoneKey);
    if (owners.includes(organisation)) return { line: undefined };
    if (owners.length > 0) return conflict('Another organisation has proven that this number is its own.');
    if (others.length === 0 || (await numbers.isPending(organisation, phoneKey))) return { line: undefined };
    return conflict(`Another organisation already answers this number. ${howToProve}`);
  }

  return async (row, organisation) => {
    const hindrances: Hindrance[] = [];
    const isNumber = row.phoneNumber === null || isE164(row.phoneNumber);
    if (!isNumber)
      hindrances.push({
        at: 'number',
        refusal: badRequest(`phone_number: ${notE164}`),
        sentence: `The phone number ${notE164}`,
      });
    const wrongZone = row.kind === 'outbound' || row.endDate !== null ? zoneTrouble(row) : undefined;
    if (wrongZone !== undefined) hindrances.push(ofRefusal('hours', badRequest(wrongZone)));
    else if (row.endDate !== null && shownBy(zoneOfRow(row), now()).date > row.endDate)
      hindrances.push({
        at: 'dates',
        refusal: badRequest(`end_date: ${isPast}`),
        sentence: `The last day ${isPast}`,
      });
    if (row.kind === 'inbound') {
      const cleared = isNumber ? await inbound(row, organisation) : { line: undefined };
      if (isRefusal(cleared)) hindrances.push(ofRefusal('number', cleared));
      return { line: undefined, hindrances };
    }
    const line = await telephone.lineFor(organisation, row.phoneNumber);
    if (line.kind === 'line') return { line, hindrances };
    return { line: undefined, hindrances: [...hindrances, ofRefusal('line', badRequest(line.detail))] };
  };
}

export const createClear =
  (examine: Examine): Clear =>
  async (row, organisation) => {
    const {
      line,
      hindrances: [first],
    } = await examine(row, organisation);
    return first === undefined ? { line } : first.refusal;
  };
