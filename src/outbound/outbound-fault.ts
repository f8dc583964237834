const table = {
  not_public: 'The address is not public: it was not connected to.',
  unknown_name: 'The name of the receiver is unknown.',
  out_of_time: 'The receiver did not answer in time.',
  too_large: 'The answer is larger than it may be.',
  no_answer: 'The receiver closed the connection without an answer.',
} as const;

/** Why a request got no answer. */
export class OutboundFault extends Error {
  readonly code: keyof typeof table;

  constructor(code: keyof typeof table) {
    super(table[code]);
    this.name = 'OutboundFault';
    this.code = code;
  }
}

const known: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver cut the connection.',
  EPIPE: 'The receiver cut the connection.',
  ENOTFOUND: table.unknown_name,
  ENODATA: table.unknown_name,
  ETIMEOUT: 'The name of the receiver could not be looked up.',
  ESERVFAIL: 'The name of the receiver could not be looked up.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too long.',
};

/** For the owner of the receiver: nothing of the inside of a network, and nothing of what was answered. */
export function sentenceOf(error: unknown): string {
  if (error instanceof OutboundFault) return error.message;
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return 'The connection failed.';
  const isTls = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code);
  return known[code] ?? (isTls ? `The connection could not be secured (${code}).` : `The connection failed (${code}).`);
}
