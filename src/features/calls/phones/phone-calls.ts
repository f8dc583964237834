import type { SipLeg, SipOrigin } from '../../../../media/index.ts';
import type { Flows } from '../../campaigns/index.ts';
import { type AgentCallOptions, answerWithAgent } from './agent-call.ts';
import { createBridges } from './phone-bridge.ts';
import type { PhoneWays } from './phone-ways.ts';
import type { ReplaceableLegs } from './replaceable-legs.ts';
import type { Phones } from './service.ts';

export interface PhoneCallsOptions extends AgentCallOptions {
  readonly phones: Pick<Phones, 'find' | 'byExtension' | 'flowWithExtension'>;
  readonly flows: Pick<Flows, 'answering'>;
  readonly ways: Pick<PhoneWays, 'to'>;
  readonly replaceable: ReplaceableLegs;
}

/** Connects what phones dial: another phone, the flow of an extension, or the flow of a number. */
export function createPhoneCalls(options: PhoneCallsOptions) {
  const { phones, flows, ways, replaceable } = options;
  const connect = createBridges(replaceable);

  return async (leg: SipLeg, origin: SipOrigin): Promise<void> => {
    const phone = origin.kind === 'phone' ? await phones.find(origin.accountId) : undefined;
    if (phone === undefined) return leg.refuse(403, 'The phone no longer exists');
    const { organisationId: organisation } = phone;
    if (leg.replaces !== undefined) return replaceable.replace(leg, organisation, true);
    const { to } = leg.party;
    const other = await phones.byExtension(organisation, to);
    if (other !== undefined) return connect(leg, ways.to(other, phone), organisation);
    const flowUuid =
      (await phones.flowWithExtension(organisation, to)) ?? (await flows.answering(to, organisation))?.uuid;
    if (flowUuid === undefined)
      return leg.refuse(404, `No phone, and no active inbound flow, has the number ${to.slice(0, 20)}`);
    await answerWithAgent(leg, { organisation, flowUuid, from: phone.extension, to, canRefer: true }, options);
  };
}
