import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { monoOf } from '../../media/codec/sound/block.ts';
import { openSound } from '../../media/codec/sound/open-sound.ts';
import { wavHeader } from '../../media/codec/wav.ts';
import { createResampler } from '../../media/dsp/resampler.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { silentFlac } from './silent-flac.ts';

const files = join(import.meta.dirname, 'files');

/** What a file sounds like: its level in each 20 ms, and how long it is. */
async function soundOf(path: string, options = {}): Promise<{ levels: number[]; seconds: number; rates: Set<number> }> {
  const levels: number[] = [];
  const rates = new Set<number>();
  let [seconds, energy, count] = [0, 0, 0];
  let resampler: ReturnType<typeof createResampler> | undefined;
  for await (const block of openSound(path, options)) {
    rates.add(block.rateHz);
    seconds += (block.channels[0]?.length ?? 0) / block.rateHz;
    resampler ??= createResampler(block.rateHz, 16_000);
    for (const sample of resampler.process(monoOf(block))) {
      energy += sample * sample;
      count += 1;
      if (count % 320 === 0) [energy] = [0, levels.push(Math.sqrt(energy / 320))];
    }
  }
  return { levels, seconds, rates };
}

/** 1 when one goes up and down as the other does. */
function likeness(one: readonly number[], other: readonly number[]): number {
  const length = Math.min(one.length, other.length);
  const mean = (values: readonly number[]) => values.slice(0, length).reduce((sum, value) => sum + value, 0) / length;
  const [a, b] = [mean(one), mean(other)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < length; i++) {
    const [x, y] = [one[i]! - a, other[i]! - b];
    [ab, aa, bb] = [ab + x * y, aa + x * x, bb + y * y];
  }
  return ab / Math.sqrt(aa * bb);
}

describe('a sound file', async () => {
  const original = await soundOf(join(files, 'morning.wav'));

  test.each([
    ['morning.mp3', 22_050],
    ['morning.m4a', 44_100],
    ['morning-opus.ogg', 48_000],
    ['morning-vorbis.ogg', 16_000],
    ['morning.flac', 16_000],
    ['morning.webm', 48_000],
  ])('%s sounds like the one it was made of', async (name, rateHz) => {
    const { levels, seconds, rates } = await soundOf(join(files, name));
    expect([...rates]).toEqual([rateHz]);
    expect(seconds).toBeGreaterThan(2.39);
    expect(seconds).toBeLessThan(2.45);
    // AAC and MP3 begin some milliseconds late.
    const shifted = [0, 1, 2, 3].map((late) => likeness(original.levels, levels.slice(late)));
    expect(Math.max(...shifted)).toBeGreaterThan(0.97);
  });

  test.each(['morning.mp3', 'morning-opus.ogg', 'morning.wav'])(
    '%s says what it says where it is cut',
    async (name) => {
      const whole = readFileSync(join(files, name));
      const path = join(temporaryFolder(), name);
      writeFileSync(path, whole.subarray(0, whole.length / 2));
      const { seconds } = await soundOf(path);
      expect(seconds).toBeGreaterThan(0.9);
      expect(seconds).toBeLessThan(1.4);
    },
  );

  test.each([
    ['nothing at all', Buffer.alloc(0), /unsupported format/],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /unsupported format/],
    ['an MP4 without its end', readFileSync(join(files, 'morning.m4a')).subarray(0, 4000), /contains no audio/],
    ['an Ogg of something else', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(200)]), /neither Opus/],
    ['a WAV without a format', Buffer.from('RIFF\xff\xff\xff\xffWAVEdata\xff\xff\xff\xff', 'latin1'), /no samples/],
    ['a WAV of 1 Hz', Buffer.from(wavHeader({ rateHz: 1, channels: 1, dataBytes: 100 })), /1 Hz/],
  ])('%s is refused', async (_name, bytes, why) => {
    const path = join(temporaryFolder(), 'sound');
    writeFileSync(path, bytes);
    await expect(soundOf(path)).rejects.toThrow(why);
  });

  test('goes to ffmpeg if installed: always for MP4, otherwise after our decoders fail', async () => {
    const ffmpeg = join(temporaryFolder(), 'ffmpeg');
    const header = Buffer.from(wavHeader({ rateHz: 16_000, channels: 1, dataBytes: 32_000 })).toString('hex');
    // Writes a second of samples, and what it was asked.
    writeFileSync(
      ffmpeg,
      `#!${process.execPath}\nrequire('fs').writeFileSync('${ffmpeg}.asked', process.argv.slice(2).join(' '));\nprocess.stdout.write(Buffer.concat([Buffer.from('${header}', 'hex'), Buffer.alloc(32000, 1)]));\n`,
    );
    chmodSync(ffmpeg, 0o755);
    expect((await soundOf(join(files, 'morning.m4a'), { ffmpeg })).seconds).toBe(1);
    expect(readFileSync(`${ffmpeg}.asked`, 'utf8')).toMatch(
      /-protocol_whitelist file,pipe .*-f mov -i file:.*morning\.m4a /,
    );
    expect((await soundOf(join(files, 'morning.flac'), { ffmpeg })).seconds).toBeGreaterThan(2);
    const broken = join(temporaryFolder(), 'broken');
    writeFileSync(broken, Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(100)]));
    expect((await soundOf(broken, { ffmpeg })).seconds).toBe(1);
    // Its arguments name the file, as the errors of the real one do.
    writeFileSync(ffmpeg, '#!/bin/sh\necho first >&2\necho "in $@: no such codec" >&2\nexit 1\n');
    await expect(soundOf(broken, { ffmpeg })).rejects.toThrow(/the file .*: no such codec$/);
    await expect(soundOf(broken, { ffmpeg })).rejects.not.toThrow(broken);
  });
});

describe('a FLAC frame survives a read that ends inside the header of the next', () => {
  /** Of a file whose first frame begins there. */
  async function secondsOf(plain: Buffer, firstFrameAt: number): Promise<number> {
    const [info, frames] = [Buffer.from(plain.subarray(0, 42)), plain.subarray(42)];
    info[4] = 0;
    const bytes = firstFrameAt - 46;
    const padding = Buffer.concat([Buffer.of(0x81, 0, 0, bytes), Buffer.alloc(bytes)]);
    const path = join(temporaryFolder(), 'across.flac');
    writeFileSync(path, Buffer.concat([info, padding, frames]));
    let seconds = 0;
    for await (const block of openSound(path)) seconds += (block.channels[0]?.length ?? 0) / block.rateHz;
    return seconds;
  }

  test('for any position of the read boundary', async () => {
    const frameBytes = 13;
    const plain = silentFlac(0.01);
    const found: number[] = [];
    // The first read is of 256 bytes, and ends before each byte of a frame once.
    for (let i = 0; i < frameBytes; i++) found.push(await secondsOf(plain, 240 - i));
    const seconds = (9 * 65_535) / 16_000;
    expect(found).toEqual(Array(frameBytes).fill(expect.closeTo(seconds)));
  });

  test('and no other header is found in it', async () => {
    // Behind the head of the first frame come reads of 512, 1024, 2048 and 4096 bytes: its 7679, and one of the next.
    const plain = silentFlac(0.0005, { blockSamples: 3834, isVerbatim: true });
    expect(await secondsOf(plain, 200)).toBeCloseTo((8 * 3834) / 16_000);
  });
});

describe('the mono sound of a block', () => {
  const tone = (periods: number): Float32Array =>
    Float32Array.from({ length: 1600 }, (_, i) => 0.5 * Math.sin((2 * Math.PI * periods * i) / 1600));
  const silence = new Float32Array(1600);
  const mono = (...channels: Float32Array[]): Float32Array => monoOf({ channels, rateHz: 16_000, fraction: 0 });

  test('is the mean of the channels, also of many of which few are heard', () => {
    const [one, other] = [tone(20), tone(33)];
    const channels = [one, other.map((sample) => sample * 0.9), ...Array.from({ length: 6 }, () => silence)];
    const expected = one.map((sample, i) => (sample + 0.9 * other[i]!) / 8);
    for (const [i, sample] of mono(...channels).entries()) expect(sample).toBeCloseTo(expected[i]!, 5);
  });

  test('is the loudest channel where channels of opposite polarity cancel each other', () => {
    expect(
      mono(
        tone(20),
        tone(20).map((sample) => -0.9 * sample),
      ),
    ).toEqual(tone(20));
    expect(mono(silence, silence)).toEqual(silence);
  });
});
