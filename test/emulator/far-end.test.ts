import { afterEach, describe, expect, test } from 'vitest';
import { type FarDialectName, farDialects } from '../../media/emulator/dialects.ts';
import { type CallRun, type PlaceCallOptions, placeCall } from '../../media/emulator/far-end.ts';
import { createFarLine, type FarLineOptions } from '../../media/emulator/far-line.ts';
import { decodeWire, encodeWire } from '../../media/emulator/wire-audio.ts';
import { bytesPerSample, type Clip, type WireFormat } from '../../media/line/audio.ts';
import { openScriptedServer, type ScriptedServer, type ServerSide } from './scripted-server.ts';

type Json = Record<string, unknown>;
const names = Object.keys(farDialects) as FarDialectName[];

const tone = (ms: number, rateHz: number): Clip => ({
  rateHz,
  samples: Float32Array.from({ length: (ms * rateHz) / 1000 }, (_, i) => 0.3 * Math.sin(0.3 * i + 0.5)),
});

const plivoLike = (streamId: string) => ({
  audio: (payload: Uint8Array) => ({
    event: 'playAudio',
    media: { contentType: 'audio/x-mulaw', sampleRate: 8000, payload: Buffer.from(payload).toString('base64') },
  }),
  mark: (name: string) => ({ event: 'checkpoint', streamId, name }),
  clear: { event: 'clearAudio', streamId },
});

/** The server's words in each dialect. */
const say: Record<
  FarDialectName,
  (stream: string) => { audio(payload: Uint8Array): Json | Uint8Array; mark(name: string): Json; clear: Json }
> = {
  telephony_a: plivoLike,
  vobiz: plivoLike,
  telephony_b: (stream_sid) => ({
    audio: (payload) => ({ event: 'media', stream_sid, media: { payload: Buffer.from(payload).toString('base64') } }),
    mark: (name) => ({ event: 'mark', stream_sid, mark: { name } }),
    clear: { event: 'clear', stream_sid },
  }),
  twilio: (streamSid) => ({
    audio: (payload) => ({ event: 'media', streamSid, media: { payload: Buffer.from(payload).toString('base64') } }),
    mark: (name) => ({ event: 'mark', streamSid, mark: { name } }),
    clear: { event: 'clear', streamSid },
  }),
  telnyx: () => ({
    audio: (payload) => ({ event: 'media', media: { payload: Buffer.from(payload).toString('base64') } }),
    mark: (name) => ({ event: 'mark', mark: { name } }),
    clear: { event: 'clear' },
  }),
  vonage: () => ({
    audio: (payload) => payload,
    mark: (name) => ({ action: 'notify', payload: { name } }),
    clear: { action: 'clear' },
  }),
  asterisk: () => ({
    audio: (payload) => payload,
    mark: (name) => ({ command: 'MARK_MEDIA', correlation_id: name }),
    clear: { command: 'FLUSH_MEDIA' },
  }),
  browser: () => ({
    audio: (payload) => ({ event: 'media', payload: Buffer.from(payload).toString('base64') }),
    mark: (name) => ({ event: 'mark', name }),
    clear: { event: 'clear' },
  }),
};

const frameOf = (message: Json | Uint8Array): string | Uint8Array =>
  message instanceof Uint8Array ? message : JSON.stringify(message);

const openLine = (name: FarDialectName, options: Partial<FarLineOptions> = {}, format?: WireFormat) => {
  const dialect = farDialects[name];
  return createFarLine({
    dialect,
    identity: {
      callId: 'c',
      streamId: 's',
      accountId: 'a',
      from: '+1',
      to: '+2',
      custom: {},
      format: format ?? dialect.formats[0]!,
    },
    comfortNoiseDbfs: null,
    ...options,
  });
};

const payloadOf = (message: string | Uint8Array): Uint8Array | undefined => {
  if (typeof message !== 'string') return message;
  const fields = JSON.parse(message) as { media?: { payload?: string } };
  return fields.media?.payload === undefined ? undefined : Buffer.from(fields.media.payload, 'base64');
};

/** Pumps the line every 5 ms and gives its audio frames with their times. */
const framesUntil = (line: ReturnType<typeof openLine>, untilMs: number): { atMs: number; payload: Uint8Array }[] => {
  const frames: { atMs: number; payload: Uint8Array }[] = [];
  for (let atMs = 0; atMs <= untilMs; atMs += 5) {
    for (const message of line.pump(atMs)) {
      const payload = payloadOf(message);
      if (payload !== undefined) frames.push({ atMs, payload });
    }
  }
  return frames;
};

describe.each(names)('%s line', (name) => {
  test.each(farDialects[name].formats.map((format) => [`${format.encoding} ${format.rateHz}`, format] as const))(
    '%s: frames of the true size, one for each frame time',
    (_, format) => {
      const { frameMs } = farDialects[name];
      const line = openLine(name, {}, format);
      line.send({ type: 'start' }, 0);
      const frames = framesUntil(line, 2000);
      expect(frames).toHaveLength(2000 / frameMs);
      const bytes = (format.rateHz / 1000) * frameMs * bytesPerSample(format.encoding);
      expect(new Set(frames.map((frame) => frame.payload.length))).toEqual(new Set([bytes]));
      frames.forEach((frame, index) => {
        expect(frame.atMs).toBe(frameMs * (index + 1));
      });
    },
  );

  test('sends a recorded clip unchanged, at the reported position', () => {
    const format = farDialects[name].formats[0]!;
    const line = openLine(name);
    framesUntil(line, 300);
    const place = line.say(tone(500, format.rateHz));
    const frames: Uint8Array[] = [];
    for (let atMs = 305; atMs <= 2000; atMs += 5) {
      for (const message of line.pump(atMs)) frames.push(payloadOf(message)!);
    }
    const heard = Float32Array.from(frames.flatMap((payload) => [...decodeWire(format, payload)]));
    const start = place.clip.startSample - (300 * format.rateHz) / 1000;
    expect(heard.slice(start, start + place.clip.endSample - place.clip.startSample)).toEqual(
      decodeWire(format, encodeWire(format, tone(500, format.rateHz).samples)),
    );
    const record = line.record(2000);
    expect(record.caller).toHaveLength(2 * format.rateHz);
    expect(record.agent).toHaveLength(2 * format.rateHz);
    expect(record.caller.slice((300 * format.rateHz) / 1000)).toEqual(heard);
    expect(place.speech.endSample - place.speech.startSample).toBe(0.5 * format.rateHz);
  });

  test('catches up late frames, none skipped and none sent twice', () => {
    const line = openLine(name);
    const late = [...line.pump(0), ...line.pump(790), ...line.pump(795), ...line.pump(1000)];
    expect(late).toHaveLength(1000 / farDialects[name].frameMs);
  });

  test('plays, marks, clears and reports the server’s audio', () => {
    const format = farDialects[name].formats[0]!;
    const words = say[name]('s');
    const line = openLine(name);
    const payload = encodeWire(format, tone(400, format.rateHz).samples);
    line.receive(frameOf(words.audio(payload)), 100);
    line.receive(JSON.stringify(words.mark('one')), 100);
    line.receive(frameOf(words.audio(payload)), 110);
    line.receive(frameOf(words.audio(payload)), 120);
    line.receive(JSON.stringify(words.mark('two')), 120);
    const acks = (from: number, to: number): string[] => {
      const found: string[] = [];
      for (let atMs = from; atMs <= to; atMs += 5) {
        for (const message of line.pump(atMs)) {
          if (typeof message === 'string' && message.includes('one')) found.push('one');
          if (typeof message === 'string' && message.includes('two')) found.push('two');
        }
      }
      return found;
    };
    expect(acks(125, 495)).toEqual([]);
    expect(acks(500, 500)).toEqual(['one']);
    line.receive(JSON.stringify(words.clear), 600);
    expect(acks(605, 3000)).toEqual(name === 'twilio' || name === 'telnyx' ? ['two'] : []);
    const record = line.record(3000);
    expect(record.complaintCount).toBe(0);
    const lastMs = (record.agent.findLastIndex((sample) => sample !== 0) * 1000) / format.rateHz;
    expect(Math.ceil(lastMs)).toBe(name === 'telephony_b' ? 900 : 600);
    expect(record.playout.clearsMs).toEqual([600]);
  });
});

test('with loss, jitter and reordering changes arrival, not content', () => {
  const network = { jitterMs: 60, lossRate: 0.1, reorderRate: 0.1, seed: 7 };
  const arrivals = (): number[] => {
    const line = openLine('telephony_a', { network });
    const chunks: number[] = [];
    for (let atMs = 0; atMs <= 20_100; atMs += 5) {
      for (const message of line.pump(atMs)) chunks.push((JSON.parse(String(message)) as Chunked).media.chunk);
    }
    const record = line.record(20_000);
    expect(record.framesSent).toBe(1005);
    expect(chunks.length + record.framesLost).toBeGreaterThan(995);
    expect(record.framesLost).toBeGreaterThan(50);
    expect(record.framesReordered).toBeGreaterThan(50);
    return chunks;
  };
  const chunks = arrivals();
  expect(new Set(chunks).size).toBe(chunks.length);
  expect(chunks.some((chunk, index) => index > 0 && chunk < chunks[index - 1]!)).toBe(true);
  expect(arrivals()).toEqual(chunks);
});

interface Chunked {
  media: { chunk: number };
}

test('has comfort noise that a detector hears and a listener does not', () => {
  const line = openLine('telephony_a', { comfortNoiseDbfs: -65 });
  framesUntil(line, 1000);
  const { caller } = line.record(1000);
  const dbfs = 10 * Math.log10(caller.reduce((sum, sample) => sum + sample * sample, 0) / caller.length);
  expect(dbfs).toBeGreaterThan(-68);
  expect(dbfs).toBeLessThan(-62);
});

describe('over a real socket', () => {
  const open: { server: ScriptedServer; run?: CallRun }[] = [];
  afterEach(async () => {
    for (const { server, run } of open.splice(0)) {
      run?.drop();
      await server.close();
    }
  });
  const call = async (
    name: FarDialectName,
    options: Partial<PlaceCallOptions> = {},
  ): Promise<[CallRun, ServerSide]> => {
    const server = await openScriptedServer();
    const run = placeCall({ dialect: name, url: server.url, identity: { streamId: 's' }, ...options });
    open.push({ server, run });
    return [run, await server.connected];
  };
  const eventOf = (event: string) => (message: Json | Buffer) => !Buffer.isBuffer(message) && message.event === event;

  test.each(names)('%s: starts, streams, plays, acknowledges and hangs up', async (name) => {
    const [run, server] = await call(name);
    const format = run.format;
    const words = say[name]('s');
    const starts: Partial<Record<FarDialectName, string>> = { vonage: 'websocket:connected', asterisk: 'MEDIA_START' };
    await server.until(eventOf(starts[name] ?? 'start'));
    server.send(words.audio(encodeWire(format, tone(200, format.rateHz).samples)), words.mark('greeting'));
    await server.until((message) => JSON.stringify(message).includes('greeting'));
    const ending = await run.hangUp();
    expect(ending).toMatchObject({ by: 'caller' });
    const onlyCloses = ['vonage', 'asterisk', 'vobiz'].includes(name);
    if (!onlyCloses) await server.until(eventOf('stop'));
    const record = run.record();
    expect(record.playout.marks).toMatchObject([{ name: 'greeting' }]);
    expect(record.playout.audible).toHaveLength(1);
    expect(record.caller.length).toBe(record.agent.length);
    expect(record.complaintCount).toBe(0);
  });

  test('a browser may send its audio as JSON', async () => {
    const [, server] = await call('browser', {
      format: { encoding: 'mulaw', rateHz: 8000 },
      identity: { packing: 'json' },
    });
    expect(await server.until(eventOf('start'))).toMatchObject({ sample_rate: 8000, encoding: 'mulaw' });
    const media = (await server.until(eventOf('media'))) as { payload: string };
    expect(Buffer.from(media.payload, 'base64')).toHaveLength(160);
  });

  test('keys, malformed frames and protocol errors', async () => {
    const [run, server] = await call('telephony_a');
    await server.until(eventOf('start'));
    run.press('5');
    expect(await server.until(eventOf('dtmf'))).toMatchObject({ dtmf: { digit: '5' } });
    run.sendRaw('{"event":"media","media":{}}');
    await server.until((message) => JSON.stringify(message) === '{"event":"media","media":{}}');
    server.send('not json', { event: 'clearAudio', streamId: 'someone else' });
    await run.until(() => run.record().complaintCount === 2, 5_000);
    expect(run.record().complaints.map((complaint) => complaint.code)).toEqual(['not_json', 'wrong_stream']);
  });

  test('the server’s close with its reason', async () => {
    const [run, server] = await call('telephony_b');
    await run.opened;
    server.socket.close(1008, 'malformed');
    expect(await run.ended).toMatchObject({ by: 'server', closeCode: 1008, reason: 'malformed' });
    expect(run.over).toBe(true);
    expect(await run.until(() => false, 60_000)).toBe(false);
  });

  test('a server that disappears', async () => {
    const [run, server] = await call('telephony_a');
    await run.opened;
    server.socket.terminate();
    expect(await run.ended).toMatchObject({ by: 'network', closeCode: 1006 });
  });

  test('a server that does not exist', async () => {
    const run = placeCall({ dialect: 'telephony_a', url: 'ws://127.0.0.1:1/' });
    expect(await run.opened).toBe(false);
    expect(await run.ended).toMatchObject({ by: 'unreachable', reason: expect.stringContaining('ECONNREFUSED') });
  });

  test('a half-open far end receives nothing until it reads again', async () => {
    const [run, server] = await call('browser');
    await server.until(eventOf('start'));
    run.stopReading();
    server.send({ event: 'ended', reason: 'agent_goodbye' });
    const closing = run.until(() => run.record().log.length > 0, 150);
    expect(await closing).toBe(false);
    run.resumeReading();
    expect(await run.until(() => run.record().log.length > 0, 5_000)).toBe(true);
    expect(run.record().log[0]?.command).toEqual({ type: 'ended', reason: 'agent_goodbye' });
  });

  test('a format that the dialect lacks throws', () => {
    const format = { encoding: 'l16', rateHz: 48000 } as const;
    expect(() => placeCall({ dialect: 'telephony_a', url: 'ws://127.0.0.1:1/', format })).toThrow(
      'telephony_a has no l16 at 48000 Hz',
    );
  });
});
