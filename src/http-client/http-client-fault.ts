import { defineFaults } from '../../media/line/define-faults.ts';

const unknownName = 'The host name of the receiver does not exist.';

/** Why a request received no response. */
export const HttpClientFault = defineFaults('HttpClientFault', {
  not_public: { message: 'The address is not public. No connection was made.' },
  unknown_name: { message: unknownName },
  out_of_time: { message: 'The receiver did not respond in time.' },
  too_slow: { message: 'The receiver sends too slowly.' },
  too_large: { message: 'The response is too large.' },
  no_answer: { message: 'The receiver closed the connection without a response.' },
});

export type HttpClientFault = InstanceType<typeof HttpClientFault>;

const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver reset the connection.',
  EPIPE: 'The receiver reset the connection.',
  ENOTFOUND: unknownName,
  ENODATA: unknownName,
  ETIMEOUT: 'The DNS lookup of the receiver failed.',
  ESERVFAIL: 'The DNS lookup of the receiver failed.',
  EHOSTUNREACH: 'The receiver is unreachable.',
  ENETUNREACH: 'The receiver is unreachable.',
  HPE_HEADER_OVERFLOW: 'The response headers are too long.',
};

/** Returns a message for the owner of the receiver, without internal network details or response content. */
export function sentenceOf(error: unknown): string {
  if (error instanceof HttpClientFault) return error.message;
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return 'The connection failed.';
  const isTls = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code);
  return messages[code] ?? (isTls ? `The TLS handshake failed (${code}).` : `The connection failed (${code}).`);
}
