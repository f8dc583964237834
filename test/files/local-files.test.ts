import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLocalFiles } from '../../src/files/local-files.ts';
import { ownerId, pieces, sha256 } from './store.contract.ts';

let dir = '';
let held: Set<string>;
let alive: Set<string>;
let hasRoom = true;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'parley-files-'));
  held = new Set();
  alive = new Set();
  hasRoom = true;
});
afterEach(() => rmSync(dir, { recursive: true }));

const open = (n = 1) => {
  alive.add(ownerId(n));
  return createLocalFiles({
    dir,
    owner: { id: ownerId(n), isAlive: async (id) => alive.has(id) },
    hasRoom: () => hasRoom,
    heldAmong: async (digests) => new Set(digests.filter((digest) => held.has(digest))),
  });
};

/** Every file below the folder, with its folders. */
const onDisk = (): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();

const never = new AbortController().signal;
const maxBytes = 1000;

const add = (files: ReturnType<typeof open>, text: string) =>
  files.take({ bytes: pieces(text), maxBytes }, async (file) => {
    await file.keep();
    held.add(file.digest);
    return file.digest;
  });

describe('files', () => {
  test('are stored once under their SHA-256, for their owner only, and read completely or in part', async () => {
    const files = open();
    const taken = await files.take({ bytes: pieces('hello ', 'world'), maxBytes }, async (file) => {
      expect(Buffer.from(await file.read(6, 100)).toString()).toBe('world');
      await file.keep();
      held.add(file.digest);
      return { digest: file.digest, sizeBytes: file.sizeBytes };
    });
    const digest = sha256('hello world');
    expect(taken).toEqual({ kind: 'taken', value: { digest, sizeBytes: 11 } });
    await add(files, 'hello world');
    expect(onDisk()).toEqual([join(digest.slice(0, 2), digest.slice(2, 4), digest)]);
    expect(statSync(join(dir, onDisk()[0] as string)).mode & 0o077).toBe(0);
    const found = await files.find(digest);
    expect(found?.sizeBytes).toBe(11);
    expect((await buffer(await found!.stream())).toString()).toBe('hello world');
    expect((await buffer(await found!.stream({ start: 4, end: 6 }))).toString()).toBe('o w');
    expect(await files.find(sha256('other'))).toBeUndefined();
  });

  test('that are too large, unwanted or interrupted leave nothing', async () => {
    const files = open();
    const use = async (): Promise<never> => Promise.reject(new Error('not to be used'));
    expect(await files.take({ bytes: pieces('12345', '678901'), maxBytes: 10 }, use)).toEqual({ kind: 'too_large' });
    expect(await files.take({ bytes: pieces('1234567890'), maxBytes: 10 }, async () => 'looked')).toEqual({
      kind: 'taken',
      value: 'looked',
    });
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('abc');
      throw new Error('aborted');
    }
    await expect(files.take({ bytes: breaking(), maxBytes }, use)).rejects.toThrow('aborted');
    const failing = files.take({ bytes: pieces('kept'), maxBytes }, async (file) => {
      await file.keep();
      throw new Error('the row was refused');
    });
    await expect(failing).rejects.toThrow('the row was refused');
    hasRoom = false;
    expect(await files.take({ bytes: pieces('x'), maxBytes }, use)).toEqual({ kind: 'no_room' });
    expect(onDisk()).toEqual([]);
  });

  test('that a row references are kept, others removed', async () => {
    const files = open();
    await add(files, 'needed');
    await add(files, 'spare');
    held.delete(sha256('spare'));
    expect(await files.removeUnheld([sha256('needed'), sha256('spare'), sha256('unknown')])).toBe(1);
    expect(onDisk().map((path) => path.slice(6))).toEqual([sha256('needed')]);
  });

  test('whose row is not written yet are safe from another process', async () => {
    const [files, others] = [open(1), open(2)];
    const digest = sha256('contested');
    await files.take({ bytes: pieces('contested'), maxBytes }, async (file) => {
      await file.keep();
      expect(await others.removeUnheld([digest])).toBe(0);
      expect(await others.find(digest)).toBeDefined();
      held.add(digest);
    });
    expect(await others.removeUnheld([digest])).toBe(0);
    held.delete(digest);
    expect(await others.removeUnheld([digest])).toBe(1);
    expect(onDisk()).toEqual([]);
  });

  test('survive any interleaving of uploads and removals of the same bytes', async () => {
    const stores = [open(1), open(2)];
    const digest = sha256('same');
    for (let round = 0; round < 30; round++) {
      held.delete(digest);
      const uploads = stores.map((files) => add(files, 'same'));
      await Promise.all([...uploads, ...stores.map((files) => files.removeUnheld([digest]))]);
      await Promise.all(stores.map((files) => files.removeUnheld([digest])));
      expect(await stores[0]!.find(digest)).toBeDefined();
      expect(readdirSync(join(dir, 'incoming'))).toEqual([]);
    }
  });

  test('left by dead processes are swept, those of live ones kept', async () => {
    const files = open(1);
    await add(files, 'needed');
    await add(files, 'orphan');
    held.delete(sha256('orphan'));
    const incoming = join(dir, 'incoming');
    alive.add(ownerId(2));
    for (const owner of [2, 3]) writeFileSync(join(incoming, `${ownerId(owner)}.part.${ownerId(9)}`), 'half');
    // Moved aside by a process that died before it looked whether a row needs it.
    writeFileSync(join(incoming, `${ownerId(3)}.${sha256('aside')}.${ownerId(9)}`), 'aside');
    writeFileSync(join(incoming, `${ownerId(3)}.${sha256('gone')}.${ownerId(9)}`), 'gone');
    held.add(sha256('aside'));
    await add(files, 'aside');
    rmSync(join(dir, sha256('aside').slice(0, 2)), { recursive: true });
    const place = join(dir, sha256('aside').slice(0, 2), sha256('aside').slice(2, 4));
    await add(files, 'aside');
    await link(join(place, sha256('aside')), join(incoming, `${ownerId(3)}.${sha256('aside')}.${ownerId(8)}`));

    expect(await files.sweep(never)).toEqual({ seen: 3, removed: 1, abandoned: 4 });
    const names = onDisk().map((path) => path.split('/').at(-1));
    expect(names.sort()).toEqual([sha256('needed'), sha256('aside'), `${ownerId(2)}.part.${ownerId(9)}`].sort());
    expect((await buffer(await (await files.find(sha256('aside')))!.stream())).toString()).toBe('aside');
  });

  test('are read by digest only', async () => {
    const files = open();
    for (const name of ['../../etc/passwd', '', `${'a'.repeat(63)}/`]) await expect(files.find(name)).rejects.toThrow();
  });
});
