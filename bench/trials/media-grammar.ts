import * as fc from 'fast-check';
import type { AgentDialect } from '../../media/wire/dialects/index.ts';

/** A message as sent on the socket. `brokenText` is marked as text but is not UTF-8. */
export type Frame = { readonly text: string } | { readonly binary: Uint8Array } | { readonly brokenText: Uint8Array };

/** Everything that one far end sends, from first message to last. */
export interface FarScript {
  readonly frames: readonly Frame[];
  /** Whether the script conforms to the dialect, so that closing the socket is a defect. */
  readonly innocent: boolean;
  readonly leaves: 'close' | 'cut';
}

interface Grammar {
  readonly start: fc.Arbitrary<unknown>;
  /** Messages that are valid after a start. */
  readonly message: fc.Arbitrary<unknown>;
}

const audio = fc.uint8Array({ minLength: 0, maxLength: 400 });
const evenAudio = audio.map((bytes) => bytes.subarray(0, bytes.length & ~1));
const base64 = (bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<string> =>
  bytes.map((one) => Buffer.from(one).toString('base64'));
const digit = fc.constantFrom(...'0123456789*#ABCDabcd');
const name = fc.oneof(fc.string({ maxLength: 40 }), fc.integer());
const rate = fc.constantFrom(8000, '8000', 16000, '16000');
/** Sequence numbers repeat, run backwards and have gaps; the server must not rely on them. */
const count = fc.oneof(fc.integer(), fc.integer().map(String));
const strings = fc.dictionary(fc.string({ maxLength: 10 }), fc.string({ maxLength: 20 }), { maxKeys: 4 });

/** A page: in tests of agents, and on websites. */
const page: Grammar = {
  start: fc.record({ event: fc.constant('start'), encoding: fc.constant('l16'), sample_rate: rate }),
  message: fc.oneof(
    { weight: 4, arbitrary: fc.record({ event: fc.constant('media'), payload: base64(evenAudio) }) },
    { weight: 3, arbitrary: evenAudio },
    { weight: 1, arbitrary: fc.record({ event: fc.constant('dtmf'), digit }) },
    { weight: 1, arbitrary: fc.record({ event: fc.constantFrom('mark', 'played'), name }) },
    { weight: 1, arbitrary: fc.record({ event: fc.constantFrom('cleared', 'interrupt', 'noise') }) },
    { weight: 1, arbitrary: fc.record({ event: fc.constant('stop'), reason: name }) },
  ),
};

const telephonyA: Grammar = {
  start: fc.record({
    sequenceNumber: count,
    event: fc.constant('start'),
    start: fc.record({
      callId: name,
      streamId: name,
      accountId: name,
      tracks: fc.constant(['inbound']),
      mediaFormat: fc.record({ encoding: fc.constantFrom('audio/x-mulaw', 'audio/x-alaw'), sampleRate: rate }),
    }),
    extra_headers: fc.oneof(fc.constant('{}'), fc.constant('a=b;c=d'), fc.constant('a=b,c=d'), strings),
  }),
  message: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        sequenceNumber: count,
        event: fc.constant('media'),
        media: fc.record({ track: fc.constant('inbound'), timestamp: count, chunk: count, payload: base64(audio) }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ event: fc.constant('dtmf'), dtmf: fc.record({ digit }) }) },
    { weight: 1, arbitrary: fc.record({ event: fc.constant('playedStream'), streamId: name, name }) },
    {
      weight: 1,
      arbitrary: fc.record({ event: fc.constantFrom('clearedAudio', 'playFailed', 'noise'), streamId: name }),
    },
    { weight: 1, arbitrary: fc.record({ event: fc.constant('stop'), reason: name }) },
  ),
};

const grammars: Readonly<Record<AgentDialect, Grammar>> = {
  telephony_a: telephonyA,
  vobiz: telephonyA,
  telephony_b: {
    start: fc.record({
      event: fc.constant('start'),
      sequence_number: count,
      stream_sid: name,
      start: fc.record({
        stream_sid: name,
        call_sid: name,
        from: name,
        to: name,
        custom_parameters: strings,
        media_format: fc.record({ encoding: fc.constantFrom('audio/x-raw', 'raw'), sample_rate: rate, bit_rate: name }),
      }),
    }),
    message: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          event: fc.constant('media'),
          sequence_number: count,
          media: fc.record({ chunk: count, timestamp: count, payload: base64(evenAudio) }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('dtmf'), dtmf: fc.record({ digit, duration: count }) }) },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('mark'), mark: fc.record({ name }) }) },
      { weight: 1, arbitrary: fc.record({ event: fc.constantFrom('clear', 'connected', 'noise'), stream_sid: name }) },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('stop'), stop: fc.record({ reason: name }) }) },
    ),
  },
  twilio: {
    start: fc.record({
      event: fc.constant('start'),
      sequenceNumber: count,
      streamSid: name,
      start: fc.record({
        accountSid: name,
        streamSid: name,
        callSid: name,
        tracks: fc.constant(['inbound']),
        mediaFormat: fc.record({ encoding: fc.constant('audio/x-mulaw'), sampleRate: rate, channels: fc.constant(1) }),
        customParameters: strings,
      }),
    }),
    message: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          event: fc.constant('media'),
          sequenceNumber: count,
          media: fc.record({ track: fc.constant('inbound'), chunk: count, timestamp: count, payload: base64(audio) }),
          streamSid: name,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          event: fc.constant('dtmf'),
          dtmf: fc.record({ track: fc.constant('inbound_track'), digit }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('mark'), mark: fc.record({ name }) }) },
      { weight: 1, arbitrary: fc.record({ event: fc.constantFrom('connected', 'noise'), streamSid: name }) },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('stop'), stop: fc.record({ callSid: name }) }) },
    ),
  },
  telnyx: {
    start: fc.record({
      event: fc.constant('start'),
      sequence_number: count,
      stream_id: name,
      start: fc.record({
        call_control_id: name,
        from: name,
        to: name,
        custom_parameters: strings,
        media_format: fc.record({
          encoding: fc.constant('PCMU'),
          sample_rate: fc.constant(8000),
          channels: fc.constant(1),
        }),
      }),
    }),
    message: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          event: fc.constant('media'),
          sequence_number: count,
          media: fc.record({ track: fc.constant('inbound'), chunk: count, timestamp: count, payload: base64(audio) }),
          stream_id: name,
        }),
      },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('dtmf'), dtmf: fc.record({ digit }) }) },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('mark'), mark: fc.record({ name }) }) },
      { weight: 1, arbitrary: fc.record({ event: fc.constantFrom('connected', 'noise', 'error'), stream_id: name }) },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('stop'), stop: fc.record({ call_control_id: name }) }) },
    ),
  },
  asterisk: {
    start: fc.record({
      event: fc.constant('MEDIA_START'),
      channel_id: name,
      format: fc.constantFrom('ulaw', 'alaw', 'slin', 'slin16'),
    }),
    message: fc.oneof(
      { weight: 6, arbitrary: evenAudio },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('DTMF_END'), digit }) },
      {
        weight: 1,
        arbitrary: fc.record({ event: fc.constant('MEDIA_MARK_PROCESSED'), correlation_id: name }),
      },
      { weight: 1, arbitrary: fc.record({ event: fc.constantFrom('MEDIA_XOFF', 'MEDIA_XON', 'STATUS', 'noise') }) },
    ),
  },
  vonage: {
    start: fc.record({
      event: fc.constant('websocket:connected'),
      'content-type': fc.constantFrom('audio/l16;rate=8000', 'audio/l16;rate=16000', 'audio/l16;rate=24000'),
      call_id: name,
    }),
    message: fc.oneof(
      { weight: 6, arbitrary: evenAudio },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('websocket:dtmf'), digit, duration: count }) },
      { weight: 1, arbitrary: fc.record({ event: fc.constant('websocket:notify'), payload: fc.record({ name }) }) },
      { weight: 1, arbitrary: fc.record({ event: fc.constantFrom('websocket:cleared', 'noise') }) },
    ),
  },
  browser: page,
  website: page,
};

const frameOf = (message: unknown): Frame =>
  message instanceof Uint8Array ? { binary: message } : { text: JSON.stringify(message) };

/** Replaces any value of a message. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e21,
    -0,
    '',
    ' ',
    'NaN',
    '1e999',
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    [],
    {},
  ),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.object({ maxDepth: 2, maxKeys: 3 }),
  fc.array(fc.anything({ maxDepth: 1 }), { maxLength: 5 }),
  fc.integer({ min: 1_000, max: 60_000 }).map((length) => 'A'.repeat(length)),
  fc.integer({ min: 1_000, max: 40_000 }).map((length) => 'é'.repeat(length / 2)),
  fc.integer({ min: 1, max: 300 }).map((length) => Buffer.alloc(length | 1, 7).toString('base64')),
);

interface Wound {
  readonly kind: 'replace' | 'remove' | 'rename' | 'double' | 'wrap';
  /** Index of the changed field, counted over all levels of the message. */
  readonly place: number;
  readonly junk: unknown;
}

const wound: fc.Arbitrary<Wound> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'rename', 'double', 'wrap'),
  place: fc.nat(30),
  junk,
});

/** Returns the message with one field of its tree changed. */
function hurt(message: unknown, { kind, place, junk: value }: Wound): string {
  const copy = JSON.parse(JSON.stringify(message)) as unknown;
  const fields: { owner: Record<string, unknown>; key: string }[] = [];
  const walk = (owner: unknown): void => {
    if (typeof owner !== 'object' || owner === null) return;
    for (const key of Object.keys(owner)) {
      fields.push({ owner: owner as Record<string, unknown>, key });
      walk((owner as Record<string, unknown>)[key]);
    }
  };
  walk(copy);
  const chosen = fields[place % Math.max(1, fields.length)];
  if (chosen === undefined) return JSON.stringify(value) ?? '';
  const { owner, key } = chosen;
  if (kind === 'replace') owner[key] = value;
  if (kind === 'remove') delete owner[key];
  if (kind === 'wrap') owner[key] = [owner[key]];
  if (kind === 'rename') {
    owner[String(value).slice(0, 100)] = owner[key];
    delete owner[key];
  }
  const text = JSON.stringify(copy) ?? '';
  // Either of two duplicate fields may count; their presence must do no harm.
  return kind === 'double' ? text.replace(/\}$/, `,${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}}`) : text;
}

/** Not a message of any dialect. */
const rubbish: fc.Arbitrary<Frame> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => ({ text })),
  fc.json({ maxDepth: 3 }).map((text) => ({ text })),
  fc
    .constantFrom('[', '{"a":', '"')
    .chain((opening) =>
      fc.integer({ min: 1, max: 20_000 }).map((depth) => ({ text: opening.repeat(depth).slice(0, 60_000) })),
    ),
  fc
    .constantFrom('', '{}', '[]', 'null', 'NaN', '{"event":null}', '{"event":"media","media":{"timestamp":NaN}}')
    .map((text) => ({ text })),
  fc.uint8Array({ maxLength: 700 }).map((binary) => ({ binary })),
  fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => ({
    brokenText: Buffer.concat([Buffer.from('{"event":"media","x":"'), bytes, Buffer.from([0xc3])]),
  })),
  fc.integer({ min: 65_000, max: 300_000 }).map((length) => ({ text: `{"event":"${'x'.repeat(length)}"}` })),
);

/** One in this many far ends sends a message of ten megabytes. */
const hugeEvery = 5_000;
const huge: fc.Arbitrary<Frame> = fc.constant({ binary: new Uint8Array(10_000_000) });

/** Generates scripts of one dialect: most start correctly, continue for a while, and then go wrong. */
export function farScripts(dialect: AgentDialect): fc.Arbitrary<FarScript> {
  const { start, message } = grammars[dialect];
  const good = message.map(frameOf);
  const bad = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.oneof(message, start), wound).map(([one, how]) => ({ text: hurt(one, how) })) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.oneof(message, start), fc.nat(300)).map(([one, at]) => ({
        text: JSON.stringify(one).slice(0, at),
      })),
    },
    { weight: 3, arbitrary: rubbish },
    { weight: 1, arbitrary: start.map(frameOf) },
  );
  const leaves = fc.constantFrom('close', 'cut');
  const many = (frame: fc.Arbitrary<Frame>, maxLength: number) => fc.array(frame, { maxLength, size: 'max' });
  const innocent = fc
    .record({ first: start.map(frameOf), rest: many(good, 40), leaves })
    .map(({ first, rest, leaves: how }) => ({ frames: [first, ...rest], innocent: true, leaves: how }) as FarScript);
  const guilty = fc
    .record({
      first: fc.oneof(
        { weight: 8, arbitrary: start.map(frameOf) },
        { weight: 1, arbitrary: bad },
        { weight: 1, arbitrary: good },
      ),
      rest: many(fc.oneof({ weight: 24, arbitrary: good }, { weight: 1, arbitrary: bad }), 60),
      last: fc.oneof({ weight: hugeEvery, arbitrary: bad }, { weight: 1, arbitrary: huge }),
      leaves,
    })
    .map(
      ({ first, rest, last, leaves: how }): FarScript => ({
        frames: [first, ...rest, last],
        innocent: false,
        leaves: how,
      }),
    );
  /** More invalid messages than a call survives, mostly of one kind. */
  const hopeless = fc
    .record({
      first: start.map(frameOf),
      bad,
      rest: many(fc.oneof({ weight: 1, arbitrary: good }, { weight: 4, arbitrary: bad }), 10),
      leaves,
    })
    .map(
      ({ first, bad: repeated, rest, leaves: how }): FarScript => ({
        frames: [first, ...rest, ...Array<Frame>(60).fill(repeated)],
        innocent: false,
        leaves: how,
      }),
    );
  return fc.oneof(
    { weight: 1, arbitrary: innocent },
    { weight: 3, arbitrary: guilty },
    { weight: 1, arbitrary: hopeless },
  );
}

/** A frame as stored in the corpus. */
export type KeptFrame = { readonly text: string } | { readonly binary: string } | { readonly brokenText: string };

export const keep = (frame: Frame): KeptFrame =>
  'text' in frame
    ? frame
    : 'binary' in frame
      ? { binary: Buffer.from(frame.binary).toString('base64') }
      : { brokenText: Buffer.from(frame.brokenText).toString('base64') };

export const unkeep = (frame: KeptFrame): Frame =>
  'text' in frame
    ? frame
    : 'binary' in frame
      ? { binary: Buffer.from(frame.binary, 'base64') }
      : { brokenText: Buffer.from(frame.brokenText, 'base64') };
