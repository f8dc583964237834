import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Transcriber } from '../../src/audio/index.ts';
import { uploadSound } from '../../src/features/analysis/call-analysis/upload-sound.ts';
import type { UploadWav } from '../../src/recordings/index.ts';
import { analysisOnce, onEachDatabase, scriptedTranscriber, stereo } from './analysis-app.ts';

const fileOf = (name: string): Buffer => readFileSync(join(import.meta.dirname, '..', 'audio', 'files', name));

const isMp3 = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2);
const isWav = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE';

/** Hears one sentence, whatever the file contains. */
function hearing(text: string) {
  const { script, transcriber } = scriptedTranscriber();
  script.hear = async () => [[0, text]];
  return transcriber;
}

onEachDatabase('recordings of uploads', (database) => {
  const open = analysisOnce(database);

  /** Uploads a file and returns a function that requests its recording, as a player does. */
  async function uploaded(file: Buffer, transcriber: Transcriber = hearing('Good morning.')) {
    const { ask, settled, http } = open(transcriber);
    const { body } = await ask('POST', '/api/uploads', { file });
    const { recording_url } = await settled(body.id);
    const url = new URL(recording_url, 'http://localhost');
    return (format?: string, headers: Record<string, string> = {}) => {
      if (format !== undefined) url.searchParams.set('format', format);
      return http.inject({ method: 'GET', url: `${url.pathname}${url.search}`, headers });
    };
  }

  test.each([
    'morning.wav',
    'morning.mp3',
    'morning.flac',
    'morning.m4a',
    'morning-opus.ogg',
    'morning-vorbis.ogg',
    'morning.webm',
  ])('%s is sent as MP3 by default and as WAV on request', async (name) => {
    const recording = await uploaded(fileOf(name));
    const mp3 = await recording();
    expect([mp3.statusCode, mp3.headers['content-type']]).toEqual([200, 'audio/mpeg']);
    expect(isMp3(mp3.rawPayload)).toBe(true);
    const wav = await recording('wav');
    expect([wav.statusCode, wav.headers['content-type']]).toEqual([200, 'audio/wav']);
    expect(isWav(wav.rawPayload)).toBe(true);
  });

  test('a file of the requested format is sent unchanged', async () => {
    const mp3 = await uploaded(fileOf('morning.mp3'));
    expect((await mp3('mp3')).rawPayload.equals(fileOf('morning.mp3'))).toBe(true);
    const wav = await uploaded(fileOf('morning.wav'));
    expect((await wav('wav')).rawPayload.equals(fileOf('morning.wav'))).toBe(true);
  });

  test('a converted recording supports ranges', async () => {
    const recording = await uploaded(stereo);
    const whole = (await recording('mp3')).rawPayload;
    const part = await recording('mp3', { range: 'bytes=100-299' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-299/${whole.length}`]);
    expect(part.rawPayload.equals(whole.subarray(100, 300))).toBe(true);
    expect((await recording('mp3', { range: `bytes=${whole.length}-` })).statusCode).toBe(416);
  });

  test('a file that cannot be decoded keeps its own type and says why it was not converted', async () => {
    const damaged = Buffer.concat([fileOf('morning.flac').subarray(0, 200), Buffer.alloc(5000, 0x55)]);
    const recording = await uploaded(damaged);
    for (const format of [undefined, 'wav']) {
      const sent = await recording(format);
      expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'audio/flac']);
      expect(sent.headers['x-not-converted']).toMatch(/\w/);
      expect(sent.rawPayload.equals(damaged)).toBe(true);
    }
  });
});

describe('an upload that has to be converted', () => {
  const file = fileOf('morning.flac');
  const stored = {
    digest: 'd',
    sizeBytes: file.length,
    withPath: <T>(use: (path: string) => Promise<T>) => use('path'),
    stream: async (range = { start: 0, end: file.length - 1 }) =>
      Readable.from([file.subarray(range.start, range.end + 1)]),
  };
  const mp3Files = { get: async () => ({ kind: 'busy' }) as const };
  const soundOf = (wav: UploadWav, spans: readonly { startMs: number; endMs: number }[] = []) =>
    uploadSound(stored, 'mp3', spans, { silenced: { ofUpload: async () => wav }, mp3Files });

  test('is not sent when numbers were redacted and the file cannot be decoded', async () => {
    const failed = { kind: 'failed', detail: 'damaged' } as const;
    expect(await soundOf(failed, [{ startMs: 0, endMs: 900 }])).toEqual({ kind: 'not_silenced', detail: 'damaged' });
    expect(await soundOf(failed)).toMatchObject({ kind: 'file', mimeType: 'audio/flac', unconverted: 'damaged' });
  });

  test('is refused for now when too many conversions are waiting', async () => {
    expect(await soundOf({ kind: 'busy' })).toEqual({ kind: 'busy' });
  });
});
