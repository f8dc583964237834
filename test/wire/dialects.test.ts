import { describe, expect, it } from 'vitest';
import { dialects } from '../../media/wire/dialects/index.ts';
import { dialectContract } from './dialect.contract.ts';
import { base64, bytes, only, read } from './dialect-frames.ts';

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
