import type { Binding, DialOptions, SipLeg } from '../../../../media/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { Phones } from './service.ts';
import type { PhoneRow } from './store.ts';

/** One address at which a phone is registered. */
export interface PhoneWay extends Pick<Binding, 'peer'> {
  /** Calls it. */
  dial(options: Pick<DialOptions, 'sdp' | 'handlers'>): SipLeg;
}

export interface PhoneWaysOptions {
  readonly phones: Pick<Phones, 'byExtension'>;
  readonly bindings: (phoneUuid: string) => readonly Binding[];
  readonly dial: (options: DialOptions) => SipLeg;
}

/** Who calls: the phone shows it, and calls it back. */
interface ShownCaller {
  readonly name: string;
  readonly extension: string;
}

/** Ways to the phones of this server. */
export interface PhoneWays {
  /** Returns the ways to a phone. */
  to(phone: Pick<PhoneRow, 'uuid'>, from: ShownCaller): readonly PhoneWay[];
  /** Returns the ways to reach the phone with an extension; undefined if no phone of the organisation has it. */
  toExtension(
    organisation: OrganisationId,
    extension: string,
    shownAs: string,
  ): Promise<readonly PhoneWay[] | undefined>;
}

/** How long a phone rings before the caller hears that nobody answers. */
const ringMs = 60_000;

export function createPhoneWays({ phones, bindings, dial }: PhoneWaysOptions): PhoneWays {
  const to: PhoneWays['to'] = ({ uuid }, { name, extension }) =>
    bindings(uuid).map(({ contact, peer }) => ({
      peer,
      dial: (options) =>
        dial({
          ...options,
          uri: contact,
          from: `"${name.replaceAll(/["\\]/g, '')}" <sip:${encodeURIComponent(extension)}@parley>`,
          contactUser: extension,
          peer,
          ringMs,
        }),
    }));

  return {
    to,
    async toExtension(organisation, extension, shownAs) {
      const phone = await phones.byExtension(organisation, extension);
      return phone && to(phone, { name: shownAs, extension: shownAs.replace('+', '') });
    },
  };
}
