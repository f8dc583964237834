import { describe, expect, it } from 'vitest';
import type { WireEvent } from '../../media/line/wire.ts';
import { dialects } from '../../media/wire/dialects/index.ts';
import { extraHeadersOf } from '../../media/wire/dialects/telephony-a.ts';
import { dialectContract, type Frame } from './dialect.contract.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytes = (text: unknown): Uint8Array => new Uint8Array(Buffer.from(String(text), 'base64'));
const read = (frame: Frame) => JSON.parse(frame as string);

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

const startTwilio = {
  event: 'start',
  sequenceNumber: '1',
  start: {
    accountSid: 'AC1',
    streamSid: 'MZ1',
    callSid: 'CA1',
    tracks: ['inbound'],
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
    customParameters: { flow: 'demo', n: '3' },
  },
  streamSid: 'MZ1',
};

dialectContract(dialects.twilio, {
  format: { encoding: 'mulaw', rateHz: 8000 },
  start: JSON.stringify(startTwilio),
  noise: [JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' })],
  media: (payload) =>
    JSON.stringify({
      event: 'media',
      sequenceNumber: '3',
      media: { track: 'inbound', chunk: '2', timestamp: '20', payload: base64(payload) },
      streamSid: 'MZ1',
    }),
  number: 2,
  dtmf: JSON.stringify({
    event: 'dtmf',
    streamSid: 'MZ1',
    sequenceNumber: '5',
    dtmf: { track: 'inbound_track', digit: '5' },
  }),
  played: (name) => JSON.stringify({ event: 'mark', sequenceNumber: '4', streamSid: 'MZ1', mark: { name } }),
  stop: JSON.stringify({
    event: 'stop',
    sequenceNumber: '6',
    stop: { accountSid: 'AC1', callSid: 'CA1' },
    streamSid: 'MZ1',
  }),
  read(frame) {
    const { event, streamSid, media, mark } = read(frame);
    expect(streamSid).toBe('MZ1');
    if (event === 'media') return { type: 'audio', payload: bytes(media.payload) };
    return event === 'mark' ? { type: 'mark', name: mark.name } : { type: String(event) };
  },
  payloadBytes: 160,
  silent: ['dtmf', 'ready', 'transcript', 'state', 'latency', 'ended'],
});

const startTelnyx = {
  event: 'start',
  sequence_number: '1',
  start: {
    user_id: 'u-1',
    call_control_id: 'v3:c-1',
    from: '+1',
    to: '+2',
    custom_parameters: { flow: 'demo', n: 3 },
    media_format: { encoding: 'PCMU', sample_rate: 8000, channels: 1 },
  },
  stream_id: 's-1',
};

dialectContract(dialects.telnyx, {
  format: { encoding: 'mulaw', rateHz: 8000 },
  start: JSON.stringify(startTelnyx),
  noise: [JSON.stringify({ event: 'connected', version: '1.0.0' })],
  media: (payload) =>
    JSON.stringify({
      event: 'media',
      sequence_number: '4',
      media: { track: 'inbound', chunk: '2', timestamp: '5', payload: base64(payload) },
      stream_id: 's-1',
    }),
  number: 2,
  dtmf: JSON.stringify({ event: 'dtmf', stream_id: 's-1', sequence_number: '5', dtmf: { digit: '5' } }),
  played: (name) => JSON.stringify({ event: 'mark', sequence_number: '4', stream_id: 's-1', mark: { name } }),
  stop: JSON.stringify({ event: 'stop', sequence_number: '5', stop: { call_control_id: 'v3:c-1' }, stream_id: 's-1' }),
  read(frame) {
    const { event, media, mark } = read(frame);
    if (event === 'media') return { type: 'audio', payload: bytes(media.payload) };
    return event === 'mark' ? { type: 'mark', name: mark.name } : { type: String(event) };
  },
  payloadBytes: 160,
  silent: ['dtmf', 'ready', 'transcript', 'state', 'latency', 'ended'],
});

dialectContract(dialects.vonage, {
  format: { encoding: 'l16', rateHz: 16000 },
  start: JSON.stringify({ event: 'websocket:connected', 'content-type': 'audio/l16;rate=16000', call_id: 'c-1' }),
  noise: [],
  media: (payload) => new Uint8Array(payload),
  dtmf: JSON.stringify({ event: 'websocket:dtmf', digit: '5', duration: 260 }),
  played: (name) => JSON.stringify({ event: 'websocket:notify', payload: { name } }),
  cleared: JSON.stringify({ event: 'websocket:cleared' }),
  isBinary: true,
  read(frame) {
    if (typeof frame !== 'string') return { type: 'audio', payload: new Uint8Array(frame) };
    const { action, payload } = read(frame);
    return action === 'notify' ? { type: 'mark', name: payload.name } : { type: action };
  },
  payloadBytes: 640,
  silent: ['dtmf', 'ready', 'transcript', 'state', 'latency', 'ended'],
});

const mediaStart = (fields: object = {}): string =>
  JSON.stringify({ event: 'MEDIA_START', channel_id: '17.4', format: 'ulaw', optimal_frame_size: 160, ...fields });

dialectContract(dialects.asterisk, {
  format: { encoding: 'mulaw', rateHz: 8000 },
  start: mediaStart(),
  noise: [],
  media: (payload) => new Uint8Array(payload),
  dtmf: JSON.stringify({ event: 'DTMF_END', channel_id: '17.4', digit: '5' }),
  played: (name) => JSON.stringify({ event: 'MEDIA_MARK_PROCESSED', channel_id: '17.4', correlation_id: name }),
  isBinary: true,
  read(frame) {
    if (typeof frame !== 'string') return { type: 'audio', payload: new Uint8Array(frame) };
    const { command, correlation_id: name } = read(frame);
    return command === 'MARK_MEDIA' ? { type: 'mark', name } : { type: command === 'FLUSH_MEDIA' ? 'clear' : command };
  },
  payloadBytes: 160,
  silent: ['dtmf', 'ready', 'transcript', 'state', 'latency', 'ended'],
});

const startBrowser = { event: 'start', sample_rate: 48000, encoding: 'l16' };

dialectContract(dialects.browser, {
  format: { encoding: 'l16', rateHz: 48000 },
  start: JSON.stringify(startBrowser),
  noise: [],
  media: (payload) => JSON.stringify({ event: 'media', payload: base64(payload) }),
  dtmf: JSON.stringify({ event: 'dtmf', digit: '5' }),
  played: (name) => JSON.stringify({ event: 'played', name }),
  cleared: JSON.stringify({ event: 'cleared' }),
  stop: JSON.stringify({ event: 'stop' }),
  read(frame) {
    const { event, ...rest } = read(frame);
    switch (event) {
      case 'media':
        return { type: 'audio', payload: bytes(rest.payload) };
      case 'ready':
        return { type: 'ready', callUuid: rest.call_uuid };
      case 'transcript': {
        const { heard, ...caption } = rest;
        return { type: 'transcript', caption: { ...caption, heardWords: heard } };
      }
      case 'latency': {
        const { turn, ...stages } = rest;
        return { type: 'latency', turn, stages };
      }
      default:
        return { type: String(event), ...rest };
    }
  },
  payloadBytes: 1920,
  silent: ['dtmf'],
});

const only = (name: keyof typeof dialects, message: unknown): WireEvent => {
  const result = dialects[name].open().parse(JSON.stringify(message));
  if (!result.ok || result.events[0] === undefined) throw new Error(JSON.stringify(result));
  return result.events[0];
};

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

describe('twilio', () => {
  it('returns the ids and the parameters of a call', () => {
    expect(only('twilio', startTwilio)).toEqual({
      type: 'start',
      callId: 'CA1',
      streamId: 'MZ1',
      format: { encoding: 'mulaw', rateHz: 8000 },
      custom: { flow: 'demo', n: '3' },
    });
  });

  it('ignores our own track', () => {
    const session = dialects.twilio.open();
    session.parse(JSON.stringify(startTwilio));
    const own = { event: 'media', media: { track: 'outbound', payload: 'AAAA' } };
    expect(session.parse(JSON.stringify(own))).toEqual({ ok: true, events: [] });
  });

  it('prints the same audio on both paths, for its own stream', () => {
    const payload = Uint8Array.from({ length: 160 }, (_, i) => i);
    for (const streamSid of ['MZ1', 'a "quoted" one']) {
      const session = dialects.twilio.open();
      session.parse(JSON.stringify({ ...startTwilio, start: { ...startTwilio.start, streamSid } }));
      const quick = Buffer.from(session.printAudio?.(payload) ?? []).toString();
      expect([quick]).toEqual(session.print({ type: 'audio', payload }));
      expect(JSON.parse(quick)).toEqual({ event: 'media', streamSid, media: { payload: base64(payload) } });
    }
  });
});

describe('telnyx', () => {
  it('returns the ids, both numbers and the parameters of a call', () => {
    expect(only('telnyx', startTelnyx)).toEqual({
      type: 'start',
      callId: 'v3:c-1',
      streamId: 's-1',
      format: { encoding: 'mulaw', rateHz: 8000 },
      from: '+1',
      to: '+2',
      custom: { flow: 'demo', n: '3' },
    });
  });

  it.each([
    ['PCMA', 8000],
    ['L16', 16000],
    ['PCMU', 16000],
  ])('refuses %s at %i Hz: the answer in PCMU would be noise', (encoding, sample_rate) => {
    const start = { ...startTelnyx.start, media_format: { encoding, sample_rate, channels: 1 } };
    const result = dialects.telnyx.open().parse(JSON.stringify({ ...startTelnyx, start }));
    expect(result).toMatchObject({ ok: false, fault: { code: 'bad_message' } });
  });

  it('reports errors of the provider, and ignores our own track', () => {
    const session = dialects.telnyx.open();
    session.parse(JSON.stringify(startTelnyx));
    const own = { event: 'media', media: { track: 'outbound', payload: 'AAAA' } };
    expect(session.parse(JSON.stringify(own))).toEqual({ ok: true, events: [] });
    const error = { event: 'error', payload: { code: 100003, title: 'malformed_frame', detail: 'No payload.' } };
    expect(session.parse(JSON.stringify(error))).toEqual({
      ok: true,
      events: [{ type: 'trouble', reason: 'No payload.' }],
    });
  });
});

describe('vonage', () => {
  const connected = (fields: object) => JSON.stringify({ event: 'websocket:connected', ...fields });

  it('returns the call and the headers of its document', () => {
    const fields = { 'content-type': 'audio/l16;rate=24000', call_id: 'c-1', flow: 'demo' };
    expect(dialects.vonage.open().parse(connected(fields))).toEqual({
      ok: true,
      events: [
        {
          type: 'start',
          callId: 'c-1',
          streamId: '',
          format: { encoding: 'l16', rateHz: 24000 },
          custom: { flow: 'demo' },
        },
      ],
    });
  });

  it.each(['audio/l16;rate=48000', 'audio/x-mulaw', 'audio/l16;rate=11025', 'video/h264'])('refuses %s', (type) => {
    const result = dialects.vonage.open().parse(connected({ 'content-type': type }));
    expect(result).toMatchObject({ ok: false, fault: { code: 'bad_message' } });
  });

  it('reads audio only after its start, and whole samples only', () => {
    const session = dialects.vonage.open();
    expect(session.parse(new Uint8Array(640))).toMatchObject({ ok: false, fault: { code: 'out_of_order' } });
    session.parse(connected({ 'content-type': 'audio/l16;rate=8000' }));
    expect(session.parse(new Uint8Array(321))).toMatchObject({ ok: false, fault: { code: 'bad_audio' } });
  });

  it.each([
    [640, [640]],
    [1, [640]],
    [1281, [640, 640, 640]],
  ])('sends %i bytes as frames of 20 ms, the last one padded with silence', (length, sizes) => {
    const session = dialects.vonage.open();
    session.parse(connected({ 'content-type': 'audio/l16;rate=16000' }));
    const frames = session.print({ type: 'audio', payload: new Uint8Array(length).fill(7) }) as Uint8Array[];
    expect(frames.map((frame) => frame.length)).toEqual(sizes);
    const joined = Buffer.concat(frames);
    expect([
      joined.subarray(0, length).every((byte) => byte === 7),
      joined.subarray(length).every((b) => b === 0),
    ]).toEqual([true, true]);
  });
});

describe('asterisk', () => {
  const opened = (format: string) => {
    const session = dialects.asterisk.open();
    expect(session.parse(mediaStart({ format }))).toMatchObject({ ok: true });
    return session;
  };

  it.each([
    ['ulaw', 160, 0xff],
    ['alaw', 160, 0xd5],
    ['slin', 320, 0],
    ['slin16', 640, 0],
  ])('sends whole frames of %s, the last one padded with silence', (format, frameBytes, silence) => {
    const payload = new Uint8Array(frameBytes + 2).fill(7);
    const [frame] = opened(format).print({ type: 'audio', payload }) as Uint8Array[];
    expect(frame?.length).toBe(2 * frameBytes);
    expect(frame?.subarray(0, frameBytes + 2)).toEqual(payload);
    expect(frame?.subarray(frameBytes + 2).every((byte) => byte === silence)).toBe(true);
  });

  it.each(['opus', 'g722', 'toString', ''])('refuses the format %j', (format) => {
    expect(dialects.asterisk.open().parse(mediaStart({ format }))).toMatchObject({
      ok: false,
      fault: { code: 'bad_message' },
    });
  });

  it.each(['MEDIA_XON', 'QUEUE_DRAINED', 'STATUS', 'MEDIA_BUFFERING_COMPLETED'])('ignores %s', (event) => {
    expect(opened('ulaw').parse(JSON.stringify({ event, channel_id: '17.4' }))).toEqual({ ok: true, events: [] });
  });

  it.each([
    [{ event: 'MEDIA_XOFF' }, 'Asterisk has 900 frames to play'],
    [{ event: 'ERROR', error_text: 'Unable to parse JSON command' }, 'Unable to parse JSON command'],
  ])('reports %j as trouble', (message, reason) => {
    expect(opened('ulaw').parse(JSON.stringify(message))).toEqual({ ok: true, events: [{ type: 'trouble', reason }] });
  });

  it('refuses messages in plain text, which a dialplan without f(json) has', () => {
    expect(dialects.asterisk.open().parse('MEDIA_START connection_id:parley format:ulaw')).toMatchObject({
      ok: false,
      fault: { code: 'not_json' },
    });
  });

  it('sends control messages that Asterisk can read', () => {
    const messages = [dialects.asterisk.probe, ...opened('ulaw').print({ type: 'mark', name: 'm'.repeat(64) })];
    for (const message of messages) expect(Buffer.byteLength(message ?? '')).toBeLessThanOrEqual(128);
  });
});

describe('browser', () => {
  it('reads binary frames as audio after start', () => {
    const session = dialects.browser.open();
    expect(session.parse(new Uint8Array(4))).toMatchObject({ ok: false, fault: { code: 'out_of_order' } });
    session.parse(JSON.stringify(startBrowser));
    expect(session.parse(new Uint8Array([1, 2]))).toEqual({
      ok: true,
      events: [{ type: 'audio', payload: new Uint8Array([1, 2]) }],
    });
    expect(session.parse(new Uint8Array(3))).toMatchObject({ ok: false, fault: { code: 'bad_audio' } });
  });

  it('sends ready before the page has announced its format', () => {
    expect(dialects.browser.open().print({ type: 'ready', callUuid: 'u' })).toEqual([
      '{"event":"ready","call_uuid":"u"}',
    ]);
  });

  it('omits heard where it is unknown', () => {
    const caption = { id: 'l', speaker: 'caller', text: 'hi', final: false } as const;
    const [frame] = dialects.browser.open().print({ type: 'transcript', caption });
    expect(JSON.parse(frame as string)).toEqual({ event: 'transcript', ...caption });
  });
});

it.each(['telephony_a', 'telephony_b', 'twilio', 'telnyx'] as const)('%s refuses binary frames', (name) => {
  expect(dialects[name].open().parse(new Uint8Array(2))).toMatchObject({
    ok: false,
    fault: { code: 'unexpected_binary', closeCode: 1003 },
  });
});
