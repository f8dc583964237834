import type { SipRequest } from './message.ts';
import { tagOf } from './message.ts';
import type { SendTo, SipPeer } from './transport.ts';

/**
 * Other servers that share an address with this one, behind a balancer. A request of a call may reach any of them, and
 * its tag names the one that has the call.
 */
export interface SipSiblings {
  /** Mark of this server in the tags of its calls: eight hexadecimal digits. */
  readonly mark: string;
  /** Whether a running server has a mark. Others are not passed to: anybody can write one. */
  isLive(mark: string): boolean;
  /** Has the server with a mark receive a message that came here. */
  pass(mark: string, bytes: Buffer, source: SipPeer): void;
  /** Has the server that passed a peer's messages on send one to it. */
  answer(server: string, bytes: Buffer, peer: SipPeer): void;
}

const markPattern = /\.([0-9a-f]{8})$/;

/** Returns a tag that names this server. */
export const markedTag = (tag: string, siblings: SipSiblings | undefined): string =>
  siblings === undefined ? tag : `${tag}.${siblings.mark}`;

/** Returns the mark of the server that has the call of a request; undefined if it may be this one. */
export function otherOwnerOf(
  request: SipRequest,
  source: SipPeer,
  siblings: SipSiblings | undefined,
): string | undefined {
  const mark = markPattern.exec(tagOf(request, 'to') ?? '')?.[1];
  // A message is passed on once.
  if (siblings === undefined || mark === undefined || source.passedBy !== undefined) return undefined;
  return mark !== siblings.mark && siblings.isLive(mark) ? mark : undefined;
}

/** Sends messages to peers of this server, and through the others to theirs. */
export const sendThrough =
  (send: SendTo, siblings: SipSiblings | undefined): SendTo =>
  (bytes, peer) => {
    if (peer.passedBy === undefined) send(bytes, peer);
    else siblings?.answer(peer.passedBy, bytes, peer);
  };
