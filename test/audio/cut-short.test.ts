import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isCutShort } from '../../media/codec/sound/cut-short.ts';
import { temporaryFolder } from '../http/test-app.ts';

const files = join(import.meta.dirname, 'files');

async function isCut(bytes: Uint8Array): Promise<boolean> {
  const path = join(temporaryFolder(), 'sound');
  writeFileSync(path, bytes);
  const file = await open(path);
  try {
    return await isCutShort(file);
  } finally {
    await file.close();
  }
}

test.each(readdirSync(files))('%s is not cut short', async (name) => {
  expect(await isCut(readFileSync(join(files, name)))).toBe(false);
});

test.each(['morning.wav', 'morning-opus.ogg', 'morning-vorbis.ogg'])(
  '%s is cut short when its end is missing',
  async (name) => {
    const whole = readFileSync(join(files, name));
    expect(await isCut(whole.subarray(0, Math.floor(whole.length * 0.6)))).toBe(true);
  },
);

test('an MP3 file is cut short when it has fewer bytes than its Xing header says', async () => {
  const frame = Buffer.alloc(400);
  frame.writeUInt32BE(0xfffb9064, 0);
  frame.write('Xing', 36);
  frame.writeUInt32BE(3, 40);
  frame.writeUInt32BE(10, 44);
  frame.writeUInt32BE(1000, 48);
  expect(await isCut(Buffer.concat([frame, Buffer.alloc(600)]))).toBe(false);
  expect(await isCut(Buffer.concat([frame, Buffer.alloc(500)]))).toBe(true);
});

test('a WAV file whose writer could not go back is not cut short', async () => {
  const whole = Buffer.from(readFileSync(join(files, 'morning.wav')));
  whole.writeUInt32LE(0xffffffff, whole.indexOf('data') + 4);
  expect(await isCut(whole)).toBe(false);
});
