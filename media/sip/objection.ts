import { parseSipUri } from './address.ts';
import { isReadableBody, sdpType } from './body.ts';
import { elementsOf, headerOf, type SipRequest } from './message.ts';
import type { ResponseOptions } from './print-message.ts';

/** Extensions that a peer may require. With `100rel` the peer waits for the answer without a provisional response. */
const supportedOptions: readonly string[] = ['timer', 'replaces', '100rel'];

const acceptHeader = { name: 'accept', value: sdpType };

/** Returns the refusal of a request that asks for something that does not exist here (RFC 3261, 8.2). */
export function objectionTo(request: SipRequest): ResponseOptions | undefined {
  return uriObjection(request) ?? extensionObjection(request) ?? bodyObjection(request);
}

function uriObjection({ uri }: SipRequest): ResponseOptions | undefined {
  if (!/^(?:sips?|tel):/i.test(uri)) return { status: 416 };
  if (/^tel:/i.test(uri)) return undefined;
  // Headers in a request line would let a link add headers to the request.
  return parseSipUri(uri) === undefined || uri.includes('?') ? { status: 400 } : undefined;
}

function extensionObjection(request: SipRequest): ResponseOptions | undefined {
  const unsupported = elementsOf(request, 'require').filter((option) => !supportedOptions.includes(option));
  if (unsupported.length === 0) return undefined;
  return { status: 420, headers: [{ name: 'unsupported', value: unsupported.join(', ') }] };
}

function bodyObjection(request: SipRequest): ResponseOptions | undefined {
  if (request.method !== 'INVITE' && request.method !== 'UPDATE') return undefined;
  const coding = headerOf(request, 'content-encoding');
  const isPlain = coding === undefined || coding === '' || coding.toLowerCase() === 'identity';
  if (!isReadableBody(request) || !isPlain) return { status: 415, headers: [acceptHeader] };
  const accepted = elementsOf(request, 'accept').map((type) => (type.split(';')[0] ?? '').trim().toLowerCase());
  const isAccepted = accepted.length === 0 || [sdpType, 'application/*', '*/*'].some((type) => accepted.includes(type));
  return isAccepted ? undefined : { status: 406 };
}
