import { agreeOn, type Binding, type LegEnd, type SipLeg, type SipServer } from '../../../../media/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { HowEnded, PlaceRequest } from '../../../telephony/index.ts';
import {
  audioNotAgreed,
  completed,
  createMediaSession,
  endLeg,
  type FarEnds,
  neverStarted,
  type OpenLeg,
  type OpenLegs,
  type Phones,
  type PlacedLine,
  type PlacedLines,
} from '../phones/index.ts';
import { resultOfRefusal } from './call-end.ts';
import type { TrunkProvider } from './provider.ts';

export interface TeammateCallsOptions {
  readonly phones: Pick<Phones, 'ofUser'>;
  readonly bindings: SipServer['registrar']['bindings'];
  readonly dial: SipServer['dial'];
  readonly openLine: PlacedLines['open'];
  readonly legs: OpenLegs;
  readonly farEnds: FarEnds;
  readonly trunks: Pick<TrunkProvider, 'dialPerson' | 'hangUpPerson'>;
}

/** A teammate who is to be connected with somebody. */
export interface TeammateCall {
  readonly organisation: OrganisationId;
  /** Id of the caller's leg; undefined if nobody called yet. */
  readonly callerId?: string;
  /** Shown to the teammate. */
  readonly callerNumber: string;
  readonly transferUuid: string;
  readonly userUuid: string;
  readonly phoneNumber: string;
  /** Address of the stream that briefs the teammate; its last part is a ticket. Without it the line is silent. */
  readonly streamUrl?: string;
  readonly ringSeconds: number;
  readonly maxSeconds: number;
  /** Called once, when the teammate answered a call without a stream. */
  readonly onAnswered?: (legId: string) => void;
  /** Called once, when the teammate's leg is over. */
  readonly onEnd: (ended: HowEnded) => void;
}

export type TeammateRung =
  | { readonly kind: 'ringing'; readonly legId: string }
  | { readonly kind: 'not_placed'; readonly detail: string };

/** Calls to teammates, to be connected with a caller. */
export interface TeammateCalls {
  /** Rings the registered phones of the teammate, or else the number over a trunk. */
  ring(call: TeammateCall): Promise<TeammateRung>;
  /** Lets the caller and the teammate hear each other. */
  readonly connect: OpenLegs['connect'];
  /** Ends a teammate's leg in any state. */
  hangUp(legId: string): void;
  isOpen(legId: string): boolean;
}

export function createTeammateCalls(options: TeammateCallsOptions): TeammateCalls {
  const { legs } = options;
  /** Teammates whose phones ring, by the id of the leg: what stops them. */
  const ringing = new Map<string, () => void>();

  async function ring(call: TeammateCall): Promise<TeammateRung> {
    const caller = call.callerId === undefined ? undefined : legs.get(call.callerId);
    if (call.callerId !== undefined && caller === undefined)
      return notPlaced('The call is over, or another server has it.');
    const owned = await options.phones.ofUser(call.organisation, call.userUuid);
    const places = owned.flatMap(({ uuid }) => options.bindings(uuid));
    if (places.length === 0) return ringNumber(call, caller);
    const session = call.streamUrl === undefined ? undefined : call.transferUuid;
    const line = await options.openLine({ session, beside: caller?.line });
    return line === undefined ? notPlaced('RTP_PORTS has no free port.') : ringPhones(call, line, places);
  }

  async function ringNumber(call: TeammateCall, caller: OpenLeg | undefined): Promise<TeammateRung> {
    const { organisation, onEnd, onAnswered } = call;
    const placed = await options.trunks.dialPerson(organisation, placeRequestOf(call), {
      beside: caller?.line,
      // Only the trunk of both calls can connect them itself.
      trunkUuid: caller?.referral?.trunkUuid,
      onEnd,
      onAnswered,
    });
    if (placed.kind === 'accepted' && placed.providerCallId !== undefined)
      return { kind: 'ringing', legId: placed.providerCallId };
    return notPlaced(placed.kind === 'accepted' ? 'The call was not dialled.' : placed.detail);
  }

  /** Rings a person's phones at all addresses. The first that answers is the leg. */
  function ringPhones(call: TeammateCall, line: PlacedLine, places: readonly Binding[]): TeammateRung {
    const open = new Set<SipLeg>();
    let answered: SipLeg | undefined;
    let farEnd: ReturnType<FarEnds> | undefined;
    let refusal: LegEnd | undefined;
    /** How the call ended if this server hung it up. */
    let ownEnd: HowEnded | undefined;
    let legId = '';

    function over(end: LegEnd): void {
      ringing.delete(legId);
      legs.over(legId);
      line.end('caller_hung_up');
      call.onEnd(ownEnd ?? (answered === undefined ? resultOfRefusal(refusal ?? end) : completed));
    }

    function notAnswered(leg: SipLeg, end: LegEnd): void {
      open.delete(leg);
      if (end.by !== 'local') refusal = end;
      if (answered === undefined && open.size === 0) over(end);
    }

    function ringAt({ contact, peer }: Binding): SipLeg {
      const session = createMediaSession({ line, address: line.addressTowards(peer.address) });
      function giveUp(end: HowEnded, detail: string): void {
        ownEnd = end;
        leg.hangUp(detail);
      }
      async function answer(description: Parameters<typeof agreeOn>[0] | undefined): Promise<void> {
        const agreement = description && agreeOn(description);
        if (answered !== undefined) return leg.hangUp('answered elsewhere');
        if (description === undefined || agreement === undefined) return giveUp(audioNotAgreed, 'no common codec');
        answered = leg;
        const { organisation, callerNumber: shownAs } = call;
        const onEnd = (end: LegEnd): void => {
          open.delete(leg);
          over(end);
        };
        farEnd = options.farEnds({ leg, line, session, organisation, shownAs, canRefer: true, onEnd });
        leg.handlers = { ...farEnd.handlers, onEstablished() {} };
        // Another phone answered before without a common codec.
        ownEnd = undefined;
        for (const other of open) if (other !== leg) other.hangUp('answered elsewhere');
        session.agreed(agreement, description);
        const { streamUrl } = call;
        const parties = { callId: leg.callId, from: call.callerNumber, to: call.phoneNumber };
        const rtp = session.rtpOf(agreement, leg);
        legs.add(legId, { line, hangUp: farEnd.hangUp });
        const isStarted =
          streamUrl === undefined
            ? await line.begin(rtp, parties)
            : await line.start(streamUrl.slice(streamUrl.lastIndexOf('/') + 1), rtp, parties);
        if (!isStarted) return giveUp(neverStarted, 'the call could not be started');
        if (!open.has(leg)) return;
        if (streamUrl === undefined) call.onAnswered?.(legId);
      }
      const leg: SipLeg = options.dial({
        uri: contact,
        from: `"${call.callerNumber}" <sip:${call.callerNumber.replace('+', '')}@parley>`,
        contactUser: 'transfer',
        peer,
        sdp: session.offer(),
        otherSdp: session.offer({ isEncrypted: true }),
        ringMs: call.ringSeconds * 1000,
        handlers: {
          onEstablished: (description) => void answer(description),
          onReoffer: (description) => session.reoffer(leg, description),
          onDigit: (digit) => line.key(digit),
          onRefer: () => undefined,
          onEnd: (end) => notAnswered(leg, end),
        },
      });
      open.add(leg);
      return leg;
    }

    line.onClosed = (reason) => farEnd && endLeg(farEnd, reason);
    legId = places.map(ringAt)[0]?.callId ?? '';
    ringing.set(legId, () => {
      for (const leg of open) leg.hangUp('cancelled');
      farEnd?.hangUp('cancelled');
    });
    return { kind: 'ringing', legId };
  }

  return {
    ring,
    connect: legs.connect,
    isOpen: (legId) => legs.get(legId) !== undefined,
    hangUp(legId) {
      const stop = ringing.get(legId);
      if (stop === undefined) options.trunks.hangUpPerson(legId);
      else stop();
    },
  };
}

const notPlaced = (detail: string): TeammateRung => ({ kind: 'not_placed', detail });

/** Trunks send nothing to the addresses. */
const placeRequestOf = (call: TeammateCall): PlaceRequest => ({
  callUuid: call.transferUuid,
  from: '',
  to: call.phoneNumber,
  answerUrl: '',
  hangupUrl: '',
  statusUrl: '',
  ...(call.streamUrl === undefined ? {} : { streamUrl: call.streamUrl }),
  ringSeconds: call.ringSeconds,
  maxSeconds: call.maxSeconds,
});
