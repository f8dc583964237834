import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import wavefile from 'wavefile';
import { createRecordingFiles } from '../../src/recordings/recording-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-rec-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const troubles: string[] = [];
beforeEach(() => {
  troubles.length = 0;
});
const open = (dir = folder, maxWaitingBytes?: number) =>
  createRecordingFiles({
    dir,
    onTrouble: (callUuid, code, detail) => void troubles.push(`${callUuid} ${code} ${detail}`),
    ...(maxWaitingBytes === undefined ? {} : { maxWaitingBytes }),
  });

/** Interleaved frames whose left counts up from `first` and whose right counts down. */
function ramp(first: number, frames: number): Int16Array {
  const stereo = new Int16Array(frames * 2);
  for (let frame = 0; frame < frames; frame++) {
    stereo[frame * 2] = (first + frame) % 30_000;
    stereo[frame * 2 + 1] = -((first + frame) % 30_000);
  }
  return stereo;
}

function read(path: string): { rateHz: number; left: number[]; right: number[] } {
  const wav = new wavefile.WaveFile(readFileSync(path));
  const format = wav.fmt as { sampleRate: number; numChannels: number; bitsPerSample: number };
  expect([format.numChannels, format.bitsPerSample]).toEqual([2, 16]);
  const [left, right] = wav.getSamples(false, Int16Array) as unknown as [Int16Array, Int16Array];
  return { rateHz: format.sampleRate, left: [...left], right: [...right] };
}

describe('recordings', () => {
  test('are stereo WAV files, caller left and agent right', async () => {
    const recordings = open();
    expect(await recordings.lengthMs('a')).toBeUndefined();
    expect(await recordings.write('a', 8000, ramp(0, 8000))).toBe(true);
    expect(await recordings.write('a', 8000, ramp(8000, 4000))).toBe(true);
    await recordings.finish('a');
    const { rateHz, left, right } = read(join(folder, 'a.wav'));
    expect(rateHz).toBe(8000);
    expect(left).toEqual([...ramp(0, 12_000)].filter((_, index) => index % 2 === 0));
    expect(right[11_999]).toBe(-11_999);
    expect(statSync(join(folder, 'a.wav')).mode & 0o077).toBe(0);
  });

  test('can be played at any moment, before they are finished', async () => {
    const recordings = open();
    for (const second of [0, 1, 2]) {
      await recordings.write('a', 16_000, ramp(second * 16_000, 16_000));
      copyFileSync(join(folder, 'a.wav'), join(folder, 'now.wav'));
      expect(read(join(folder, 'now.wav')).left).toHaveLength((second + 1) * 16_000);
    }
    await recordings.close();
  });

  test('keep order and bytes of concurrent writes from one buffer', async () => {
    const recordings = open();
    const buffer = ramp(0, 100);
    const writes = [recordings.write('a', 8000, buffer)];
    buffer.fill(7);
    writes.push(recordings.write('a', 8000, buffer));
    expect(await Promise.all(writes)).toEqual([true, true]);
    await recordings.finish('a');
    const { left } = read(join(folder, 'a.wav'));
    expect(left.slice(0, 3)).toEqual([0, 1, 2]);
    expect(left.slice(100, 103)).toEqual([7, 7, 7]);
  });

  test('survive a killed process', async () => {
    const script = join(folder, 'record.mjs');
    const module = new URL('../../dist/src/recordings/recording-files.js', import.meta.url);
    writeFileSync(
      script,
      `import { createRecordingFiles } from ${JSON.stringify(module.href)};
       const recordings = createRecordingFiles({ dir: ${JSON.stringify(folder)}, onTrouble: () => {} });
       for (let piece = 0; ; piece++) {
         await recordings.write('killed', 8000, new Int16Array(16000).fill(piece + 1));
         if (piece >= 2) process.stdout.write(piece + '\\n');
       }`,
    );
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let written = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      written = Number(line) + 1;
      child.kill('SIGKILL');
    }
    const { left } = read(join(folder, 'killed.wav'));
    expect(written).toBeGreaterThanOrEqual(3);
    expect(left.length).toBeGreaterThanOrEqual(written * 8000);
    expect(left[0]).toBe(1);
    expect(left[(written - 1) * 8000]).toBe(written);
    expect(await open().lengthMs('killed')).toBeGreaterThanOrEqual(left.length / 8);
  });

  test('report their length, and nothing for other files', async () => {
    const recordings = open();
    expect(await recordings.lengthMs('a')).toBeUndefined();
    await recordings.write('a', 16_000, ramp(0, 4000));
    expect(await recordings.lengthMs('a')).toBe(250);
    await recordings.close();
    writeFileSync(join(folder, 'b.wav'), 'not a recording, but long enough to be taken for its header');
    writeFileSync(join(folder, 'c.wav'), '');
    expect([await recordings.lengthMs('b'), await recordings.lengthMs('c')]).toEqual([undefined, undefined]);
  });

  test('on a full disk return false with one alarm, keep the recorded part, and continue in time', async (context) => {
    const disk = mkdtempSync(join(tmpdir(), 'parley-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      rmSync(disk, { recursive: true });
      context.skip('a small file system cannot be mounted here');
    }
    try {
      const recordings = open(disk);
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(48 * 1024));
      const results = [];
      for (let piece = 0; piece < 5; piece++) results.push(await recordings.write('a', 8000, ramp(piece * 5000, 5000)));
      expect(results.slice(0, 2)).toEqual([true, true]);
      expect(results.slice(-1)).toEqual([false]);
      expect(troubles).toHaveLength(1);
      expect(troubles[0]).toContain('recording_failed The disk is full');
      const kept = read(join(disk, 'a.wav')).left.length;
      expect(kept).toBe(results.filter(Boolean).length * 5000);

      unlinkSync(join(disk, 'ballast'));
      expect(await recordings.write('a', 8000, ramp(25_000, 1000))).toBe(true);
      expect(troubles[1]).toContain('recording_resumed');
      await recordings.finish('a');
      const { left } = read(join(disk, 'a.wav'));
      expect(left).toHaveLength(26_000);
      expect(left.slice(kept, 25_000).every((sample) => sample === 0)).toBe(true);
      expect(left[25_000]).toBe(25_000);
    } finally {
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    }
  });

  test('return false for failed writes, and never throw', async () => {
    const recordings = open(join(folder, 'nowhere'));
    expect(await recordings.write('a', 8000, ramp(0, 10))).toBe(false);
    expect(await recordings.write('a', 8000, ramp(0, 10))).toBe(false);
    expect(troubles).toHaveLength(1);
    await recordings.finish('a');
    await recordings.finish('a');
  });

  test('reject another sample rate in one call', async () => {
    const recordings = open();
    expect(await recordings.write('a', 8000, ramp(0, 10))).toBe(true);
    expect(await recordings.write('a', 16_000, ramp(0, 10))).toBe(false);
    await recordings.finish('a');
    expect(read(join(folder, 'a.wav')).left).toHaveLength(10);
  });

  test('on a slow disk do not fill the memory', async () => {
    const recordings = open(folder, 4 * 1000);
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, index) => recordings.write('a', 8000, ramp(index * 400, 400))),
    );
    expect(results).toEqual([true, true, false, false, false]);
    await recordings.finish('a');
  });

  test('never overwrite an earlier recording', async () => {
    const first = open();
    await first.write('a', 8000, ramp(0, 10));
    await first.close();
    const second = open();
    expect(await second.write('a', 8000, ramp(5, 20))).toBe(false);
    await second.close();
    expect(read(join(folder, 'a.wav')).left).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
