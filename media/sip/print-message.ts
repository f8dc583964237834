import type { SipHeader, SipMessage, SipRequest, SipResponse } from './message.ts';

const properNames: Readonly<Record<string, string>> = {
  'call-id': 'Call-ID',
  cseq: 'CSeq',
  'www-authenticate': 'WWW-Authenticate',
  'min-se': 'Min-SE',
  rack: 'RAck',
  rseq: 'RSeq',
};

const properName = (name: string): string =>
  properNames[name] ??
  name.replaceAll(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase());

/** Removes line breaks, so that no value can add a header. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n\0]+/g, ' ');

/** Returns the bytes of a message; Content-Length is computed. */
export function printMessage(message: SipMessage): Buffer {
  const start =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`;
  const lines = [oneLine(start)];
  for (const { name, value } of message.headers)
    if (name !== 'content-length') lines.push(`${properName(name)}: ${oneLine(value)}`);
  lines.push(`Content-Length: ${message.body.length}`, '', '');
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'utf8'), message.body]);
}

export interface MessageBody {
  readonly type: string;
  readonly content: string;
}

const noBody = Buffer.alloc(0);

const contentOf = (body: MessageBody | undefined): { readonly headers: readonly SipHeader[]; readonly body: Buffer } =>
  body === undefined
    ? { headers: [], body: noBody }
    : { headers: [{ name: 'content-type', value: body.type }], body: Buffer.from(body.content, 'utf8') };

export function requestOf(method: string, uri: string, headers: readonly SipHeader[], body?: MessageBody): SipRequest {
  const content = contentOf(body);
  return { kind: 'request', method, uri, headers: [...headers, ...content.headers], body: content.body };
}

export interface ResponseOptions {
  readonly status: number;
  readonly reason?: string;
  /** Tag of our end of the dialog. Not added to 100, nor to a request that has one. */
  readonly toTag?: string;
  readonly headers?: readonly SipHeader[];
  readonly body?: MessageBody;
}

/** Reason phrases of RFC 3261 and its extensions. */
const reasonPhrases: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  183: 'Session Progress',
  200: 'OK',
  202: 'Accepted',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  415: 'Unsupported Media Type',
  416: 'Unsupported URI Scheme',
  420: 'Bad Extension',
  422: 'Session Interval Too Small',
  423: 'Interval Too Brief',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  483: 'Too Many Hops',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  489: 'Bad Event',
  491: 'Request Pending',
  500: 'Server Internal Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'Version Not Supported',
  603: 'Decline',
};

export const phraseOf = (status: number): string => reasonPhrases[status] ?? 'Unknown';

/** Creates the response to a request, with the headers that every response repeats. */
export function responseTo(request: SipRequest, options: ResponseOptions): SipResponse {
  const { status, toTag, headers = [] } = options;
  const content = contentOf(options.body);
  const repeated = request.headers
    .filter(({ name }) => ['via', 'from', 'to', 'call-id', 'cseq'].includes(name))
    .map((header) => {
      const needsTag =
        header.name === 'to' && status > 100 && toTag !== undefined && !/;\s*tag\s*=/i.test(header.value);
      return needsTag ? { name: 'to', value: `${header.value};tag=${toTag}` } : header;
    });
  return {
    kind: 'response',
    status,
    reason: options.reason ?? phraseOf(status),
    headers: [...repeated, ...headers, ...content.headers],
    body: content.body,
  };
}
