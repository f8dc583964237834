import type { MessageBody } from './print-message.ts';
import type { SessionDescription } from './sdp.ts';
import type { SipPeer } from './transport.ts';

/** Why a leg ended. */
export interface LegEnd {
  /** `local`: we ended it. `timeout`: the peer no longer answers. */
  readonly by: 'local' | 'remote' | 'timeout';
  /** Final status of an INVITE that was not answered. */
  readonly status?: number;
  /** The raw line, for people. */
  readonly detail: string;
  /** ISDN cause (Q.850), if the peer states one. */
  readonly cause?: number;
}

/** Answer to a changed offer: a description, or a refusal. */
export type ReofferAnswer = { readonly sdp: string } | { readonly status: number };

export interface LegHandlers {
  /** Outgoing legs only: 18x responses, with the description of early media. */
  onProgress?(status: number, description: SessionDescription | undefined): void;
  /** The call is established. For an outgoing leg, with the answer; for an incoming one, when the ACK arrived. */
  onEstablished(description: SessionDescription | undefined): void;
  /** The peer changes the session: hold, resume or a new address. Undefined: it asks for our offer. */
  onReoffer(description: SessionDescription | undefined): ReofferAnswer | Promise<ReofferAnswer>;
  onDigit(digit: string): void;
  /**
   * The peer asks us to transfer the call to a SIP URI. Returns undefined to refuse; otherwise it resolves to the final
   * status of the new call, which the peer is notified of.
   */
  onRefer(target: string): Promise<number> | undefined;
  /** Called once. */
  onEnd(end: LegEnd): void;
}

/** One call between Parley and a SIP peer. */
export interface SipLeg {
  readonly callId: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly peer: SipPeer;
  /** Parts of the INVITE's URI and headers: who calls whom. */
  readonly party: {
    readonly from: string;
    readonly fromName: string;
    readonly to: string;
    /** User of the To header. A trunk writes our Contact into the URI, and the dialled number here. */
    readonly called: string;
  };
  readonly offer: SessionDescription | undefined;
  /** The INVITE has no body: our answer has the offer, and the ACK its answer (RFC 3261, 13.2.1). */
  readonly isOfferLate: boolean;
  /** Call-ID of the call whose place this one is to take (RFC 3891); undefined for other calls. */
  readonly replaces: string | undefined;
  /** Value of the peer's User-Agent header. */
  readonly userAgent: string;
  /** Whether the call has ended. A caller may give up before anybody handles the leg. */
  readonly isOver: boolean;
  /** Incoming legs, before they are answered. */
  ring(): void;
  accept(sdp: string): void;
  refuse(status: number, reason?: string): void;
  /** Ends the call in any state. */
  hangUp(reason?: string): void;
  /** Ends an answered call because the peer is gone. */
  lose(detail: string): void;
  /** Sends a changed description; resolves to the answer, or undefined if it was refused. */
  reoffer(sdp: string): Promise<SessionDescription | undefined>;
  /**
   * Asks the peer to call another URI in place of us. Resolves to the final status of that call; to 202 if the peer agreed
   * and ended our call before it said more.
   */
  refer(target: string): Promise<number>;
  /** Returns the value of a Replaces header that names this answered call, as the peer knows it (RFC 3891). */
  replacesHeader(): string;
  handlers: LegHandlers;
}

export const sdpBody = (content: string): MessageBody => ({ type: 'application/sdp', content });
