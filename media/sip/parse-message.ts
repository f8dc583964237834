import { parseNameAddress, parseVia } from './address.ts';
import { cseqOf, headerOf, type SipHeader, type SipMessage } from './message.ts';

/** Short header names (RFC 3261, 7.3.3, and the extensions that define one). */
const longNames: Readonly<Record<string, string>> = {
  a: 'accept-contact',
  b: 'referred-by',
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
};

/** Headers of which a message has at most one. */
const singleHeaders = ['from', 'to', 'call-id', 'cseq', 'content-length', 'max-forwards', 'content-type', 'expires'];

/** Maximum size of a message; a larger one is refused. */
export const maxMessageBytes = 65_535;
const maxHeaders = 200;
/** Longer values, and longer runs of white space, would make the patterns of addresses slow. */
const maxValueLength = 4096;
const longWhiteSpace = /\s{65}/;
const maxForwards = 255;

/** `request` is the start line and headers as far as they could be read, if an answer with 400 is possible. */
export type ParsedMessage =
  | { readonly ok: true; readonly message: SipMessage; readonly bytes: number }
  /** The message is malformed. `message` has the headers of a request that can be answered. */
  | { readonly ok: false; readonly detail: string; readonly message?: SipMessage; readonly status?: number };

const malformed = (detail: string, message?: SipMessage, status = 400): ParsedMessage => ({
  ok: false,
  detail,
  ...(message?.kind === 'request' && headerOf(message, 'via') !== undefined ? { message, status } : {}),
});

/** Returns the offset of the body, or -1 if the headers are incomplete. */
export function bodyStartOf(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n');
  return end === -1 ? -1 : end + 4;
}

/**
 * Parses one message from a datagram, or from the start of a stream's buffer that contains all of it. A datagram
 * without Content-Length ends with its last byte; bytes behind the stated length are ignored.
 */
export function parseMessage(bytes: Buffer): ParsedMessage {
  if (bytes.length > maxMessageBytes) return malformed('the message is too long');
  const bodyStart = bodyStartOf(bytes);
  if (bodyStart === -1) return malformed('the headers have no end');
  const lines = unfold(bytes.toString('utf8', 0, bodyStart - 4));
  const headers: SipHeader[] = [];
  for (const line of lines.slice(1)) {
    const header = headerFrom(line);
    if (header === undefined) return malformed('a header without a name');
    if (header.value.length > maxValueLength || longWhiteSpace.test(header.value))
      return malformed('the value of a header is too long');
    if (headers.push(header) > maxHeaders) return malformed('too many headers');
  }
  const start = startLineOf(lines[0] ?? '');
  if (start === undefined) return malformed('the first line is neither a request nor a status');
  const head = { ...start, headers, body: Buffer.alloc(0) } as SipMessage;
  const fault = start.kind === 'request' && !start.isExact ? wrongStart : faultOf(head);
  if (fault !== undefined) return malformed(fault.detail, head, fault.status);
  const stated = headerOf(head, 'content-length');
  const length = stated === undefined ? bytes.length - bodyStart : Number(stated);
  if (length > bytes.length - bodyStart) return malformed('the body is shorter than its Content-Length', head);
  const body = Buffer.from(bytes.subarray(bodyStart, bodyStart + length));
  return { ok: true, message: { ...head, body }, bytes: bodyStart + length };
}

/** Joins continuation lines, which begin with white space. */
function unfold(head: string): readonly string[] {
  const lines: string[] = [];
  for (const line of head.replace(/^(\r\n)+/, '').split('\r\n')) {
    if (/^[ \t]/.test(line) && lines.length > 1) lines[lines.length - 1] += ` ${line.trim()}`;
    else lines.push(line);
  }
  return lines;
}

function headerFrom(line: string): SipHeader | undefined {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).trim().toLowerCase();
  if (colon < 1 || !/^[a-z0-9\-.!%*_+`'~]+$/.test(name)) return undefined;
  return { name: longNames[name] ?? name, value: line.slice(colon + 1).trim() };
}

function startLineOf(line: string) {
  const status = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/i.exec(line);
  if (status !== null) return { kind: 'response', status: Number(status[1]), reason: status[2] ?? '' } as const;
  const request = /^([A-Za-z0-9\-.!%*_+`'~]{1,64})[ \t]+(\S.*)[ \t](SIP\/\d+\.\d+)[ \t]*$/i.exec(line);
  if (request === null) return undefined;
  const [, method = '', uri = '', version = ''] = request;
  const isExact = line === `${method} ${uri} ${version}` && /^[^\s<>"]+$/.test(uri);
  return { kind: 'request', method, uri, version: version.toUpperCase(), isExact } as const;
}

const wrongStart = { detail: 'the first line has white space or brackets in the wrong place', status: 400 };

/** Returns what makes the headers unusable, with the status of the answer. */
function faultOf(message: SipMessage): { readonly detail: string; readonly status: number } | undefined {
  const bad = (detail: string, status = 400) => ({ detail, status });
  for (const name of singleHeaders)
    if (message.headers.filter((header) => header.name === name).length > 1) return bad(`${name} occurs twice`);
  const via = headerOf(message, 'via');
  if (via === undefined || parseVia(via) === undefined) return bad('Via is missing or malformed');
  if (/[;,]\s*(?=[;,]|$)/.test(via)) return bad('Via has an empty part');
  for (const name of ['from', 'to'] as const)
    if (parseNameAddress(headerOf(message, name) ?? '') === undefined) return bad(`${name} is missing or malformed`);
  if (!/^\S+$/.test(headerOf(message, 'call-id') ?? '')) return bad('Call-ID is missing or malformed');
  const cseq = cseqOf(message);
  if (cseq === undefined) return bad('CSeq is missing or malformed');
  const length = headerOf(message, 'content-length');
  if (length !== undefined && !/^\d{1,6}$/.test(length)) return bad('Content-Length is malformed');
  if (message.kind === 'response') return undefined;
  if (cseq.method !== message.method) return bad('CSeq names another method');
  const hops = headerOf(message, 'max-forwards') ?? '70';
  if (!/^\d{1,6}$/.test(hops) || Number(hops) > maxForwards) return bad('Max-Forwards is malformed');
  if ((message as { version?: string }).version !== 'SIP/2.0') return bad('the version is not SIP/2.0', 505);
  return undefined;
}
