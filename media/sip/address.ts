/** SIP URIs, name-addr values and Via headers. Parameter names are lower case. */

export type Parameters = ReadonlyMap<string, string>;

export interface SipUri {
  readonly scheme: string;
  /** Without escapes; empty if the URI has none. */
  readonly user: string;
  /** Without brackets for IPv6. */
  readonly host: string;
  readonly port: number | undefined;
  readonly parameters: Parameters;
}

export interface NameAddress {
  readonly displayName: string;
  /** The text of the URI. */
  readonly uri: string;
  readonly parameters: Parameters;
}

export interface Via {
  readonly transport: string;
  readonly host: string;
  readonly port: number | undefined;
  readonly branch: string;
  readonly parameters: Parameters;
}

const maxPort = 65_535;

/** Parses `;name=value` parts; a parameter without a value has an empty one. */
function parseParameters(text: string): Parameters {
  const parameters = new Map<string, string>();
  for (const part of splitOutsideQuotes(text, ';')) {
    const equals = part.indexOf('=');
    const name = (equals === -1 ? part : part.slice(0, equals)).trim().toLowerCase();
    if (name === '') continue;
    const value = equals === -1 ? '' : part.slice(equals + 1).trim();
    if (!parameters.has(name)) parameters.set(name, unquote(value));
  }
  return parameters;
}

function splitOutsideQuotes(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (isQuoted && text[at] === '\\') at += 1;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

export const unquote = (text: string): string =>
  text.startsWith('"') ? text.slice(1, text.endsWith('"') ? -1 : undefined).replaceAll(/\\(.)/g, '$1') : text;

/** Returns undefined if the text is not a `sip:` or `sips:` URI. */
export function parseSipUri(text: string): SipUri | undefined {
  const match = /^(sips?):(?:([^@]*)@)?(\[[0-9a-f:.]+\]|[^:;?[\]\s<>]+)(?::(\d{1,5}))?(;[^?]*)?(\?.*)?$/i.exec(text);
  if (match === null) return undefined;
  const [, scheme = '', userInfo = '', host = '', port, parameters = ''] = match;
  if (port !== undefined && (Number(port) > maxPort || Number(port) === 0)) return undefined;
  return {
    scheme: scheme.toLowerCase(),
    user: withoutEscapes(userInfo.split(':')[0] ?? ''),
    host: host.replace(/^\[|\]$/g, '').toLowerCase(),
    port: port === undefined ? undefined : Number(port),
    parameters: parseParameters(parameters),
  };
}

/** Returns the user part of a SIP URI, or the number of a `tel:` URI; empty if there is none. */
export const userOf = (uri: string): string => parseSipUri(uri)?.user ?? /^tel:([^;?]+)/i.exec(uri)?.[1] ?? '';

export function withoutEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses `"Name" <uri>;parameters` and its short form `uri;parameters`. Returns undefined for anything else. */
export function parseNameAddress(text: string): NameAddress | undefined {
  const bracketed = /^\s*("(?:\\[\s\S]|[^"\\])*"|[^<"]*?)\s*<\s*([^<>\s][^<>]*?)\s*>\s*((?:;[\s\S]*)?)$/.exec(text);
  if (bracketed !== null) {
    const [, name = '', uri = '', parameters = ''] = bracketed;
    return { displayName: unquote(name.trim()), uri, parameters: parseParameters(parameters) };
  }
  const short = /^\s*([a-z][a-z0-9+.-]*:[^\s;<>",?]+)\s*((?:;[\s\S]*)?)$/i.exec(text);
  if (short === null) return undefined;
  const [, uri = '', parameters = ''] = short;
  return { displayName: '', uri, parameters: parseParameters(parameters) };
}

/** Parses the first element of a Via header. Returns undefined if it is malformed. */
export function parseVia(text: string): Via | undefined {
  const match =
    /^\s*SIP\s*\/\s*2\.0\s*\/\s*([A-Za-z0-9-]+)\s+(\[[0-9a-f:.]+\]|[^\s:;,]+)\s*(?::\s*(\d{1,5}))?\s*((?:;[^,]*)?)(?:,[\s\S]*)?$/i.exec(
      text,
    );
  if (match === null) return undefined;
  const [, transport = '', host = '', port, rest = ''] = match;
  const parameters = parseParameters(rest);
  return {
    transport: transport.toUpperCase(),
    host: host.replace(/^\[|\]$/g, ''),
    port: port === undefined ? undefined : Number(port),
    branch: parameters.get('branch') ?? '',
    parameters,
  };
}

/** Formats `host:port` with brackets for IPv6. */
export const hostPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;
