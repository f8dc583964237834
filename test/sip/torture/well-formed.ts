import { messageBytes, sessionBody, type TortureVector } from './vector.ts';

const sdp = 'Content-Type: application/sdp';
const long = (text: string): string => text.repeat(40);

/** RFC 4475, 3.1.1: unusual messages that are well-formed. */
export const wellFormed: readonly TortureVector[] = [
  {
    name: 'wsinv',
    section: '3.1.1.1',
    parsed: 'well-formed',
    // It belongs to no call here, although its To has a tag.
    answered: 481,
    bytes: Buffer.from(
      [
        'INVITE sip:callee@gate.example.org;unknownparam SIP/2.0',
        'TO :',
        ' sip:callee@gate.example.org ;   tag    = 19a',
        'from   : "J Quoted \\\\\\""       <sip:caller@example.org>',
        '  ;',
        '  tag = 98a',
        'MaX-fOrWaRdS: 0068',
        'Call-ID: wsinv.1@192.0.2.1',
        `Content-Length   : ${sessionBody.length}`,
        'cseq: 0009',
        '  INVITE',
        'Via  : SIP  /   2.0',
        ' /UDP',
        '    192.0.2.2;branch=390skd',
        's :',
        'NewFangledHeader:   newfangled value',
        ' continued newfangled value',
        'UnknownHeaderWithUnusualValue: ;;,,;;,;',
        'Content-Type: application/sdp',
        'Route:',
        ' <sip:services.example.org;lr;unknownwith=value;unknown-no-value>',
        'v:  SIP  / 2.0  / TCP     192.0.2.5   ;',
        '  branch  =   z9hG4bK9ik ; received = 192.0.2.5',
        'm:"Quoted string \\"\\"" <sip:caller@example.org> ; newparam =',
        '      newvalue ;',
        '  secondparam ; q = 0.33',
        '',
        sessionBody,
      ].join('\r\n'),
    ),
  },
  {
    name: 'intmeth',
    section: '3.1.1.2',
    parsed: 'well-formed',
    answered: 405,
    bytes: messageBytes({
      start:
        "!odd-Method0123456789_*+`.%indeed'~ sip:1_odd.URI~(to-be!sure)&isn't+it$/huh?,/;;*:&it+has=1@example.org SIP/2.0",
      headers: [
        "Via: SIP/2.0/TCP host1.example.org;branch=z9hG4bK-.!%66*_+`'~",
        'To: "BEL:\\\u0007 NUL:\\\u0000 DEL:\\\u007f" <sip:1_odd.URI~(to-be!sure)@example.org>',
        "From: token1~` token2'+_ <sip:plain@example.org>;fromParam''~+*_!.-%=\"работающий\";tag=_token~1'+`*%!-.",
        'Call-ID: intmeth.word%ZK-!.*_+\'@word`~)(><:\\/"][?}{',
        "CSeq: 139122385 !odd-Method0123456789_*+`.%indeed'~",
        "extensionHeader-!.%*+_`'~: \u{fffd}大停電",
      ],
    }),
  },
  {
    name: 'esc01',
    section: '3.1.1.3',
    parsed: 'well-formed',
    answered: 401,
    bytes: messageBytes({
      start: 'INVITE sip:sips%3Auser%40example.org@example.net SIP/2.0',
      headers: ['To: sip:%75se%72@example.org', sdp, 'Contact: <sip:cal%6Cer@host5.example.net;%6C%72;n%61me=v%61lue>'],
      body: sessionBody,
    }),
  },
  {
    name: 'escnull',
    section: '3.1.1.4',
    parsed: 'well-formed',
    answered: 401,
    bytes: messageBytes({
      start: 'REGISTER sip:example.org SIP/2.0',
      headers: [
        'To: sip:null-%00-null@example.org',
        'From: sip:null-%00-null@example.org;tag=83',
        'L:0',
        'Contact: <sip:%00@host5.example.org>',
        'Contact: <sip:%00%00@host5.example.org>',
      ],
      without: ['content-length'],
    }),
  },
  {
    name: 'esc02',
    section: '3.1.1.5',
    parsed: 'well-formed',
    answered: 405,
    bytes: messageBytes({
      start: 'RE%47IST%45R sip:registrar.example.org SIP/2.0',
      headers: ['To: "%Z%45" <sip:resource@example.org>', 'Contact: <sip:alias1@host1.example.org>'],
    }),
  },
  {
    name: 'lwsdisp',
    section: '3.1.1.6',
    parsed: 'well-formed',
    answered: 200,
    bytes: messageBytes({
      start: 'OPTIONS sip:user@example.org SIP/2.0',
      headers: ['From: caller<sip:caller@example.org>;tag=323'],
    }),
  },
  {
    name: 'longreq',
    section: '3.1.1.7',
    parsed: 'well-formed',
    answered: 401,
    bytes: messageBytes({
      start: 'INVITE sip:user@example.org SIP/2.0',
      headers: [
        `To: "I have a user name of ${long('extreme ')}proportion" <sip:user@example.org:6000;unknownparam1=${long('value')};tag=${long('1234')}>`,
        `From: <sip:${long('amazingly')}user@example.net>;tag=${long('a1')};unknownheaderparam${long('name')}=${long('value')}`,
        `Call-ID: longreq.${long('really')}@host`,
        `Unknown-${long('Long')}-Name: ${long('unknown value ')}`,
        ...Array.from(
          { length: 33 },
          (_, at) => `Via: SIP/2.0/TCP sip${33 - at}.example.org;branch=z9hG4bK${long('br')}`,
        ),
        sdp,
        `Contact: <sip:${long('amazingly')}user@host5.example.net>`,
      ],
      body: sessionBody,
    }),
  },
  {
    name: 'dblreq',
    section: '3.1.1.8',
    parsed: 'well-formed',
    answered: 401,
    bytes: Buffer.concat([
      messageBytes({ start: 'REGISTER sip:example.org SIP/2.0', headers: ['Contact: sip:j.user@host.example.org'] }),
      messageBytes({ start: 'INVITE sip:joe@example.org SIP/2.0', headers: [sdp], body: sessionBody }),
    ]),
  },
  {
    name: 'semiuri',
    section: '3.1.1.9',
    parsed: 'well-formed',
    answered: 200,
    bytes: messageBytes({ start: 'OPTIONS sip:user;par=u%40example.net@example.org SIP/2.0' }),
  },
  {
    name: 'transports',
    section: '3.1.1.10',
    parsed: 'well-formed',
    answered: 200,
    bytes: messageBytes({
      start: 'OPTIONS sip:user@example.org SIP/2.0',
      headers: ['UDP', 'SCTP', 'TLS', 'UNKNOWN', 'TCP'].map(
        (transport, at) => `Via: SIP/2.0/${transport} t${at}.example.org;branch=z9hG4bKt${at}`,
      ),
    }),
  },
  {
    name: 'mpart01',
    section: '3.1.1.11',
    parsed: 'well-formed',
    answered: 405,
    bytes: messageBytes({
      start: 'MESSAGE sip:callee@example.org SIP/2.0',
      headers: ['Content-Type: multipart/mixed;boundary=7a9cbec02ceef655'],
      body: [
        '--7a9cbec02ceef655',
        'Content-Type: text/plain',
        '',
        'Hello',
        '--7a9cbec02ceef655',
        'Content-Type: application/octet-stream',
        '',
        '\u0001\u0002',
        '--7a9cbec02ceef655--',
        '',
      ].join('\r\n'),
    }),
  },
  {
    name: 'unreason',
    section: '3.1.1.12',
    parsed: 'well-formed',
    answered: undefined,
    bytes: messageBytes({ start: 'SIP/2.0 200 = 2**3 * 5**2 но сто девяносто девять', headers: ['CSeq: 35 INVITE'] }),
  },
  {
    name: 'noreason',
    section: '3.1.1.13',
    parsed: 'well-formed',
    answered: undefined,
    bytes: messageBytes({ start: 'SIP/2.0 100 ', headers: ['CSeq: 35 INVITE'] }),
  },
];
