import { create } from 'xmlbuilder2';
import type { WireFormat, WireRateHz } from '../line/audio.ts';
import { type Fields, fieldsOf, textOf } from './message.ts';

/** What an answer address told the provider to do. Everything a server can answer is a value, not an error. */
export type Answer =
  | {
      readonly kind: 'stream';
      readonly url: string;
      readonly format?: WireFormat;
      readonly custom: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'hang_up'; readonly reason: string }
  /** The provider would play its own "not available" and hang up. */
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** An address outside this machine, which must be asked for. */
  | { readonly kind: 'not_local'; readonly detail: string };

/** telephony_a: an XML `Response` with `Stream`, `Hangup` or neither (which also hangs up). */
export function readAnswerXml(xml: string): Answer {
  let root: XmlElement;
  try {
    // Only the document's own nodes are unescaped: the library's object form escapes them again.
    root = create(xml).root().node as unknown as XmlElement;
  } catch (error) {
    return { kind: 'unreadable', detail: `not XML: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (root.nodeName !== 'Response') return { kind: 'unreadable', detail: 'no Response element' };
  const elements = [...root.childNodes].filter((node) => node.nodeType === 1);
  const stream = elements.find((element) => element.nodeName === 'Stream');
  if (stream !== undefined) return readStream(stream);
  const hangup = elements.find((element) => element.nodeName === 'Hangup');
  if (hangup === undefined) return { kind: 'hang_up', reason: 'nothing to do' };
  return { kind: 'hang_up', reason: hangup.getAttribute('reason') ?? '' };
}

/** As much of the DOM as an answer needs. */
interface XmlElement {
  readonly nodeName: string;
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<XmlElement>;
  getAttribute(name: string): string | null;
}

function readStream(stream: XmlElement): Answer {
  if (stream.getAttribute('bidirectional') !== 'true') {
    return { kind: 'unreadable', detail: 'Stream is not bidirectional: the caller would hear nothing' };
  }
  const contentType = stream.getAttribute('contentType');
  const format = contentType === null ? undefined : formatOf(contentType);
  if (contentType !== null && format === undefined) {
    return { kind: 'unreadable', detail: `Stream has the contentType ${contentType}` };
  }
  const custom = extraHeadersOf(stream.getAttribute('extraHeaders') ?? '');
  return streamAt(stream.textContent?.trim() ?? '', format, custom);
}

/** telephony_b: JSON with `url`; the rate is in its query. */
export function readAnswerJson(text: string): Answer {
  const fields = jsonOf(text);
  const url = textOf(fields?.url);
  if (url === undefined) return { kind: 'unreadable', detail: `no url in ${text.slice(0, 100)}` };
  const answer = streamAt(url, undefined, {});
  if (answer.kind !== 'stream') return answer;
  const query = new URL(url).searchParams;
  const rate = query.get('sample-rate') ?? query.get('sample_rate') ?? '8000';
  if (!['8000', '16000', '24000'].includes(rate)) return { kind: 'unreadable', detail: `a sample rate of ${rate}` };
  return { ...answer, format: { encoding: 'l16', rateHz: Number(rate) as WireRateHz } };
}

/** The browser's test call: `{ws_url, token}`; the token goes into the address unless it is there already. */
export function readBrowserJson(text: string): Answer {
  const fields = jsonOf(text);
  const url = textOf(fields?.ws_url);
  const token = textOf(fields?.token);
  if (url === undefined || token === undefined) {
    return { kind: 'unreadable', detail: `no ws_url and token in ${text.slice(0, 100)}` };
  }
  const answer = streamAt(url, undefined, {});
  if (answer.kind !== 'stream' || url.includes(token)) return answer;
  const withToken = new URL(url);
  withToken.searchParams.set('token', token);
  return { ...answer, url: withToken.href };
}

function jsonOf(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The provider takes addresses up to this length. */
const maxUrlLength = 2_048;

function streamAt(url: string, format: WireFormat | undefined, custom: Readonly<Record<string, string>>): Answer {
  if (url.length > maxUrlLength) return { kind: 'unreadable', detail: `an address of ${url.length} characters` };
  if (!URL.canParse(url) || !/^wss?:$/.test(new URL(url).protocol)) {
    return { kind: 'unreadable', detail: `not a WebSocket address: ${url.slice(0, 100)}` };
  }
  return { kind: 'stream', url, custom, ...(format === undefined ? {} : { format }) };
}

const contentTypes: Readonly<Record<string, WireFormat>> = {
  'audio/x-mulaw;rate=8000': { encoding: 'mulaw', rateHz: 8000 },
  'audio/x-l16;rate=8000': { encoding: 'l16', rateHz: 8000 },
  'audio/x-l16;rate=16000': { encoding: 'l16', rateHz: 16000 },
};

const formatOf = (contentType: string): WireFormat | undefined => contentTypes[contentType.replace(/\s/g, '')];

function extraHeadersOf(text: string): Record<string, string> {
  const pairs = text.split(/[;,]/).map((pair) => pair.split('=', 2).map((part) => part.trim()));
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair.length === 2 && pair[0] !== ''));
}
