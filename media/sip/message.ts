/** SIP messages (RFC 3261) as data. Header names are lower case and in their long form. */

export interface SipHeader {
  readonly name: string;
  readonly value: string;
}

interface Common {
  readonly headers: readonly SipHeader[];
  readonly body: Buffer;
}

export interface SipRequest extends Common {
  readonly kind: 'request';
  /** Methods are case-sensitive. */
  readonly method: string;
  readonly uri: string;
}

export interface SipResponse extends Common {
  readonly kind: 'response';
  /** 100 to 699. */
  readonly status: number;
  readonly reason: string;
}

export type SipMessage = SipRequest | SipResponse;

/** Returns the first value of a header, or undefined. */
export const headerOf = ({ headers }: Common, name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value;

/** Returns all elements of a header whose value is a comma-separated list, in order. */
export const elementsOf = ({ headers }: Common, name: string): readonly string[] =>
  headers.filter((header) => header.name === name).flatMap(({ value }) => splitList(value));

/** Splits at commas outside of quotes and angle brackets; drops empty elements. */
export function splitList(value: string): readonly string[] {
  const elements: string[] = [];
  let isQuoted = false;
  let isBracketed = false;
  let start = 0;
  for (let at = 0; at < value.length; at++) {
    const character = value[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '<') isBracketed = true;
    else if (character === '>') isBracketed = false;
    else if (character === ',' && !isBracketed) {
      elements.push(value.slice(start, at).trim());
      start = at + 1;
    }
  }
  elements.push(value.slice(start).trim());
  return elements.filter((element) => element !== '');
}

export interface CSeq {
  readonly number: number;
  readonly method: string;
}

/** Returns undefined if the header is missing or malformed. */
export function cseqOf(message: SipMessage): CSeq | undefined {
  const match = /^(\d{1,10})\s+(\S+)$/.exec(headerOf(message, 'cseq') ?? '');
  const number = Number(match?.[1]);
  return match?.[2] === undefined || number >= 2 ** 31 ? undefined : { number, method: match[2] };
}

/** Returns the text after `name=` in a header's parameters, without quotes. */
export function tagOf(message: SipMessage, header: 'from' | 'to'): string | undefined {
  const value = headerOf(message, header) ?? '';
  const parameters = value.slice(value.lastIndexOf('>') + 1);
  return /;\s*tag\s*=\s*([^;\s]+)/i.exec(parameters)?.[1];
}

export const callIdOf = (message: SipMessage): string => headerOf(message, 'call-id') ?? '';
