import { headerOf, type SipRequest } from './message.ts';

/** Returns the key of an INFO with a digit (`application/dtmf-relay` or `application/dtmf`); undefined for other bodies. */
export function digitOf(request: SipRequest): string | undefined {
  const type = (headerOf(request, 'content-type') ?? '').toLowerCase().split(';')[0]?.trim();
  const text = request.body.toString('utf8');
  const pattern =
    type === 'application/dtmf-relay'
      ? /^\s*Signal\s*=\s*([0-9A-D*#])\s*$/im
      : type === 'application/dtmf'
        ? /^\s*([0-9A-D*#])\s*$/i
        : undefined;
  return pattern?.exec(text)?.[1]?.toUpperCase();
}
