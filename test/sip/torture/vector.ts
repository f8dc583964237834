/**
 * One case of RFC 4475, "SIP Torture Test Messages". The messages are written for these tests: each has the property
 * that the section of the RFC describes, with other names and addresses.
 */
export interface TortureVector {
  /** Name in the RFC. */
  readonly name: string;
  readonly section: string;
  readonly bytes: Buffer;
  /** What the parser says: the message is well-formed, or it is refused with this status, or without an answer. */
  readonly parsed: 'well-formed' | 'silent' | number;
  /** Status with which the server answers somebody without credentials; undefined if it does not answer. */
  readonly answered: number | undefined;
}

export interface TortureMessage {
  readonly start: string;
  /** Replaces the usual header of the same name; an empty list removes it. */
  readonly headers?: readonly string[];
  readonly without?: readonly string[];
  readonly body?: string;
}

/** Builds a message; headers that the case does not state have usual values. */
export function messageBytes({ start, headers = [], without = [], body = '' }: TortureMessage): Buffer {
  const method = start.split(' ')[0] ?? '';
  const nameOf = (header: string): string => header.split(':')[0]?.trim().toLowerCase() ?? '';
  const usual = [
    'Via: SIP/2.0/UDP host.example.net;branch=z9hG4bKusual',
    'Max-Forwards: 70',
    'From: <sip:caller@example.net>;tag=1',
    'To: <sip:callee@example.org>',
    'Call-ID: usual@host.example.net',
    `CSeq: 1 ${method}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ].filter((header) => ![...headers.map(nameOf), ...without].includes(nameOf(header)));
  return Buffer.from([start, ...usual, ...headers, '', body].join('\r\n'));
}

export const sessionBody = [
  'v=0',
  'o=caller 1 1 IN IP4 192.0.2.9',
  's=-',
  'c=IN IP4 192.0.2.9',
  't=0 0',
  'm=audio 49217 RTP/AVP 0 12',
  'a=rtpmap:31 LPC',
  '',
].join('\r\n');
