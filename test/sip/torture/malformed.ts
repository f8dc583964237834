import { messageBytes, sessionBody, type TortureVector } from './vector.ts';

const sdp = 'Content-Type: application/sdp';

const refused = (name: string, section: string, bytes: Buffer, status: number | 'silent' = 400): TortureVector => ({
  name,
  section,
  bytes,
  parsed: status,
  answered: status === 'silent' ? undefined : status,
});

/** A fault that the RFC lets an element overlook. */
const overlooked = (name: string, section: string, bytes: Buffer, answered: number): TortureVector => ({
  name,
  section,
  bytes,
  parsed: 'well-formed',
  answered,
});

const invite = (headers: readonly string[], uri = 'sip:user@example.org'): Buffer =>
  messageBytes({ start: `INVITE ${uri} SIP/2.0`, headers: [sdp, ...headers], body: sessionBody });

/** RFC 4475, 3.1.2: malformed messages. */
export const malformed: readonly TortureVector[] = [
  refused(
    'badinv01',
    '3.1.2.1',
    invite(['Via: SIP/2.0/UDP 192.0.2.15;;,;,,', 'Contact: "Joe" <sip:joe@example.org>;;;;']),
  ),
  refused('clerr', '3.1.2.2', invite(['Content-Length: 9999'])),
  refused('ncl', '3.1.2.3', invite(['Content-Length: -999'])),
  refused(
    'scalar02',
    '3.1.2.4',
    messageBytes({
      start: 'REGISTER sip:example.org SIP/2.0',
      headers: [
        'CSeq: 36893488147419103232 REGISTER',
        'Max-Forwards: 300',
        'Expires: 10000000000000000000000000000000000000000000',
        'Contact: <sip:user@host129.example.org>;expires=280297596632815',
      ],
    }),
  ),
  refused(
    'scalarlg',
    '3.1.2.5',
    messageBytes({ start: 'SIP/2.0 503 Service Unavailable', headers: ['CSeq: 9292394834772304023312 OPTIONS'] }),
    'silent',
  ),
  refused('quotbal', '3.1.2.6', invite(['To: "Mr. J. User <sip:j.user@example.org>'])),
  refused('ltgtruri', '3.1.2.7', invite([], '<sip:user@example.org>')),
  refused('lwsruri', '3.1.2.8', invite([], 'sip:user@example.org; lr')),
  refused(
    'lwsstart',
    '3.1.2.9',
    messageBytes({ start: 'INVITE  sip:user@example.org  SIP/2.0', headers: [sdp], body: sessionBody }),
  ),
  refused('trws', '3.1.2.10', messageBytes({ start: 'OPTIONS sip:remote@example.org SIP/2.0  ' })),
  overlooked('escruri', '3.1.2.11', invite([], 'sip:user@example.org?Route=%3Csip:example.org%3E'), 401),
  overlooked('baddate', '3.1.2.12', invite(['Date: Fri, 01 Jan 2010 16:00:00 EST']), 401),
  overlooked(
    'regbadct',
    '3.1.2.13',
    messageBytes({
      start: 'REGISTER sip:example.org SIP/2.0',
      headers: ['Contact: sip:user@example.org?Route=%3Csip:sip.example.org%3E'],
    }),
    401,
  ),
  overlooked(
    'badaspec',
    '3.1.2.14',
    messageBytes({
      start: 'OPTIONS sip:user@example.org SIP/2.0',
      headers: ['To: "Watson, Thomas" < sip:t.watson@example.org >'],
    }),
    200,
  ),
  overlooked(
    'baddn',
    '3.1.2.15',
    messageBytes({
      start: 'OPTIONS sip:t.watson@example.org SIP/2.0',
      headers: ['From: Bell, Alexander <sip:a.g.bell@example.org>;tag=43'],
    }),
    200,
  ),
  refused('badvers', '3.1.2.16', messageBytes({ start: 'OPTIONS sip:t.watson@example.org SIP/7.0' }), 505),
  refused(
    'mismatch01',
    '3.1.2.17',
    messageBytes({ start: 'OPTIONS sip:user@example.org SIP/2.0', headers: ['CSeq: 8 INVITE'] }),
  ),
  refused(
    'mismatch02',
    '3.1.2.18',
    messageBytes({ start: 'NEWMETHOD sip:user@example.org SIP/2.0', headers: ['CSeq: 8 INVITE'] }),
  ),
  refused(
    'bigcode',
    '3.1.2.19',
    messageBytes({ start: 'SIP/2.0 4294967301 better not break the receiver', headers: ['CSeq: 353494 INVITE'] }),
    'silent',
  ),
];
