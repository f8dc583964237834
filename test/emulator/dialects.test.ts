import { describe, expect, test } from 'vitest';
import { type FarDialectName, farDialects } from '../../media/emulator/dialects.ts';
import type { FarSession, StreamIdentity } from '../../media/emulator/far-dialect.ts';

type Json = Record<string, unknown>;

const open = (name: FarDialectName, identity: Partial<StreamIdentity> = {}): FarSession => {
  const dialect = farDialects[name];
  return dialect.open({
    callId: 'call-1',
    streamId: 'stream-1',
    accountId: 'account-1',
    from: '+12025550100',
    to: '+12025550143',
    custom: { campaign: 'spring' },
    format: dialect.formats[0]!,
    ...identity,
  });
};
const read = (messages: readonly (string | Uint8Array)[]): Json[] =>
  messages.map((message) => JSON.parse(String(message)) as Json);
const base64 = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64');

/** What our server says in each dialect, and what a far end must understand by it. */
const ours: Record<FarDialectName, { audio: Json | Uint8Array; mark: Json; clear: Json }> = {
  telephony_a: {
    audio: {
      event: 'playAudio',
      media: { contentType: 'audio/x-mulaw', sampleRate: 8000, payload: base64(160) },
    },
    mark: { event: 'checkpoint', streamId: 'stream-1', name: 'r1.2' },
    clear: { event: 'clearAudio', streamId: 'stream-1' },
  },
  telephony_b: {
    audio: { event: 'media', stream_sid: 'stream-1', media: { payload: base64(3200) } },
    mark: { event: 'mark', stream_sid: 'stream-1', mark: { name: 'r1.2' } },
    clear: { event: 'clear', stream_sid: 'stream-1' },
  },
  twilio: {
    audio: { event: 'media', streamSid: 'stream-1', media: { payload: base64(160) } },
    mark: { event: 'mark', streamSid: 'stream-1', mark: { name: 'r1.2' } },
    clear: { event: 'clear', streamSid: 'stream-1' },
  },
  telnyx: {
    audio: { event: 'media', media: { payload: base64(160) } },
    mark: { event: 'mark', mark: { name: 'r1.2' } },
    clear: { event: 'clear' },
  },
  vobiz: {
    audio: {
      event: 'playAudio',
      media: { contentType: 'audio/x-mulaw', sampleRate: 8000, payload: base64(160) },
    },
    mark: { event: 'checkpoint', streamId: 'stream-1', name: 'r1.2' },
    clear: { event: 'clearAudio', streamId: 'stream-1' },
  },
  vonage: {
    audio: new Uint8Array(640),
    mark: { action: 'notify', payload: { name: 'r1.2' } },
    clear: { action: 'clear' },
  },
  asterisk: {
    audio: new Uint8Array(160),
    mark: { command: 'MARK_MEDIA', correlation_id: 'r1.2' },
    clear: { command: 'FLUSH_MEDIA' },
  },
  browser: {
    audio: { event: 'media', payload: base64(1920) },
    mark: { event: 'mark', name: 'r1.2' },
    clear: { event: 'clear' },
  },
};

const frameOf = (message: Json | Uint8Array): string | Uint8Array =>
  message instanceof Uint8Array ? message : JSON.stringify(message);
const isBinary = (name: FarDialectName): boolean => ours[name].audio instanceof Uint8Array;

describe.each(Object.keys(farDialects) as FarDialectName[])('%s', (name) => {
  test('reads audio, marks and clears', () => {
    const session = open(name);
    const { audio, mark, clear } = ours[name];
    const parsed = [audio, mark, clear].map((message) => session.parse(frameOf(message)));
    expect(parsed.flatMap((part) => part.complaints)).toEqual([]);
    const [first, ...rest] = parsed.flatMap((part) => part.commands);
    expect(first?.type).toBe('audio');
    expect(rest).toEqual([{ type: 'mark', name: 'r1.2' }, { type: 'clear' }]);
  });

  test('reports unreadable messages, and never throws', () => {
    const session = open(name);
    const broken: (string | Uint8Array)[] = [
      '',
      '{',
      'null',
      '[]',
      '7',
      '{"event":"nonsense"}',
      '{"event":"media"}',
      '{"event":"playAudio","media":[]}',
      '{"event":"mark","mark":{"name":""}}',
      '{"event":"checkpoint"}',
      ...(isBinary(name) ? [] : [JSON.stringify({ ...ours[name].audio, media: { payload: '!!' }, payload: '!!' })]),
      name === 'browser' || isBinary(name) ? new Uint8Array([1]) : new Uint8Array([1, 2]),
    ];
    for (const message of broken) {
      const parsed = session.parse(message);
      expect(parsed.complaints, String(message)).toHaveLength(1);
      expect(parsed.commands, String(message)).toEqual([]);
    }
  });

  test('writes every event as JSON or bytes', () => {
    const session = open(name);
    const payload = new Uint8Array([1, 2, 3, 4]);
    const messages = [
      ...session.print({ type: 'start' }),
      ...session.print({ type: 'audio', payload, atMs: 40 }),
      ...session.print({ type: 'dtmf', digit: '5', atMs: 60 }),
      ...session.print({ type: 'played', name: 'r1.2' }),
      ...session.print({ type: 'cleared' }),
      ...session.print({ type: 'stop', reason: 'callended' }),
    ];
    for (const message of messages) {
      if (typeof message === 'string') expect(JSON.parse(message)).toHaveProperty('event');
      else expect(message).toEqual(payload);
    }
  });
});

describe('telephony_a', () => {
  test('sends what the provider sends', () => {
    const session = open('telephony_a');
    const [start] = read(session.print({ type: 'start' }));
    expect(start).toEqual({
      event: 'start',
      sequenceNumber: 1,
      start: {
        callId: 'call-1',
        streamId: 'stream-1',
        accountId: 'account-1',
        tracks: ['inbound'],
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000 },
      },
      extra_headers: '{campaign=spring}',
    });
    const audio = { type: 'audio', payload: new Uint8Array([255]), atMs: 20 } as const;
    const [first] = read(session.print(audio));
    const [second] = read(session.print({ ...audio, atMs: 40 }));
    expect(first).toMatchObject({ event: 'media', sequenceNumber: 2, streamId: 'stream-1' });
    expect(second).toMatchObject({ media: { chunk: 2, timestamp: '40', payload: '/w==', track: 'inbound' } });
    expect(read(session.print({ type: 'played', name: 'x' }))[0]).toMatchObject({ event: 'playedStream', name: 'x' });
    expect(read(session.print({ type: 'cleared' }))[0]).toMatchObject({ event: 'clearedAudio' });
  });

  test('reports a codec or rate that differs from the stream’s, and another stream id', () => {
    const session = open('telephony_a');
    const media = { contentType: 'audio/x-l16', sampleRate: 16000, payload: base64(320) };
    expect(session.parse(JSON.stringify({ event: 'playAudio', media })).complaints[0]?.code).toBe('wrong_format');
    const other = { event: 'clearAudio', streamId: 'another' };
    expect(session.parse(JSON.stringify(other)).complaints[0]?.code).toBe('wrong_stream');
    const huge = { ...ours.telephony_a.audio, padding: 'x'.repeat(65_536) };
    expect(session.parse(JSON.stringify(huge)).complaints[0]?.code).toBe('too_large');
  });

  test('accepts the rate as a string', () => {
    const media = { contentType: 'audio/x-mulaw', sampleRate: '8000', payload: base64(160) };
    const parsed = open('telephony_a').parse(JSON.stringify({ event: 'playAudio', media }));
    expect(parsed.commands).toHaveLength(1);
  });
});

describe('twilio', () => {
  test('sends what the provider sends', () => {
    const session = open('twilio');
    expect(read(session.print({ type: 'start' }))).toEqual([
      { event: 'connected', protocol: 'Call', version: '1.0.0' },
      {
        event: 'start',
        sequenceNumber: '1',
        start: {
          accountSid: 'account-1',
          streamSid: 'stream-1',
          callSid: 'call-1',
          tracks: ['inbound'],
          mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
          customParameters: { campaign: 'spring' },
        },
        streamSid: 'stream-1',
      },
    ]);
    const audio = { type: 'audio', payload: new Uint8Array([255]), atMs: 20 } as const;
    expect(read(session.print(audio))).toEqual([
      {
        event: 'media',
        sequenceNumber: '2',
        media: { track: 'inbound', chunk: '1', timestamp: '20', payload: '/w==' },
        streamSid: 'stream-1',
      },
    ]);
    expect(read(session.print({ type: 'dtmf', digit: '7', atMs: 30 }))).toMatchObject([
      { event: 'dtmf', dtmf: { track: 'inbound_track', digit: '7' } },
    ]);
    expect(session.print({ type: 'cleared' })).toEqual([]);
  });

  test('reports another stream id', () => {
    const other = { event: 'clear', streamSid: 'another' };
    expect(open('twilio').parse(JSON.stringify(other)).complaints[0]?.code).toBe('wrong_stream');
  });
});

describe('telephony_b', () => {
  test('sends connected, then start with numbers as strings, in either spelling', () => {
    const format = { encoding: 'l16', rateHz: 16000 } as const;
    const [connected, start] = read(open('telephony_b', { format }).print({ type: 'start' }));
    expect(connected).toEqual({ event: 'connected' });
    expect(start).toMatchObject({
      event: 'start',
      sequence_number: '1',
      stream_sid: 'stream-1',
      start: {
        call_sid: 'call-1',
        custom_parameters: { campaign: 'spring' },
        media_format: { encoding: 'raw', sample_rate: '16000', bit_rate: '256kbps' },
      },
    });
    const [, camel] = read(open('telephony_b', { format, spelling: 'camel' }).print({ type: 'start' }));
    expect(camel).toMatchObject({
      sequenceNumber: '1',
      streamSid: 'stream-1',
      start: { callSid: 'call-1', mediaFormat: { sampleRate: '16000' } },
    });
  });

  test.each([
    [3200, []],
    [3520, []],
    [3201, ['ragged_chunk']],
    [3300, ['ragged_chunk']],
    [640, ['too_small']],
    [100_160, ['too_large']],
  ])('a chunk of %i bytes', (bytes, codes) => {
    const message = { event: 'media', stream_sid: 'stream-1', media: { payload: base64(bytes) } };
    const parsed = open('telephony_b').parse(JSON.stringify(message));
    expect(parsed.complaints.map((complaint) => complaint.code)).toEqual(codes);
    expect(parsed.commands).toHaveLength(bytes % 2 === 0 ? 1 : 0);
  });
});

describe('browser', () => {
  test('starts with rate and encoding, and sends audio in that format', () => {
    const payload = new Uint8Array([1, 2]);
    const audio = { type: 'audio', payload, atMs: 0 } as const;
    expect(read(open('browser').print({ type: 'start' }))).toEqual([
      { event: 'start', sample_rate: 48000, encoding: 'l16' },
    ]);
    expect(open('browser').print(audio)).toEqual([payload]);
    expect(read(open('browser', { packing: 'json' }).print(audio))).toEqual([{ event: 'media', payload: 'AQI=' }]);
  });

  test('reads captions, states, latencies and the end', () => {
    const session = open('browser');
    const parsed = [
      { event: 'ready', call_uuid: 'u' },
      { event: 'transcript', id: '3', speaker: 'agent', text: 'Hello there', final: true, heard: 1 },
      { event: 'transcript', speaker: 'customer', text: 'Hi', final: false },
      { event: 'state', state: 'speaking' },
      { event: 'latency', turn: 2, endpoint: 200, total: 380 },
      { event: 'ended', reason: 'agent_goodbye' },
    ].map((message) => session.parse(JSON.stringify(message)).commands[0]);
    expect(parsed).toEqual([
      { type: 'ready', callUuid: 'u' },
      { type: 'transcript', id: '3', speaker: 'agent', text: 'Hello there', final: true, heardWords: 1 },
      { type: 'transcript', speaker: 'caller', text: 'Hi', final: false },
      { type: 'state', state: 'speaking' },
      { type: 'latency', turn: 2, stages: { endpoint: 200, total: 380 } },
      { type: 'ended', reason: 'agent_goodbye' },
    ]);
  });

  test('accepts audio as binary frames', () => {
    const payload = new Uint8Array([1, 2, 3, 4]);
    expect(open('browser').parse(payload).commands).toEqual([{ type: 'audio', payload }]);
  });
});
