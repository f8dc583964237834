import { copyFileSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMp3Files, type Mp3FilesOptions } from '../../src/recordings/mp3-files.ts';
import { preferredSound } from '../../src/recordings/preferred-sound.ts';
import { createWavFile } from '../../src/recordings/wav-file.ts';
import { temporaryFolder } from '../http/test-app.ts';

const child = (name: string): URL => new URL(`./children/${name}.mjs`, import.meta.url);

async function recorded(seconds: number, rateHz = 8000): Promise<string> {
  const dir = temporaryFolder();
  const wav = await createWavFile(join(dir, 'call.wav'), rateHz);
  const second = Int16Array.from({ length: 2 * rateHz }, (_, i) => 9000 * Math.sin((i >> 1) / (i % 2 === 0 ? 3 : 5)));
  for (let at = 0; at < seconds; at++) await wav.put(at * rateHz, second);
  await wav.close();
  return dir;
}

function files(dir: string, options: Partial<Mp3FilesOptions> = {}) {
  const made = createMp3Files({ dir, ...options });
  onTestFinished(() => made.close());
  return made;
}

/** MPEG audio frames of a file without tags: how many, and at which rate. */
function frames(bytes: Buffer): { count: number; rateHz: number; channels: number; seconds: number } {
  const bitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
  let count = 0;
  let rateHz = 0;
  let channels = 0;
  for (let at = 0; at + 4 <= bytes.length; count++) {
    const header = bytes.readUInt32BE(at);
    expect(header >>> 21).toBe(0x7ff);
    const version = (header >>> 19) & 3;
    rateHz = [44_100, 48_000, 32_000][(header >>> 10) & 3]! / (version === 3 ? 1 : version === 2 ? 2 : 4);
    channels = ((header >>> 6) & 3) === 3 ? 1 : 2;
    const kilobits = bitrates[(header >>> 12) & 15] as number;
    at += Math.floor((72 * kilobits * 1000) / rateHz) + ((header >>> 9) & 1);
  }
  return { count, rateHz, channels, seconds: (count * 576) / rateHz };
}

test.each([8000, 16_000])('a recording at %i Hz becomes an MP3 of the same length, once', async (rateHz) => {
  const dir = await recorded(7, rateHz);
  const mp3s = files(dir);
  const both = await Promise.all([mp3s.get({ name: 'call' }), mp3s.get({ name: 'call' })]);
  expect(both).toEqual([
    { kind: 'file', name: 'call.mp3' },
    { kind: 'file', name: 'call.mp3' },
  ]);
  const bytes = readFileSync(join(dir, 'call.mp3'));
  const found = frames(bytes);
  expect(found).toMatchObject({ rateHz, channels: 2 });
  expect(Math.abs(found.seconds - 7)).toBeLessThan(0.3);
  expect(readdirSync(dir).toSorted()).toEqual(['call.mp3', 'call.wav']);

  writeFileSync(join(dir, 'call.mp3'), 'kept');
  expect(await mp3s.get({ name: 'call' })).toEqual({ kind: 'file', name: 'call.mp3' });
  expect(readFileSync(join(dir, 'call.mp3'), 'utf8')).toBe('kept');
});

test('a recording that grows during encoding is encoded again', async () => {
  const dir = await recorded(1);
  const before = new Date(Date.now() - 60_000);
  utimesSync(join(dir, 'call.wav'), before, before);
  const made = files(dir, { child: child('overtaken') }).get({ name: 'call' });
  const isBeingMade = () => readdirSync(dir).some((name) => name.includes('.mp3.'));
  await vi.waitFor(() => expect(isBeingMade()).toBe(true), 20_000);
  copyFileSync(join(dir, 'call.wav'), join(dir, 'next.wav'));
  renameSync(join(dir, 'next.wav'), join(dir, 'call.wav'));
  await made;
  expect(readFileSync(join(dir, 'call.mp3'), 'utf8')).toBe('of what was there before');
  await files(dir).get({ name: 'call' });
  expect(frames(readFileSync(join(dir, 'call.mp3'))).count).toBeGreaterThan(0);
});

test.each([
  ['silent', { stallMs: 300 }, /produced no output/],
  ['broken', {}, /Cannot find package/],
  ['absent', {}, /Cannot find module/],
] as const)('an encoder that is %s leaves the WAV and says why', async (name, limits, why) => {
  const dir = await recorded(1);
  const made = await files(dir, { child: child(name), limits }).get({ name: 'call' });
  expect(made).toMatchObject({ kind: 'failed', detail: expect.stringMatching(why) });
  expect(readdirSync(dir)).toEqual(['call.wav']);
});

test.skipIf(process.platform !== 'linux')('an encoder that takes too much memory is ended', async () => {
  const dir = await recorded(1);
  const made = await files(dir, { child: child('greedy'), limits: { memoryBytes: 200 * 1024 * 1024 } }).get({
    name: 'call',
  });
  expect(made).toMatchObject({ kind: 'failed', detail: expect.stringMatching(/memory/) });
});

test('requests beyond the queue are rejected', async () => {
  const dir = await recorded(1);
  const mp3s = files(dir, { child: child('silent'), limits: { atOnce: 1, waiting: 1 } });
  const first = mp3s.get({ name: 'a' });
  const second = mp3s.get({ name: 'b' });
  await expect.poll(() => mp3s.get({ name: 'c' }), { timeout: 60_000 }).toEqual({ kind: 'busy' });
  mp3s.close();
  expect([await first, await second].map(({ kind }) => kind)).toEqual(['failed', 'failed']);
});

test.each([
  [undefined, 'mp3'],
  ['*/*', 'mp3'],
  ['audio/mpeg', 'mp3'],
  ['audio/wav, audio/mpeg', 'mp3'],
  ['audio/wav', 'wav'],
  ['audio/wav, */*;q=0.1', 'wav'],
  ['audio/mpeg;q=0.9, audio/wav;q=0.2', 'mp3'],
  ['audio/mpeg;q=0', 'wav'],
  ['text/html', 'mp3'],
] as const)('who accepts %s gets %s', (accept, sound) => {
  expect(preferredSound(accept)).toBe(sound);
});
