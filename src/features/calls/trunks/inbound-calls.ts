import { agreeOn, type SipLeg } from '../../../../media/index.ts';
import { unlessAway } from '../../../data/index.ts';
import { plainNumber, toldNumber } from '../../../http/fields.ts';
import type { Flows } from '../../campaigns/index.ts';
import { type AgentCallOptions, answerWithAgent, notEncrypted, type ReplaceableLegs } from '../phones/index.ts';
import type { TrunkRow } from './store.ts';
import { referralOf } from './trunk-calls.ts';

export interface TrunkInboundOptions extends AgentCallOptions {
  readonly find: (trunkUuid: string) => TrunkRow | undefined;
  readonly flows: Pick<Flows, 'answering'>;
  readonly replaceable: Pick<ReplaceableLegs, 'replace'>;
  readonly flowWithExtension: (
    organisation: TrunkRow['organisationId'],
    extension: string,
  ) => Promise<string | undefined>;
}

/**
 * Answers calls of trunks with the flow of the dialled number. A PBX states an extension or our user name: then the
 * flow with this extension answers, or that of the trunk's own number.
 */
export function createTrunkInbound(options: TrunkInboundOptions) {
  async function flowOf({ organisationId, fromNumber, contactUser }: TrunkRow, { party }: SipLeg) {
    const dialled = party.to === contactUser ? party.called : party.to;
    const number = toldNumber(dialled, fromNumber);
    if (number !== undefined)
      return { to: number, flowUuid: (await options.flows.answering(number, organisationId))?.uuid };
    const flowUuid =
      (await unlessAway(options.flowWithExtension(organisationId, dialled))) ??
      (await options.flows.answering(fromNumber, organisationId))?.uuid;
    return { to: fromNumber, flowUuid };
  }

  return async (leg: SipLeg, trunkUuid: string): Promise<void> => {
    const trunk = options.find(trunkUuid);
    if (trunk === undefined) return leg.refuse(403, 'The trunk no longer exists');
    const { organisationId: organisation, encryptedAudio: isEncrypted } = trunk;
    if (leg.replaces !== undefined) {
      if (isEncrypted && (leg.offer && agreeOn(leg.offer))?.crypto === undefined) return leg.refuse(488, notEncrypted);
      return options.replaceable.replace(leg, organisation, false);
    }
    const { to, flowUuid } = await flowOf(trunk, leg);
    if (flowUuid === undefined) return leg.refuse(404, `No active inbound flow has the number ${to}`);
    const from = toldNumber(leg.party.from, trunk.fromNumber) ?? (plainNumber(leg.party.from) || 'anonymous');
    const referral = referralOf(trunk, leg, from);
    await answerWithAgent(leg, { organisation, flowUuid, from, to, isEncrypted, referral }, options);
  };
}
