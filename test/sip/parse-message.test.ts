import { describe, expect, test } from 'vitest';
import { createMessageFramer } from '../../media/sip/frame-messages.ts';
import { callIdOf, cseqOf, elementsOf, headerOf, tagOf } from '../../media/sip/message.ts';
import { parseMessage } from '../../media/sip/parse-message.ts';
import { printMessage } from '../../media/sip/print-message.ts';
import { requestText } from './message-text.ts';

const parse = (text: string) => parseMessage(Buffer.from(text));

function parsed(text: string) {
  const result = parse(text);
  if (!result.ok) throw new Error(result.detail);
  return result.message;
}

describe('parseMessage', () => {
  test('reads a request with its headers and body', () => {
    const message = parsed(requestText('INVITE', { headers: ['Contact: <sip:p1@192.0.2.9>'], body: 'v=0' }));
    expect(message).toMatchObject({ kind: 'request', method: 'INVITE', uri: 'sip:100@192.0.2.1' });
    expect(message.body.toString()).toBe('v=0');
    expect([callIdOf(message), cseqOf(message), tagOf(message, 'from'), tagOf(message, 'to')]).toEqual([
      'c1@192.0.2.9',
      { number: 7, method: 'INVITE' },
      'f1',
      undefined,
    ]);
  });

  test('reads a response', () => {
    const text = requestText('INVITE').replace(/^.*/, 'SIP/2.0 486 Busy Here');
    expect(parsed(text)).toMatchObject({ kind: 'response', status: 486, reason: 'Busy Here' });
  });

  test('reads folded lines, short names, odd white space and a lower-case name', () => {
    const text = requestText('OPTIONS', {
      headers: ['v :  SIP / 2.0 / UDP  192.0.2.9 : 5060 ;branch=z9hG4bKx', 'i: c2', 'cseq:   0009', '  OPTIONS', 's:'],
    })
      .split('\r\n')
      .filter((line) => !/^(Via|Call-ID|CSeq)/.test(line))
      .join('\r\n');
    const message = parsed(text);
    expect([callIdOf(message), cseqOf(message), headerOf(message, 'subject')]).toEqual([
      'c2',
      { number: 9, method: 'OPTIONS' },
      '',
    ]);
  });

  test('splits lists outside of quotes and brackets', () => {
    const message = parsed(
      requestText('INVITE', { headers: ['Contact: "a, b" <sip:a@h;x=1,2>, <sip:c@h>', 'Contact: sip:d@h'] }),
    );
    expect(elementsOf(message, 'contact')).toEqual(['"a, b" <sip:a@h;x=1,2>', '<sip:c@h>', 'sip:d@h']);
  });

  test('ignores bytes behind the stated length', () => {
    const text = requestText('MESSAGE', { headers: ['Content-Length: 3'], body: 'abcdef' });
    expect(parsed(text).body.toString()).toBe('abc');
  });

  test.each([
    ['no end of the headers', 'INVITE sip:a@b SIP/2.0\r\nVia: x'],
    ['a first line that is neither', requestText('INVITE').replace('INVITE sip:100@192.0.2.1 SIP/2.0', 'hello')],
    ['a request line with brackets and spaces', requestText('INVITE', { uri: 'sip:a b@c' })],
    ['a status below 100', requestText('INVITE').replace(/^.*/, 'SIP/2.0 99 What')],
    ['a body that is shorter than its length', requestText('INVITE', { headers: ['Content-Length: 900'] })],
    ['a negative length', requestText('INVITE', { headers: ['Content-Length: -1'] })],
    ['two From headers', requestText('INVITE', { headers: ['f: <sip:x@y>;tag=2', 'From: <sip:x@y>;tag=1'] })],
    ['a number that is too large', requestText('INVITE', { headers: ['CSeq: 4294967297 INVITE'] })],
    ['another method in CSeq', requestText('INVITE', { headers: ['CSeq: 1 BYE'] })],
    ['a To header that is no address', requestText('INVITE', { headers: ['To: "open <sip:a@b>'] })],
    ['a Via header without a host', requestText('INVITE', { headers: ['Via: SIP/2.0/UDP'] })],
    ['no Call-ID', requestText('INVITE', { headers: ['Call-ID:'] })],
    ['a header without a name', requestText('INVITE', { headers: [': nothing'] })],
    ['too many headers', requestText('INVITE', { headers: Array.from({ length: 300 }, (_, at) => `X-${at}: 1`) })],
  ])('rejects %s', (_, text) => {
    expect(parse(text)).toMatchObject({ ok: false, detail: expect.any(String) });
  });

  test('names another version with the status 505', () => {
    expect(parse(requestText('INVITE').replace('SIP/2.0\r\n', 'SIP/7.0\r\n'))).toMatchObject({
      ok: false,
      status: 505,
    });
  });

  test('survives any cut and any changed byte', () => {
    const bytes = Buffer.from(requestText('INVITE', { headers: ['Contact: "x" <sip:a@b;c=d>'], body: 'v=0' }));
    for (let at = 0; at < bytes.length; at++) {
      parseMessage(bytes.subarray(0, at));
      for (const value of [0, 10, 34, 58, 60, 255]) {
        const changed = Buffer.from(bytes);
        changed[at] = value;
        parseMessage(changed);
      }
    }
  });
});

test('printMessage writes no line break of a value', () => {
  const message = parsed(requestText('INVITE'));
  const headers = [...message.headers, { name: 'subject', value: 'a\r\nInjected: b' }];
  expect(printMessage({ ...message, headers }).toString()).not.toMatch(/^Injected/m);
});

describe('createMessageFramer', () => {
  const first = requestText('OPTIONS', { body: 'ab' });
  const second = requestText('BYE');

  test('cuts messages wherever the bytes are divided', () => {
    const bytes = Buffer.from(first + second);
    for (let at = 1; at < bytes.length; at += 7) {
      const framer = createMessageFramer();
      const messages = [...framer.push(bytes.subarray(0, at)), ...framer.push(bytes.subarray(at))];
      expect(messages.map(String)).toEqual([first, second]);
    }
  });

  test('answers pings and refuses a stream without lengths', () => {
    const framer = createMessageFramer();
    expect(framer.push(Buffer.from('\r\n\r\n'))).toEqual([]);
    expect(framer.takePings()).toBe(1);
    expect(framer.push(Buffer.from(second + first.replace(/Content-Length.*\r\n/, ''))).map(String)).toEqual([second]);
    expect(framer.isBroken).toBe(true);
    expect(framer.push(Buffer.from(second))).toEqual([]);
  });

  test('refuses headers without an end', () => {
    const framer = createMessageFramer();
    expect(framer.push(Buffer.alloc(70_000, 'a'))).toEqual([]);
    expect(framer.isBroken).toBe(true);
  });
});
