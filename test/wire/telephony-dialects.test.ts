import { describe, expect, it } from 'vitest';
import { dialects } from '../../media/wire/dialects/index.ts';
import { extraHeadersOf } from '../../media/wire/dialects/telephony-a.ts';
import { dialectContract, type Frame } from './dialect.contract.ts';
import { base64, bytes, only, read } from './dialect-frames.ts';

const startA = {
  sequenceNumber: 0,
  event: 'start',
  start: {
    callId: 'call-1',
    streamId: 'stream-1',
    accountId: 'acc',
    tracks: ['inbound'],
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000 },
  },
  extra_headers: '{X-PH-a=1;X-PH-b=two words}',
};

const unsent = ['ready', 'transcript', 'state', 'latency', 'ended'] as const;
const ofTelephonyA = {
  format: { encoding: 'mulaw' as const, rateHz: 8000 as const },
  start: JSON.stringify(startA),
  noise: [JSON.stringify({ event: 'connected' })],
  media: (payload: Uint8Array) =>
    JSON.stringify({
      sequenceNumber: 3,
      streamId: 'stream-1',
      event: 'media',
      media: { track: 'inbound', timestamp: '40', chunk: 2, payload: base64(payload) },
      extra_headers: '{}',
    }),
  number: 2,
  dtmf: JSON.stringify({ event: 'dtmf', streamId: 'stream-1', dtmf: { track: 'inbound', digit: '5', timestamp: '1' } }),
  played: (name: string) => JSON.stringify({ event: 'playedStream', streamId: 'stream-1', name }),
  cleared: JSON.stringify({ event: 'clearedAudio', streamId: 'stream-1' }),
  stop: JSON.stringify({ event: 'stop', streamId: 'stream-1' }),
  read(frame: Frame) {
    const { event, media, streamId, name, dtmf } = read(frame);
    if (event === 'playAudio') {
      expect(media).toMatchObject({ contentType: 'audio/x-mulaw', sampleRate: 8000 });
      return { type: 'audio', payload: bytes(media.payload) };
    }
    if (event === 'sendDTMF') return { type: 'dtmf', digit: dtmf };
    expect(streamId).toBe('stream-1');
    return event === 'checkpoint' ? { type: 'mark', name } : { type: event === 'clearAudio' ? 'clear' : String(event) };
  },
  payloadBytes: 160,
};

dialectContract(dialects.telephony_a, { ...ofTelephonyA, silent: unsent });
dialectContract(dialects.vobiz, { ...ofTelephonyA, silent: ['dtmf', ...unsent] });

const startB = {
  event: 'start',
  sequence_number: 1,
  stream_sid: 's-1',
  start: {
    stream_sid: 's-1',
    call_sid: 'c-1',
    account_sid: 'a-1',
    from: '+911',
    to: '+912',
    custom_parameters: { flow: 'demo', n: 3 },
    media_format: { encoding: 'audio/x-raw', sample_rate: '16000', bit_rate: '256kbps' },
  },
};

dialectContract(dialects.telephony_b, {
  format: { encoding: 'l16', rateHz: 16000 },
  start: JSON.stringify(startB),
  noise: [JSON.stringify({ event: 'connected' })],
  media: (payload) =>
    JSON.stringify({
      event: 'media',
      sequence_number: '4',
      stream_sid: 's-1',
      media: { chunk: '3', timestamp: '300', payload: base64(payload) },
    }),
  number: 3,
  dtmf: JSON.stringify({ event: 'dtmf', stream_sid: 's-1', dtmf: { digit: 5, duration: '100' } }),
  played: (name) => JSON.stringify({ event: 'mark', stream_sid: 's-1', mark: { name } }),
  cleared: JSON.stringify({ event: 'clear', stream_sid: 's-1' }),
  stop: JSON.stringify({ event: 'stop', stream_sid: 's-1', stop: { call_sid: 'c-1', reason: 'callended' } }),
  read(frame) {
    const { event, media, stream_sid, sequence_number, mark } = read(frame);
    expect(stream_sid).toBe('s-1');
    expect(sequence_number).toEqual(expect.any(Number));
    if (event === 'media') return { type: 'audio', payload: bytes(media.payload) };
    return event === 'mark' ? { type: 'mark', name: mark.name } : { type: String(event) };
  },
  payloadBytes: 3200,
  silent: ['dtmf', 'ready', 'transcript', 'state', 'latency', 'ended'],
});

describe('telephony_a', () => {
  it('returns the ids and the extra headers of a call', () => {
    expect(only('telephony_a', startA)).toEqual({
      type: 'start',
      callId: 'call-1',
      streamId: 'stream-1',
      format: { encoding: 'mulaw', rateHz: 8000 },
      custom: { 'X-PH-a': '1', 'X-PH-b': 'two words' },
    });
  });

  it.each([
    ['a=1,b=2', { a: '1', b: '2' }],
    ['a=1;b=2', { a: '1', b: '2' }],
    ['a=1,5;b=2=3', { a: '1,5', b: '2=3' }],
    ['{"a":"1","b":2}', { a: '1', b: '2' }],
    ['{a=1, b=2}', { a: '1', b: '2' }],
    [
      { a: '1', b: 2, c: {} },
      { a: '1', b: '2' },
    ],
    ['', {}],
    ['{}', {}],
    ['nothing', {}],
    [null, {}],
    [undefined, {}],
  ])('reads extra headers written %j', (written, headers) => {
    expect(extraHeadersOf(written)).toEqual(headers);
  });

  it.each([
    [{ encoding: 'audio/x-l16;rate=16000' }, { encoding: 'l16', rateHz: 16000 }],
    [
      { encoding: 'audio/x-l16', sampleRate: '16000' },
      { encoding: 'l16', rateHz: 16000 },
    ],
    [
      { encoding: 'mulaw', sample_rate: 8000 },
      { encoding: 'mulaw', rateHz: 8000 },
    ],
    [{}, { encoding: 'l16', rateHz: 8000 }],
  ])('reads the media format %j', (mediaFormat, format) => {
    const start = { ...startA.start, mediaFormat };
    expect(only('telephony_a', { ...startA, start })).toMatchObject({ format });
  });

  it('reads the snake-case spelling, and alternative event names', () => {
    const session = dialects.telephony_a.open();
    const start = { call_id: 'c', stream_id: 's', media_format: { encoding: 'audio/x-mulaw', sample_rate: '8000' } };
    expect(session.parse(JSON.stringify({ event: 'start', start }))).toMatchObject({
      events: [{ callId: 'c', streamId: 's', format: { encoding: 'mulaw', rateHz: 8000 } }],
    });
    expect(session.parse('{"event":"played","name":"m"}')).toMatchObject({ events: [{ type: 'played', name: 'm' }] });
    expect(session.parse('{"event":"playFailed","reason":"buffer_overflow"}')).toMatchObject({
      events: [{ type: 'trouble', reason: 'buffer_overflow' }],
    });
  });

  it('ignores our own track', () => {
    const session = dialects.telephony_a.open();
    session.parse(JSON.stringify(startA));
    expect(session.parse('{"event":"media","media":{"track":"outbound","payload":"AAAA"}}')).toEqual({
      ok: true,
      events: [],
    });
  });

  it('keeps every message below 16 KB', () => {
    const session = dialects.telephony_a.open();
    session.parse(JSON.stringify(startA));
    const payload = Uint8Array.from({ length: 50_000 }, (_, i) => i & 255);
    const frames = session.print({ type: 'audio', payload }) as string[];
    expect(Math.max(...frames.map((frame) => frame.length))).toBeLessThan(16_384 + 200);
    expect(Buffer.concat(frames.map((frame) => bytes(JSON.parse(frame).media.payload)))).toEqual(Buffer.from(payload));
  });
});

describe('telephony_b', () => {
  const session = () => {
    const opened = dialects.telephony_b.open();
    opened.parse(JSON.stringify(startB));
    return opened;
  };

  it('returns the ids, both numbers and the parameters of a call', () => {
    expect(only('telephony_b', startB)).toEqual({
      type: 'start',
      callId: 'c-1',
      streamId: 's-1',
      format: { encoding: 'l16', rateHz: 16000 },
      from: '+911',
      to: '+912',
      custom: { flow: 'demo', n: '3' },
    });
  });

  it('reads the camel-case spelling', () => {
    const start = {
      streamSid: 's',
      callSid: 'c',
      mediaFormat: { encoding: 'raw', sampleRate: 8000 },
      customParameters: { a: 1 },
    };
    expect(only('telephony_b', { event: 'start', streamSid: 's', start })).toMatchObject({
      callId: 'c',
      streamId: 's',
      format: { encoding: 'l16', rateHz: 8000 },
      custom: { a: '1' },
    });
  });

  it('numbers messages and chunks, with timestamps of the sent audio', () => {
    const opened = session();
    const frames = [
      ...opened.print({ type: 'audio', payload: new Uint8Array(3200) }),
      ...opened.print({ type: 'mark', name: 'm' }),
      ...opened.print({ type: 'audio', payload: new Uint8Array(6400) }),
      ...opened.print({ type: 'audio', payload: new Uint8Array(3200) }),
    ].map((frame) => JSON.parse(frame as string));
    expect(frames.map((frame) => frame.sequence_number)).toEqual([1, 2, 3, 4]);
    expect(frames.flatMap(({ media }) => (media ? [[media.chunk, media.timestamp]] : []))).toEqual([
      [1, '0'],
      [2, '100'],
      [3, '300'],
    ]);
  });

  it.each([
    [1, [3200]],
    [3200, [3200]],
    [3201, [3520]],
    [6400, [6400]],
    [100_000, [99_840, 3200]],
  ])('pads %i bytes to a valid chunk', (length, sizes) => {
    const payload = new Uint8Array(length).fill(7);
    const chunks = session()
      .print({ type: 'audio', payload })
      .map((frame) => bytes(JSON.parse(frame as string).media.payload));
    expect(chunks.map((chunk) => chunk.length)).toEqual(sizes);
    const joined = Buffer.concat(chunks);
    expect(joined.subarray(0, length).every((byte) => byte === 7)).toBe(true);
    expect(joined.subarray(length).every((byte) => byte === 0)).toBe(true);
  });

  it('requests valid chunks at every rate', () => {
    for (const rateHz of [8000, 16000, 24000, 48000] as const) {
      const size = (dialects.telephony_b.chunking({ encoding: 'l16', rateHz }).chunkMs * rateHz * 2) / 1000;
      expect(size % 320).toBe(0);
      expect(size).toBeGreaterThanOrEqual(3200);
      expect(size).toBeLessThanOrEqual(100_000);
    }
  });

  it('rejects an odd number of bytes', () => {
    expect(session().parse('{"event":"media","media":{"payload":"AAAA"}}')).toMatchObject({
      ok: false,
      fault: { code: 'bad_audio' },
    });
  });
});
