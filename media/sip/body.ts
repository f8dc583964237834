import { headerOf, type SipMessage } from './message.ts';
import { parseSdp, type SessionDescription } from './sdp.ts';

export const sdpType = 'application/sdp';

/** Returns the media type of a message's body, in lower case and without parameters; empty without a body. */
const bodyTypeOf = (message: SipMessage): string =>
  message.body.length === 0 ? '' : typeIn(headerOf(message, 'content-type') ?? sdpType);

const typeIn = (value: string): string => (value.split(';')[0] ?? '').trim().toLowerCase();

/** Whether the body may contain a session description, or is empty. */
export function isReadableBody(message: SipMessage): boolean {
  const type = bodyTypeOf(message);
  return type === '' || type === sdpType || type === 'multipart/mixed';
}

/** Returns the session description of a message, which may be one part of several. */
export function descriptionIn(message: SipMessage): SessionDescription | undefined {
  const type = bodyTypeOf(message);
  if (type === sdpType) return parseSdp(message.body);
  const part = type === 'multipart/mixed' ? sdpPartOf(message) : undefined;
  return part === undefined ? undefined : parseSdp(part);
}

const maxParts = 20;

/** Returns the content of the first part with a session description (RFC 2046, 5.1). */
function sdpPartOf(message: SipMessage): Buffer | undefined {
  const match = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(headerOf(message, 'content-type') ?? '');
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) return undefined;
  const parts = `\r\n${message.body.toString('latin1')}`.split(`\r\n--${boundary}`, maxParts).slice(1);
  for (const part of parts) {
    const end = part.indexOf('\r\n\r\n');
    const type = /\r\ncontent-type[ \t]*:([^\r\n]*)/i.exec(part.slice(0, Math.max(0, end)))?.[1];
    if (end !== -1 && type !== undefined && typeIn(type) === sdpType) return Buffer.from(part.slice(end + 4), 'latin1');
  }
  return undefined;
}
