import { messageBytes, sessionBody, type TortureVector } from './vector.ts';

const sdp = 'Content-Type: application/sdp';

/** A message of RFC 4475, 3.2 to 3.4, with the status for a stranger and for a peer whose identity is proven. */
export interface ApplicationVector extends TortureVector {
  readonly proven: number | undefined;
}

const vector = (
  name: string,
  section: string,
  bytes: Buffer,
  status: { readonly stranger: number | undefined; readonly proven?: number; readonly parsed?: number },
): ApplicationVector => ({
  name,
  section,
  bytes,
  parsed: status.parsed ?? 'well-formed',
  answered: status.stranger,
  proven: status.proven ?? status.stranger,
});

const invite = (headers: readonly string[], options: { uri?: string; without?: readonly string[] } = {}): Buffer =>
  messageBytes({
    start: `INVITE ${options.uri ?? 'sip:100@example.org'} SIP/2.0`,
    headers: [sdp, ...headers],
    without: options.without ?? [],
    body: sessionBody,
  });

const register = (headers: readonly string[], uri = 'sip:example.org'): Buffer =>
  messageBytes({ start: `REGISTER ${uri} SIP/2.0`, headers });

/** RFC 4475, 3.2 to 3.4: what the layers above the parser decide. */
export const application: readonly ApplicationVector[] = [
  vector(
    'badbranch',
    '3.2.1',
    messageBytes({
      start: 'OPTIONS sip:user@example.org SIP/2.0',
      headers: ['Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK'],
    }),
    { stranger: 200 },
  ),
  vector('insuf', '3.3.1', invite([], { without: ['from', 'to', 'call-id'] }), { stranger: 400, parsed: 400 }),
  vector('unkscm', '3.3.2', messageBytes({ start: 'OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0' }), {
    stranger: 416,
  }),
  vector('novelsc', '3.3.3', messageBytes({ start: 'OPTIONS soap.beep://192.0.2.103:3002 SIP/2.0' }), {
    stranger: 416,
  }),
  vector('unksm2', '3.3.4', register(['To: <isbn:2983792873>', 'From: <http://www.example.org>;tag=3']), {
    stranger: 401,
  }),
  vector(
    'bext01',
    '3.3.5',
    messageBytes({
      start: 'OPTIONS sip:user@example.org SIP/2.0',
      headers: ['Require: nothingSupportsThis, nothingSupportsThisEither', 'Proxy-Require: noProxiesSupportThis'],
    }),
    { stranger: 420 },
  ),
  vector(
    'invut',
    '3.3.6',
    messageBytes({
      start: 'INVITE sip:100@example.org SIP/2.0',
      headers: ['Content-Type: application/unknownformat'],
      body: '<audio>\r\n <pcmu port="443"/>\r\n</audio>\r\n',
    }),
    { stranger: 401, proven: 415 },
  ),
  vector('regaut01', '3.3.7', register(['Authorization: NoOneKnowsThisScheme opaque-data=here']), { stranger: 401 }),
  vector(
    'multi01',
    '3.3.8',
    invite([
      'CSeq: 5 INVITE',
      'CSeq: 59 INVITE',
      'To: sip:one@example.org',
      'To: sip:two@example.org',
      'Max-Forwards: 70',
      'Max-Forwards: 20',
    ]),
    { stranger: 400, parsed: 400 },
  ),
  vector(
    'mcl01',
    '3.3.9',
    messageBytes({
      start: 'OPTIONS sip:user@example.org SIP/2.0',
      headers: ['Content-Length: 13', 'Content-Length: 5'],
      body: 'There is no way',
    }),
    { stranger: 400, parsed: 400 },
  ),
  vector(
    'bcast',
    '3.3.10',
    messageBytes({
      start: 'SIP/2.0 200 OK',
      headers: ['Via: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1', 'CSeq: 94 INVITE'],
    }),
    { stranger: undefined },
  ),
  vector(
    'zeromf',
    '3.3.11',
    messageBytes({
      start: 'OPTIONS sip:user@example.org SIP/2.0',
      headers: ['Max-Forwards: 0'],
    }),
    { stranger: 200 },
  ),
  vector('cparam01', '3.3.12', register(['Contact: sip:+15555550100@gw1.example.net;unknownparam']), { stranger: 401 }),
  vector('cparam02', '3.3.13', register(['Contact: <sip:+15555550100@gw1.example.net;unknownparam>']), {
    stranger: 401,
  }),
  vector('regescrt', '3.3.14', register(['Contact: <sip:user@example.org?Route=%3Csip:sip.example.org%3E>']), {
    stranger: 401,
  }),
  vector('sdp01', '3.3.15', invite(['Accept: text/nobodyKnowsThis']), { stranger: 401, proven: 406 }),
  vector(
    'inv2543',
    '3.4.1',
    invite(['Via: SIP/2.0/UDP old.example.org', 'From: <sip:old@example.org>', 'To: <sip:100@example.org>'], {
      without: ['max-forwards'],
    }),
    { stranger: 401, proven: 100 },
  ),
];
