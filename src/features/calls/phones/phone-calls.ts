import type { Binding, DialOptions, SipLeg, SipOrigin } from '../../../../media/index.ts';
import type { Flows } from '../../campaigns/index.ts';
import { type AgentCallOptions, answerWithAgent } from './agent-call.ts';
import { createBridges } from './phone-bridge.ts';
import type { Phones } from './service.ts';
import type { PhoneRow } from './store.ts';

export interface PhoneCallsOptions extends AgentCallOptions {
  readonly phones: Pick<Phones, 'find' | 'byExtension' | 'flowWithExtension'>;
  readonly flows: Pick<Flows, 'answering'>;
  readonly bindings: (phoneUuid: string) => readonly Binding[];
  readonly dial: (options: DialOptions) => SipLeg;
}

/** How long a phone rings before the caller hears that nobody answers. */
const ringMs = 60_000;

/** Connects what phones dial: another phone, the flow of an extension, or the flow of a number. */
export function createPhoneCalls(options: PhoneCallsOptions) {
  const { phones, flows } = options;
  const bridges = createBridges();

  function ring(leg: SipLeg, from: PhoneRow, to: PhoneRow): void {
    const ways = options.bindings(to.uuid).map(
      ({ contact, peer }) =>
        ({ sdp, handlers }: Pick<DialOptions, 'sdp' | 'handlers'>) =>
          options.dial({
            uri: contact,
            from: `"${from.name.replaceAll(/["\\]/g, '')}" <sip:${from.extension}@parley>`,
            contactUser: from.extension,
            peer,
            sdp,
            ringMs,
            handlers,
          }),
    );
    bridges.connect(leg, ways, from.organisationId);
  }

  return async (leg: SipLeg, origin: SipOrigin): Promise<void> => {
    const phone = origin.kind === 'phone' ? await phones.find(origin.accountId) : undefined;
    if (phone === undefined) return leg.refuse(403, 'The phone no longer exists');
    const { organisationId: organisation } = phone;
    if (leg.replaces !== undefined) return bridges.replace(leg, organisation);
    const { to } = leg.party;
    const other = await phones.byExtension(organisation, to);
    if (other !== undefined) return ring(leg, phone, other);
    const flowUuid =
      (await phones.flowWithExtension(organisation, to)) ?? (await flows.answering(to, organisation))?.uuid;
    if (flowUuid === undefined)
      return leg.refuse(404, `No phone, and no active inbound flow, has the number ${to.slice(0, 20)}`);
    await answerWithAgent(leg, { organisation, flowUuid, from: phone.extension, to }, options);
  };
}
