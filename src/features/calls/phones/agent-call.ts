import { agreeOn, type MediaAgreement, type SessionDescription, type SipLeg } from '../../../../media/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { Log } from '../../../log.ts';
import type { HowEnded } from '../../../telephony/index.ts';
import type { Calls } from '../calls/index.ts';
import type { FarEnds } from './far-end.ts';
import { endLeg, fieldsOfAudio, fieldsOfEnd } from './leg-reports.ts';
import { createMediaSession } from './media-session.ts';
import type { OpenLegs, Referral } from './open-legs.ts';
import { audioNotAgreed, completed, neverStarted, noRoom } from './own-ends.ts';
import type { PlacedLines } from './placed-lines.ts';

export interface AgentCallOptions {
  readonly calls: Pick<Calls, 'offer' | 'callback'>;
  readonly openLine: PlacedLines['open'];
  readonly legs: Pick<OpenLegs, 'add' | 'over'>;
  readonly farEnds: FarEnds;
  readonly log: Log;
}

/** The two parties of a leg. */
export interface AgentCallParties {
  readonly organisation: OrganisationId;
  readonly flowUuid: string;
  readonly from: string;
  readonly to: string;
  /** Whether the audio must be encrypted. A phone decides itself. */
  readonly isEncrypted?: boolean;
  /** What lets the trunk of the call connect it with another one. */
  readonly referral?: Referral | undefined;
  /** Whether the caller may transfer the call to another phone. */
  readonly canRefer?: boolean;
}

const dialect = 'sip';
/** Why an offer of plain audio is refused. */
export const notEncrypted = 'The audio must be encrypted: RTP/SAVP with SDES is needed';

/** Answers a leg with the agent of a flow. Refuses it with the status that tells a phone what is wrong. */
export async function answerWithAgent(
  leg: SipLeg,
  { organisation, flowUuid, from, to, isEncrypted = false, canRefer = false, referral }: AgentCallParties,
  options: AgentCallOptions,
): Promise<void> {
  const { calls } = options;
  let hasEnded = leg.isOver;
  leg.handlers = { ...leg.handlers, onEnd: () => (hasEnded = true) };
  const offer = leg.offer;
  const offered = offer && agreeOn(offer);
  if (offered === undefined && !leg.isOfferLate)
    return leg.refuse(488, 'No common codec: PCMU, PCMA or G.722 is needed');
  if (isEncrypted && offered !== undefined && offered.crypto === undefined) return leg.refuse(488, notEncrypted);
  leg.ring();
  const providerCallId = `${leg.callId}`.slice(0, 200);
  const stream = await calls.offer(organisation, {
    flowUuid,
    callType: 'inbound',
    dialect,
    from,
    to,
    providerCallId,
    isVerified: true,
  });
  if (stream.kind !== 'stream') return leg.refuse(stream.kind === 'busy' ? 486 : 480);
  const { token } = stream;
  const line = await options.openLine({ session: stream.callUuid });
  if (line === undefined || hasEnded) {
    line?.end('never answered');
    const isFull = line === undefined;
    await report('hangup', { reason: isFull ? 'no free RTP port' : 'cancelled' }, isFull ? noRoom : completed);
    return leg.refuse(line === undefined ? 503 : 487);
  }
  const session = createMediaSession({ line, address: line.addressTowards(leg.peer.address) });
  let codec: string | undefined = offered?.codec;
  /** How the call ended if this server hung it up. */
  let ownEnd: HowEnded | undefined;
  const farEnd = options.farEnds({
    leg,
    line,
    session,
    organisation,
    shownAs: to,
    canRefer,
    onEnd(end) {
      line.end('caller_hung_up');
      options.legs.over(providerCallId);
      void report('hangup', fieldsOfEnd(end), ownEnd ?? completed);
    },
  });
  leg.handlers = {
    ...farEnd.handlers,
    onEstablished: (description) => offered === undefined && void answered(description),
  };
  line.onClosed = (reason, audio) => {
    endLeg(farEnd, reason);
    const fields = fieldsOfAudio({ codec: codec ?? '', report: audio, callId: leg.callId }, options.log);
    void report('stream-status', fields);
  };
  // Before the call starts: it may be transferred as soon as it is stored.
  options.legs.add(providerCallId, { line, hangUp: farEnd.hangUp, referral });
  if (offer === undefined || offered === undefined) return leg.accept(session.offer({ isWideband: true, isEncrypted }));
  leg.accept(session.answer(offered, offer));
  await start(offered);

  function giveUp(end: HowEnded, detail: string): void {
    ownEnd = end;
    leg.hangUp(detail);
  }

  /** The peer has answered our offer. */
  async function answered(description: SessionDescription | undefined): Promise<void> {
    const agreement = description && agreeOn(description);
    if (description === undefined || agreement === undefined) return giveUp(audioNotAgreed, 'no common codec');
    if ((agreement.crypto !== undefined) !== isEncrypted)
      return giveUp(audioNotAgreed, isEncrypted ? 'the audio is not encrypted' : 'the audio is encrypted');
    codec = agreement.codec;
    session.agreed(agreement, description);
    await start(agreement);
  }

  async function start(agreement: MediaAgreement): Promise<void> {
    const parties = { callId: providerCallId, from, to };
    const isStarted = await line?.start(token, session.rtpOf(agreement, leg), parties);
    if (isStarted !== true) giveUp(neverStarted, 'the call could not be started');
  }

  async function report(kind: string, fields: Record<string, string>, closed?: HowEnded): Promise<void> {
    await calls
      .callback({ dialect, providerCallId, kind, fields, ...(closed === undefined ? {} : { closed }) })
      .catch((error: unknown) => options.log.warn({ err: error }, 'failed to store the report of a telephone call'));
  }
}
