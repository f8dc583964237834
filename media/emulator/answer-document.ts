import sax from 'sax';
import type { WireFormat, WireRateHz } from '../line/audio.ts';
import { type Fields, fieldsOf, textOf } from './fields.ts';

/** What an answer address told the provider to do. Every possible response of a server is a value, not an error. */
export type Answer =
  | {
      readonly kind: 'stream';
      readonly url: string;
      readonly format?: WireFormat;
      readonly custom: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'hang_up'; readonly reason: string }
  /** The provider would play its own "not available" announcement and hang up. */
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** An address outside this machine, which requires explicit permission. */
  | { readonly kind: 'not_local'; readonly detail: string };

/** Reads telephony_a: an XML `Response` with `Stream`, `Hangup` or neither (which also hangs up). */
export function readAnswerXml(xml: string): Answer {
  const read = rootOf(xml);
  if ('kind' in read) return read;
  const { elements } = read;
  const stream = elements.find(({ name }) => name === 'Stream');
  if (stream !== undefined) return readStream(stream);
  const hangup = elements.find(({ name }) => name === 'Hangup');
  if (hangup === undefined) return { kind: 'hang_up', reason: 'nothing to do' };
  return { kind: 'hang_up', reason: hangup.attributes.reason ?? '' };
}

function rootOf(xml: string): { readonly elements: readonly XmlElement[] } | Answer {
  try {
    const { root, elements } = elementsOf(xml);
    return root === 'Response' ? { elements } : { kind: 'unreadable', detail: 'no Response element' };
  } catch (error) {
    return { kind: 'unreadable', detail: `not XML: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** An element below the root, with all its text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Returns the root's name and its elements. Throws a description of what is wrong with the XML. */
export function elementsOf(xml: string): { root: string; elements: XmlElement[] } {
  const parser = sax.parser(true);
  const elements: XmlElement[] = [];
  /** Open elements below the root, outermost first. */
  const opened: XmlElement[] = [];
  let root = '';
  let depth = 0;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    if (depth === 0) root = name;
    else {
      const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
      (opened.at(-1)?.children ?? elements).push(element);
      opened.push(element);
    }
    depth += 1;
  };
  parser.onclosetag = () => {
    depth -= 1;
    opened.pop();
  };
  const within = (text: string): void => {
    for (const element of opened) element.text += text;
  };
  parser.ontext = within;
  parser.oncdata = within;
  parser.write(xml).close();
  return { root, elements };
}

export function readStream(stream: XmlElement): Answer {
  if (stream.attributes.bidirectional !== 'true') {
    return { kind: 'unreadable', detail: 'Stream is not bidirectional: the caller would hear nothing' };
  }
  const { contentType } = stream.attributes;
  const format = contentType === undefined ? undefined : formatOf(contentType);
  if (contentType !== undefined && format === undefined) {
    return { kind: 'unreadable', detail: `Stream has the contentType ${contentType}` };
  }
  const custom = extraHeadersOf(stream.attributes.extraHeaders ?? '');
  return streamAt(stream.text.trim(), format, custom);
}

/** Reads the `Stream` of twilio: mu-law only, its address and its parameters as elements. */
export function readTwilioStream({ attributes, children }: XmlElement): Answer {
  const custom = children.map(({ attributes: { name = '', value = '' } }) => [name, value]);
  const { url = '' } = attributes;
  // The provider rejects an address with a query.
  if (url.includes('?')) return { kind: 'unreadable', detail: `an address with a query: ${url.slice(0, 100)}` };
  return streamAt(url, { encoding: 'mulaw', rateHz: 8000 }, Object.fromEntries(custom));
}

/** Reads twilio: `Connect` with `Stream`, or a `Reject` or `Hangup`. */
export function readTwiml(xml: string): Answer {
  const read = rootOf(xml);
  if ('kind' in read) return read;
  const [first] = read.elements;
  const stream = first?.name === 'Connect' ? first.children.find(({ name }) => name === 'Stream') : undefined;
  if (stream !== undefined) return readTwilioStream(stream);
  return { kind: 'hang_up', reason: first?.attributes.reason ?? (first === undefined ? 'nothing to do' : '') };
}

/** Reads telephony_b: JSON with `url`; the rate is in its query. */
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

/** Reads vonage: an array of actions, whose first connects a WebSocket, or speaks and ends the call. */
export function readNcco(text: string): Answer {
  let actions: unknown;
  try {
    actions = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', detail: `not JSON: ${text.slice(0, 100)}` };
  }
  const [action] = Array.isArray(actions) ? actions.map(fieldsOf) : [];
  if (action?.action === 'talk') return { kind: 'hang_up', reason: textOf(action.text) ?? '' };
  const [endpoint] = Array.isArray(action?.endpoint) ? action.endpoint.map(fieldsOf) : [];
  const rate = /^audio\/l16;rate=(8000|16000|24000)$/.exec(textOf(endpoint?.['content-type']) ?? '')?.[1];
  if (action?.action !== 'connect' || endpoint?.type !== 'websocket' || rate === undefined)
    return { kind: 'unreadable', detail: `no WebSocket to connect in ${text.slice(0, 100)}` };
  const custom = Object.entries(fieldsOf(endpoint.headers) ?? {}).map(([name, value]) => [name, String(value)]);
  const format: WireFormat = { encoding: 'l16', rateHz: Number(rate) as WireRateHz };
  return streamAt(textOf(endpoint.uri) ?? '', format, Object.fromEntries(custom));
}

/** Reads telnyx: the command that answers the call with a stream, or one that rejects it. */
export function readTelnyxCommand(text: string): Answer {
  const fields = jsonOf(text);
  if (fields?.command === 'reject') return { kind: 'hang_up', reason: textOf(fields.cause) ?? '' };
  const url = textOf(fields?.stream_url);
  if (url === undefined) return { kind: 'unreadable', detail: `no stream_url in ${text.slice(0, 100)}` };
  return streamAt(url, { encoding: 'mulaw', rateHz: 8000 }, {});
}

/**
 * Reads asterisk: a ticket and the address that Asterisk opens with it, or the cause with which it hangs up. The UUID for
 * AudioSocket, if there is one, is a custom value.
 */
export function readAsteriskTicket(text: string): Answer {
  const fields = jsonOf(text);
  const [ticket, url, uuid] = [textOf(fields?.ticket), textOf(fields?.url), textOf(fields?.uuid)];
  if (typeof fields?.cause === 'number') return { kind: 'hang_up', reason: String(fields.cause) };
  if (!ticket || url?.endsWith(`?ticket=${ticket}`) !== true)
    return { kind: 'unreadable', detail: `no ticket and its url in ${text.slice(0, 100)}` };
  return streamAt(url, { encoding: 'mulaw', rateHz: 8000 }, uuid === undefined ? {} : { uuid });
}

/**
 * Reads the browser's test call: `{ws_url, token}`. The token is added to the address unless it already contains it.
 */
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

/** Maximum length of an address that the provider accepts. */
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
