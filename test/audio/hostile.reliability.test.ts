import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createTranscriber } from '../../src/audio/index.ts';
import { runWatched } from '../../src/watched-process/index.ts';
import { childrenOf, watchChildren } from '../child-processes.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { testModelsDir as modelsDir } from '../models.ts';
import { silentFlac } from './silent-flac.ts';

const files = join(import.meta.dirname, 'files');
const built = (path: string): URL => new URL(`../../dist/media/${path}`, import.meta.url);
const decode = built('codec/sound/decode-child.js');
const transcribe = built('call/transcript/transcribe-child.js');

const place = (name: string, bytes: Uint8Array | string): string => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
};

interface DecodeHow {
  /** Four hours by default. */
  readonly maxSeconds?: number;
  readonly ffmpeg?: string;
  readonly signal?: AbortSignal;
}

/** Runs the process that decodes, and throws the sound away. */
async function decodeAll(path: string, how: DecodeHow = {}) {
  const { maxSeconds = 4 * 3600, ffmpeg, signal = new AbortController().signal } = how;
  const children = watchChildren();
  let told: { type?: string; code?: string; seconds?: number } = {};
  const end = await runWatched({
    module: decode,
    heapMebibytes: 128,
    youngMebibytes: 2,
    memoryBytes: 384 * 2 ** 20,
    stallMs: 100_000,
    signal,
    args: [path, JSON.stringify({ maxSeconds, ffmpeg })],
    onOutput: (output) => void output.resume(),
    onMessage(message) {
      told = message as typeof told;
    },
  });
  return { end: end.kind, told, peakBytes: Math.max(...children.end().map(({ peakBytes }) => peakBytes)) };
}

describe('S-14: a recording with misleading content', () => {
  test.each([
    // Whole, each would take more than twice the limit.
    [2, 1],
    [0.25, 8],
  ])(
    '%s hours of silence in a few kilobytes with %i channels are decoded completely in little memory',
    async (hours, channels) => {
      const { end, told, peakBytes } = await decodeAll(place('silence', silentFlac(hours, { channels })));
      expect([end, told.type]).toEqual(['done', 'end']);
      // The last block is a full one, of four seconds.
      expect(told.seconds).toBeGreaterThanOrEqual(hours * 3600);
      expect(told.seconds).toBeLessThan(hours * 3600 + 5);
      expect(peakBytes).toBeLessThan(200 * 2 ** 20);
    },
  );

  test('a recording over the limit is rejected with little memory', async () => {
    const { told, peakBytes } = await decodeAll(place('silence', silentFlac(10, { channels: 2 })), {
      maxSeconds: 3600,
    });
    expect(told).toMatchObject({ type: 'refused', code: 'too_long' });
    expect(peakBytes).toBeLessThan(200 * 2 ** 20);
  });

  test('four claimed gigabytes in a kilobyte end at the end of the file', async () => {
    const wav = Buffer.from(readFileSync(join(files, 'morning.wav')).subarray(0, 16_044));
    wav.writeUInt32LE(0xffffffff, 4);
    wav.writeUInt32LE(0xffffffff, 40);
    const { told, peakBytes } = await decodeAll(place('large.wav', wav));
    expect(told).toMatchObject({ type: 'end', seconds: expect.closeTo(0.5, 2) });
    expect(peakBytes).toBeLessThan(150 * 2 ** 20);
  });

  test('an MP3 named WAV is detected by content; silence has no words', async () => {
    const transcriber = createTranscriber({
      modules: async () => ({ decode, transcribe }),
      modelsDir,
      threads: 1,
      providers: ['cpu'],
    });
    const hear = async (path: string) => {
      let text = '';
      const outcome = await transcriber.transcribe(path, {
        fromMs: 0,
        signal: new AbortController().signal,
        async onPart({ sentences }) {
          text += sentences.map((sentence) => sentence.text).join(' ');
        },
      });
      return { kind: outcome.kind, text };
    };
    const meeting = await hear(place('meeting.wav', readFileSync(join(files, 'meeting.mp3'))));
    expect(meeting).toEqual({ kind: 'transcribed', text: expect.stringContaining('Berlin') });
    expect(await hear(place('silence.flac', silentFlac(0.02)))).toEqual({ kind: 'transcribed', text: '' });
  });
});

test('a hanging decoder is killed, with its recogniser', async () => {
  const hung = pathToFileURL(place('hangs.mjs', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'));
  const transcriber = createTranscriber({
    modules: async () => ({ decode: hung, transcribe }),
    modelsDir,
    threads: 1,
    providers: ['cpu'],
    limits: { stallMs: 8000 },
  });
  const outcome = await transcriber.transcribe(join(files, 'morning.wav'), {
    fromMs: 0,
    signal: new AbortController().signal,
    onPart: async () => {},
  });
  expect(outcome).toMatchObject({ kind: 'fault', code: 'too_slow' });
  expect(childrenOf(process.pid).filter(({ command }) => /hangs|transcribe-child/.test(command))).toEqual([]);
});

test('a hanging ffmpeg ends with the process that started it', async () => {
  const ffmpeg = place('ffmpeg', `#!/bin/sh\necho $$ > "$0.pid"\nexec sleep 3600\n`);
  chmodSync(ffmpeg, 0o755);
  const stopping = new AbortController();
  const ended = decodeAll(join(files, 'morning.m4a'), { ffmpeg, signal: stopping.signal });
  await expect
    .poll(() => existsSync(`${ffmpeg}.pid`) && readFileSync(`${ffmpeg}.pid`, 'utf8'), { timeout: 60_000 })
    .toMatch(/\d\n/);
  const pid = Number(readFileSync(`${ffmpeg}.pid`, 'utf8'));
  stopping.abort();
  expect((await ended).end).toBe('aborted');
  // A zombie has no memory.
  const isAlive = (): boolean =>
    existsSync(`/proc/${pid}/status`) && readFileSync(`/proc/${pid}/status`, 'utf8').includes('VmRSS');
  await expect.poll(isAlive, { timeout: 60_000 }).toBe(false);
});
