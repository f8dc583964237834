/** Text of SIP messages for tests, with the headers that every request needs. */
export function requestText(
  method: string,
  {
    uri = 'sip:100@192.0.2.1',
    headers = [],
    body = '',
  }: { uri?: string; headers?: readonly string[]; body?: string } = {},
): string {
  const usual = [
    'Via: SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bKabc1;rport',
    'Max-Forwards: 70',
    'From: "Desk" <sip:p1@192.0.2.1>;tag=f1',
    `To: <${uri}>`,
    'Call-ID: c1@192.0.2.9',
    `CSeq: 7 ${method}`,
  ];
  const nameOf = (header: string): string => header.split(':')[0]?.trim().toLowerCase() ?? '';
  const kept = usual.filter((header) => !headers.some((other) => nameOf(other) === nameOf(header)));
  const length = headers.some((header) => nameOf(header) === 'content-length')
    ? []
    : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${uri} SIP/2.0`, ...kept, ...headers, ...length, '', body].join('\r\n');
}

export const offerText = (options: { address?: string; port?: number; lines?: readonly string[] } = {}): string => {
  const { address = '127.0.0.1', port = 4000, lines = ['a=sendrecv'] } = options;
  return [
    'v=0',
    `o=phone 1 1 IN IP4 ${address}`,
    's=call',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 8 0 101`,
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-15',
    ...lines,
    '',
  ].join('\r\n');
};
