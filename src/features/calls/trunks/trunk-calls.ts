import { agreeOn, type LegEnd, type SipLeg, type SipPeer, type SipServer } from '../../../../media/index.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
import type { Log } from '../../../log.ts';
import type { Found, HowEnded, PlaceRequest } from '../../../telephony/index.ts';
import type { Calls } from '../calls/index.ts';
import {
  audioNotAgreed,
  completed,
  createMediaSession,
  endLeg,
  fieldsOfAudio,
  fieldsOfEnd,
  neverStarted,
  type OpenLegs,
  type PlacedLine,
  type Referral,
} from '../phones/index.ts';
import { resultOfRefusal } from './call-end.ts';
import { routeHeadersOf } from './registrations.ts';
import type { TrunkRow } from './store.ts';

export interface TrunkCallsOptions {
  readonly dial: SipServer['dial'];
  readonly calls: Pick<Calls, 'callback'>;
  readonly legs: Pick<OpenLegs, 'add' | 'over'>;
  readonly log: Pick<Log, 'warn'>;
}

/** A call to place. */
export interface TrunkCall {
  readonly trunk: TrunkRow;
  readonly password: string | null;
  readonly peer: SipPeer;
  readonly line: PlacedLine;
  readonly request: PlaceRequest;
  /** Called once, when the call is over. */
  readonly onOver: () => void;
  /** Called once with how it ended, for a call to a teammate: it has no record of its own. */
  readonly onEnd?: ((ended: HowEnded) => void) | undefined;
  /** Called once when audio flows, which may be before the answer. */
  readonly onAudio?: ((callId: string) => void) | undefined;
  readonly onAnswered?: ((callId: string) => void) | undefined;
}

/** Outbound calls over trunks, by their Call-ID. */
export interface TrunkCalls {
  /** Sends the INVITE. Returns its Call-ID. */
  start(call: TrunkCall): string;
  /** Ends a call in any state; one that is over stays so. */
  hangUp(callId: string): void;
  find(callId: string): Found;
}

const dialect = 'sip';
/** Calls whose end is remembered for those who ask later. */
const maxEnded = 1000;

export function createTrunkCalls({ dial, calls, legs, log }: TrunkCallsOptions): TrunkCalls {
  const open = new Map<string, SipLeg>();
  const ended = createGrowingCache<HowEnded>(maxEnded);

  function start(call: TrunkCall): string {
    const { trunk, password, peer, line, request, onOver, onEnd } = call;
    const { callUuid, from, to } = request;
    const session = createMediaSession({ line, address: line.addressTowards(peer.address) });
    let isAnswered = false;
    let isRinging = false;
    /** Codec of the audio that flows before a call with an agent, or without one. */
    let begunCodec: string | undefined;
    let codec = '';
    /** How the call ended if this server hung it up. */
    let ownEnd: HowEnded | undefined;

    function giveUp(answered: SipLeg, end: HowEnded, detail: string): void {
      ownEnd = end;
      answered.hangUp(detail);
    }

    function report(kind: string, fields: Record<string, string>, more: object = {}): void {
      if (onEnd !== undefined) return;
      void calls
        .callback({ dialect, callUuid, providerCallId: leg.callId, kind, fields, ...more })
        .catch((error: unknown) => log.warn({ err: error, callUuid }, 'failed to store the report of a trunk call'));
    }

    async function answer(answered: SipLeg, description: Parameters<typeof agreeOn>[0] | undefined): Promise<void> {
      const agreement = description && agreeOn(description);
      if (description === undefined || agreement === undefined)
        return giveUp(answered, audioNotAgreed, 'no common codec');
      if (trunk.encryptedAudio && agreement.crypto === undefined)
        return giveUp(answered, audioNotAgreed, 'the audio is not encrypted');
      isAnswered = true;
      codec = agreement.codec;
      session.agreed(agreement, description);
      const parties = { callId: answered.callId, from, to };
      if (request.streamUrl === undefined) {
        if (await begin(answered, description)) call.onAnswered?.(answered.callId);
        else giveUp(answered, neverStarted, 'the call could not be started');
        return;
      }
      // Before the call starts: it may be transferred as soon as it is stored.
      legs.add(answered.callId, { line, hangUp: answered.hangUp, referral: referralOf(trunk, answered, to) });
      const isStarted = await line.start(tokenOf(request), session.rtpOf(agreement, answered), parties);
      if (!isStarted) giveUp(answered, neverStarted, 'the call could not be started');
    }

    /** Lets audio flow before the answer, which may be a ringing tone or an announcement, or without an agent. */
    async function begin(leg: SipLeg, description: Parameters<typeof agreeOn>[0]): Promise<boolean> {
      const agreement = agreeOn(description);
      if (agreement === undefined || (trunk.encryptedAudio && agreement.crypto === undefined)) return false;
      const rtp = { ...session.rtpOf(agreement, leg), isEarly: !isAnswered };
      if (begunCodec !== undefined) {
        // A line keeps its codec: the answer of another phone than the one that rang may have a different one.
        if (agreement.codec !== begunCodec) return false;
        line.update(rtp);
        return true;
      }
      begunCodec = agreement.codec;
      session.agreed(agreement, description);
      const isBegun = await line.begin(rtp, { callId: leg.callId, from, to });
      if (!isBegun || !open.has(leg.callId)) return false;
      // The call with an agent starts with the answer.
      if (request.streamUrl !== undefined) return true;
      legs.add(leg.callId, { line, hangUp: leg.hangUp });
      call.onAudio?.(leg.callId);
      return true;
    }

    function over(end: LegEnd): void {
      const { callId } = leg;
      const result = ownEnd ?? (isAnswered ? completed : resultOfRefusal(end));
      open.delete(callId);
      ended.set(callId, result);
      line.end('caller_hung_up');
      legs.over(callId);
      onOver();
      onEnd?.(result);
      report('hangup', fieldsOfEnd(end), { closed: result });
    }

    const leg = dial({
      uri: uriOf(trunk, to),
      from: fromOf(trunk, from),
      contactUser: trunk.contactUser,
      peer,
      ...(password === null ? {} : { credentials: { username: trunk.authUsername ?? trunk.username ?? '', password } }),
      // The phone of a teammate offers 8 kHz only.
      sdp: session.offer({
        isEncrypted: trunk.encryptedAudio,
        isWideband: trunk.widebandAudio && request.streamUrl !== undefined,
      }),
      ...(trunk.encryptedAudio ? {} : { otherSdp: session.offer({ isEncrypted: true }) }),
      headers: [...routeHeadersOf(trunk), { name: 'p-preferred-identity', value: `<sip:${from}@${trunk.registrar}>` }],
      ringMs: request.ringSeconds * 1000,
      handlers: {
        onProgress(status, description) {
          if (description !== undefined) void begin(leg, description);
          if (isRinging) return;
          isRinging = true;
          report('status', { status: String(status) }, { isRinging: true });
        },
        onEstablished: (description) => void answer(leg, description),
        onReoffer: (description) => session.reoffer(leg, description),
        onDigit: (digit) => line.key(digit),
        onRefer: () => undefined,
        onEnd: over,
      },
    });
    open.set(leg.callId, leg);
    line.onClosed = (reason, audio) => {
      endLeg(leg, reason);
      if (isAnswered) report('stream-status', fieldsOfAudio({ codec, report: audio, callId: leg.callId }, log));
    };
    return leg.callId;
  }

  return {
    start,
    hangUp: (callId) => open.get(callId)?.hangUp('cancelled'),
    find(callId) {
      if (open.has(callId)) return { kind: 'live', providerCallId: callId };
      const result = ended.get(callId);
      if (result !== undefined) return { kind: 'over', providerCallId: callId, ended: result };
      return { kind: 'unknown', detail: 'This server does not have the call; another one may.' };
    },
  };
}

/** Returns what lets the trunk connect a call with another one; undefined if this server does. */
export function referralOf(trunk: TrunkRow, leg: SipLeg, number: string): Referral | undefined {
  if (trunk.transfers !== 'refer') return undefined;
  return {
    trunkUuid: trunk.uuid,
    target: () => `${uriOf(trunk, number)}?Replaces=${encodeURIComponent(leg.replacesHeader())}`,
    refer: leg.refer,
  };
}

/** The ticket is the last part of a stream's address. */
const tokenOf = ({ streamUrl = '' }: PlaceRequest): string => streamUrl.slice(streamUrl.lastIndexOf('/') + 1);

/** Returns the called URI, with the number as the trunk wants it. */
const uriOf = (trunk: TrunkRow, to: string): string =>
  `sip:${trunk.numberPrefix}${to.replace('+', '')}@${trunk.registrar}${trunk.transport === 'udp' ? '' : `;transport=${trunk.transport}`}`;

/** A PBX expects the user with whom we registered; a trunk known by its address expects the number. */
const fromOf = (trunk: TrunkRow, from: string): string =>
  trunk.registers && trunk.username !== null
    ? `"${from}" <sip:${encodeURIComponent(trunk.username)}@${trunk.registrar}>`
    : `<sip:${from}@${trunk.registrar}>`;
