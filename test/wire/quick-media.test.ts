import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DialectSession, WireEvent } from '../../media/line/wire.ts';
import { createAudioText } from '../../media/wire/dialects/audio-text.ts';
import { dialects } from '../../media/wire/dialects/index.ts';
import { createMediaReader } from '../../media/wire/dialects/read-media.ts';

/** What the quick way takes from a frame's bytes has to be what the parser takes from its text. */

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const starts = {
  telephony_a: (encoding: string) =>
    JSON.stringify({
      event: 'start',
      start: { callId: 'c', streamId: 's', mediaFormat: { encoding, sampleRate: 8000 } },
    }),
  telephony_b: (encoding: string) =>
    JSON.stringify({ event: 'start', start: { stream_sid: 's', media_format: { encoding, sample_rate: '8000' } } }),
  twilio: (encoding: string) =>
    JSON.stringify({ event: 'start', start: { streamSid: 's', mediaFormat: { encoding, sampleRate: 8000 } } }),
  telnyx: (encoding: string) =>
    JSON.stringify({ event: 'start', start: { media_format: { encoding, sample_rate: 8000 } }, stream_id: 's' }),
} as const;

const lines = [
  ['telephony_a', 'audio/x-mulaw'],
  ['telephony_a', 'audio/x-l16'],
  ['telephony_b', 'raw'],
  ['twilio', 'audio/x-mulaw'],
  ['telnyx', 'PCMU'],
] as const;

function opened(name: keyof typeof starts, encoding: string): DialectSession {
  const session = dialects[name].open();
  expect(session.parse(starts[name](encoding)).ok).toBe(true);
  return session;
}

const reads = { ts: createMediaReader('ts'), wasm: createMediaReader('wasm') };

/** Whether the quick way took a frame; throws where it disagrees with the parser, or one of its forms with the other. */
function compare(session: DialectSession, text: string): boolean {
  const bytes = new Uint8Array(Buffer.from(text));
  for (const encoding of ['mulaw', 'l16'] as const) {
    const format = { encoding, rateHz: 8000 } as const;
    expect(reads.wasm(bytes, format)).toEqual(reads.ts(bytes, format));
  }
  const quick = session.parseAudio?.(bytes);
  if (quick === undefined) return false;
  const slow = session.parse(Buffer.from(text).toString());
  expect({ ok: true, events: [plain(quick)] }).toEqual(slow.ok ? { ok: true, events: slow.events.map(plain) } : slow);
  return true;
}
const plain = (event: WireEvent): unknown =>
  event.type === 'audio' ? { ...event, payload: [...event.payload] } : event;

const usual = {
  telephony_a: (payload: string) =>
    `{"sequenceNumber":7,"event":"media","streamId":"s","media":{"track":"inbound","timestamp":"140","chunk":6,"payload":"${payload}"},"extra_headers":"{}"}`,
  telephony_b: (payload: string) =>
    `{"event": "media", "sequence_number": "7", "stream_sid": "s", "media": {"chunk": "6", "timestamp": "140", "payload": "${payload}"}}`,
  twilio: (payload: string) =>
    `{"event":"media","sequenceNumber":"7","media":{"track":"inbound","chunk":"6","timestamp":"140","payload":"${payload}"},"streamSid":"s"}`,
  telnyx: (payload: string) =>
    `{"event":"media","sequence_number":"7","media":{"track":"inbound","chunk":"6","timestamp":"140","payload":"${payload}"},"stream_id":"s"}`,
};

describe.each(lines)('the fast path for media messages of %s, %s', (name, encoding) => {
  it('reads the usual message with any audio', () => {
    const session = opened(name, encoding);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 700 }), (audio) => {
        const whole = /mulaw|PCMU/.test(encoding) ? audio : audio.subarray(0, audio.length & ~1);
        expect(compare(session, usual[name](base64(whole)))).toBe(whole.length > 0);
      }),
      { numRuns: 300 },
    );
  });

  it('returns audio that is valid until the next message', () => {
    const session = opened(name, encoding);
    const pieces = Array.from({ length: 60 }, (_, i) => new Uint8Array(320).fill(i));
    for (const piece of pieces) {
      const message = Buffer.from(usual[name](base64(piece)));
      const payload = session.parseAudio?.(message)?.payload;
      message.fill(0);
      expect(payload).toEqual(piece);
    }
  });

  it('reads nothing before start and after stop', () => {
    const session = dialects[name].open();
    const message = Buffer.from(usual[name]('AAAAAAAA'));
    expect(session.parseAudio?.(message)).toBeUndefined();
    session.parse(starts[name](encoding));
    expect(session.parseAudio?.(Buffer.from(usual[name]('AAAAAAAA')))).toBeDefined();
    session.parse('{"event":"stop"}');
    expect(session.parseAudio?.(message)).toBeUndefined();
  });

  it('agrees with the parser on messages built from its parts', () => {
    const session = opened(name, encoding);
    const space = fc.oneof(
      { arbitrary: fc.constantFrom('', ' ', '\n\t ', '\r'), weight: 99 },
      { arbitrary: fc.constant('\u00a0'), weight: 1 },
    );
    const mostly = (good: fc.Arbitrary<string>, odd: fc.Arbitrary<string>): fc.Arbitrary<string> =>
      fc.oneof({ arbitrary: good, weight: 9 }, { arbitrary: odd, weight: 1 });
    const key = mostly(
      fc.constantFrom('x', 'é', '', '__proto__', 'timestamp'),
      fc.constantFrom('event', 'media', 'payload', 'track', 'chunk', 'a\\u0062'),
    );
    const text = mostly(
      fc.constantFrom('AAAAAAAA', 'AAAAAAA='),
      fc.constantFrom(
        ...['media', 'inbound', 'outbound', 'AAA=', 'AA==', 'AB==', 'A===', '=AAA', '7', '007', ' 7', '7.0', ''],
        ...['é', '\\"', '\\u0041AAA', 'AA\nAA', 'AA-_', '9'.repeat(20)],
      ),
    );
    const plainValue = mostly(
      fc.constantFrom('0', '7', '"7"', '-7', 'null', 'true', 'false', '"é"', '9'.repeat(15)),
      fc.oneof(
        text.map((value) => `"${value}"`),
        fc.constantFrom('-0', '07', '1.5', '1e3', '9'.repeat(17), 'nul', '[]', '{}', '[1]', '"', ''),
      ),
    );
    const object = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
      fc
        .tuple(
          fc.array(fc.tuple(space, key, space, space, value, space), { maxLength: 6 }),
          mostly(fc.constant(','), fc.constantFrom(';', '')),
          mostly(fc.constant('}'), fc.constantFrom('', ']', '}}')),
        )
        .map(([members, comma, end]) => {
          const printed = members.map(([a, name_, b, c, item, d]) => `${a}"${name_}"${b}:${c}${item}${d}`);
          return `{${printed.join(comma)}${end}`;
        });
    const details = fc.tuple(text, plainValue, object(plainValue)).map(([payload, chunk, other]) => {
      const rest = /^\{\s*".*\}$/s.test(other) ? `,${other.slice(1, -1)}` : '';
      return `{"track":"inbound","chunk":${chunk},"payload":"${payload}"${rest}}`;
    });
    const built = fc.tuple(object(fc.oneof(plainValue, details)), details, space, space).map(([other, media, a, b]) => {
      const rest = /^\{\s*"/.test(other) ? `,${other.slice(1)}` : '}';
      return `${a}{"event":"media","media":${media}${rest}${b}`;
    });
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(built, object(fc.oneof(plainValue, details))), (message) => {
        if (compare(session, message)) taken += 1;
      }),
      { numRuns: 5000 },
    );
    // About 70 on average, so that chance never gets below 20.
    expect(taken).toBeGreaterThan(20);
  });

  it('agrees with the parser on usual messages with changed bytes', () => {
    const session = opened(name, encoding);
    const message = Buffer.from(usual[name](base64(Uint8Array.from({ length: 8 }, (_, i) => i * 31))));
    const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...Buffer.from('"\\{}[],:= \n019-AeE.')));
    const change = fc.record({ at: fc.nat(message.length - 1), byte, how: fc.constantFrom('set', 'insert', 'cut') });
    let taken = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let bytes = [...message];
        for (const { at, byte: value, how } of changes) {
          const place = at % Math.max(1, bytes.length);
          bytes = [
            ...bytes.slice(0, place),
            ...(how === 'cut' ? [] : [value]),
            ...bytes.slice(how === 'insert' ? place : place + 1),
          ];
        }
        // What is no UTF-8 never comes: the drivers refuse it.
        if (compare(session, Buffer.from(bytes).toString())) taken += 1;
      }),
      { numRuns: 5000 },
    );
    // About 70 on average, so that chance never gets below 20.
    expect(taken).toBeGreaterThan(20);
  });
});

it.each(['audio/x-mulaw', 'audio/x-l16;rate=16000'])('printed the quick way, %s audio reads the same', (encoding) => {
  const session = opened('telephony_a', encoding);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), (payload) => {
      const quick = session.printAudio?.(payload);
      const slow = session.print({ type: 'audio', payload });
      expect(quick === undefined ? [] : [Buffer.from(quick).toString()]).toEqual(slow);
    }),
    { numRuns: 300 },
  );
  expect(session.printAudio?.(new Uint8Array(40_000))).toBeUndefined();
});

it('writes the same bytes in both implementations', () => {
  const [ts, wasm] = [createAudioText('{"a":"', '"}', 'ts'), createAudioText('{"a":"', '"}', 'wasm')];
  const length = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constantFrom(16_383, 16_384, 16_385));
  fc.assert(
    fc.property(length, fc.nat(255), (bytes, first) => {
      const payload = Uint8Array.from({ length: bytes }, (_, i) => first + i * 7);
      expect(Buffer.compare(wasm.print(payload), ts.print(payload))).toBe(0);
    }),
    { numRuns: 500 },
  );
});

it('reads messages longer than a kernel accepts', () => {
  const payload = Uint8Array.from({ length: 20_000 }, (_, i) => i * 7);
  const text = Buffer.from(usual.telephony_a(base64(payload)));
  expect(reads.wasm(text, { encoding: 'l16', rateHz: 8000 })).toEqual(
    reads.ts(text, { encoding: 'l16', rateHz: 8000 }),
  );
});
