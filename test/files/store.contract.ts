import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileStore } from '../../src/files/index.ts';

export interface StoreInputs {
  readonly dir: string;
  readonly owner: { readonly id: string; isAlive(id: string): Promise<boolean> };
  readonly hasRoom: () => boolean;
  readonly heldAmong: (digests: readonly string[]) => Promise<ReadonlySet<string>>;
}

export const ownerId = (n: number): string => `0000000${n}-0000-4000-8000-000000000000`;
export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

export async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const maxBytes = 1000;
const never = new AbortController().signal;

/** Contract of every file store. `open` opens another process's view of the same store. */
export function describeStore(name: string, open: (inputs: StoreInputs) => Promise<FileStore>): void {
  describe(`files in ${name}`, () => {
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

    const opened = (n = 1): Promise<FileStore> => {
      alive.add(ownerId(n));
      return open({
        dir,
        owner: { id: ownerId(n), isAlive: async (id) => alive.has(id) },
        hasRoom: () => hasRoom,
        heldAmong: async (digests) => new Set(digests.filter((digest) => held.has(digest))),
      });
    };

    const add = (files: FileStore, text: string) =>
      files.take({ bytes: pieces(text), maxBytes }, async (file) => {
        await file.keep();
        held.add(file.digest);
        return file.digest;
      });

    const read = async (files: FileStore, digest: string): Promise<string | undefined> => {
      const found = await files.find(digest);
      return found && (await buffer(await found.stream())).toString();
    };

    test('are stored once under their SHA-256 and read completely, in part and by path', async () => {
      const files = await opened();
      const taken = await files.take({ bytes: pieces('hello ', 'world'), maxBytes }, async (file) => {
        expect(Buffer.from(await file.read(6, 100)).toString()).toBe('world');
        await file.keep();
        held.add(file.digest);
        return { digest: file.digest, sizeBytes: file.sizeBytes };
      });
      const digest = sha256('hello world');
      expect(taken).toEqual({ kind: 'taken', value: { digest, sizeBytes: 11 } });
      await add(files, 'hello world');
      const found = (await files.find(digest))!;
      expect([found.digest, found.sizeBytes]).toEqual([digest, 11]);
      const parts = [undefined, { start: 4, end: 6 }, { start: 0, end: 0 }, { start: 10, end: 10 }];
      const texts = await Promise.all(parts.map(async (part) => (await buffer(await found.stream(part))).toString()));
      expect(texts).toEqual(['hello world', 'o w', 'h', 'd']);
      const byPath = () => found.withPath(async (path) => readFileSync(path, 'utf8'));
      expect(await Promise.all([byPath(), byPath()])).toEqual(['hello world', 'hello world']);
      expect(await files.find(sha256('other'))).toBeUndefined();
      for (const wrong of ['../../etc/passwd', '', `${'a'.repeat(63)}/`])
        await expect(files.find(wrong)).rejects.toThrow();
    });

    test('that are too large, unwanted or whose row is rejected leave nothing', async () => {
      const files = await opened();
      const use = async (): Promise<never> => Promise.reject(new Error('not to be used'));
      expect(await files.take({ bytes: pieces('12345', '678901'), maxBytes: 10 }, use)).toEqual({ kind: 'too_large' });
      expect(await files.take({ bytes: pieces('1234567890'), maxBytes: 10 }, async () => 'looked')).toEqual({
        kind: 'taken',
        value: 'looked',
      });
      const failing = files.take({ bytes: pieces('kept'), maxBytes }, async (file) => {
        await file.keep();
        throw new Error('the row was refused');
      });
      await expect(failing).rejects.toThrow('the row was refused');
      hasRoom = false;
      expect(await files.take({ bytes: pieces('x'), maxBytes }, use)).toEqual({ kind: 'no_room' });
      for (const text of ['1234567890', 'kept', 'x']) expect(await files.find(sha256(text))).toBeUndefined();
    });

    test('on this machine are adopted, also after a crash before their removal', async () => {
      const files = await opened();
      const path = join(dir, 'call.wav');
      const sound = 'sound '.repeat(200_000);
      writeFileSync(path, sound);
      const digests: string[] = [];
      const row = async ({ digest, sizeBytes }: { digest: string; sizeBytes: number }): Promise<void> => {
        expect(sizeBytes).toBe(sound.length);
        digests.push(digest);
        held.add(digest);
      };
      await files.adopt(path, row);
      await files.adopt(path, row);
      expect(existsSync(path)).toBe(true);
      rmSync(path);
      expect(digests).toEqual([sha256(sound), sha256(sound)]);
      expect(await read(files, digests[0]!)).toBe(sound);
      held.delete(digests[0]!);
      expect(await files.removeUnheld(digests)).toBe(1);
      expect(await files.find(digests[0]!)).toBeUndefined();
    });

    test('whose row is rejected stay where they were', async () => {
      const files = await opened();
      const path = join(dir, 'call.wav');
      writeFileSync(path, 'sound');
      await expect(files.adopt(path, async () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
      expect(readFileSync(path, 'utf8')).toBe('sound');
      await expect(files.adopt(join(dir, 'none.wav'), async () => {})).rejects.toMatchObject({ code: 'ENOENT' });
    });

    test('are kept while a row needs them, even if the row is not written yet', async () => {
      const [files, others] = [await opened(1), await opened(2)];
      const digest = sha256('contested');
      await files.take({ bytes: pieces('contested'), maxBytes }, async (file) => {
        await file.keep();
        await others.removeUnheld([digest]);
        held.add(digest);
      });
      expect(await read(files, digest)).toBe('contested');
      expect(await others.removeUnheld([digest])).toBe(0);
      held.delete(digest);
      expect(await others.removeUnheld([digest, sha256('unknown')])).toBe(1);
      expect(await files.find(digest)).toBeUndefined();
    });

    test('survive any interleaving of uploads and removals of the same bytes', async () => {
      const stores = [await opened(1), await opened(2)];
      const digest = sha256('same');
      for (let round = 0; round < 15; round++) {
        held.delete(digest);
        const uploads = stores.map((files) => add(files, 'same'));
        await Promise.all([...uploads, ...stores.map((files) => files.removeUnheld([digest]))]);
        expect(await read(stores[0]!, digest)).toBe('same');
      }
    });

    test('that are referenced survive a sweep', async () => {
      const files = await opened();
      for (const text of ['one', 'two', 'three']) await add(files, text);
      const report = await files.sweep(never);
      expect(report).toEqual({ seen: 3, removed: 0, abandoned: 0 });
      for (const text of ['one', 'two', 'three']) expect(await read(files, sha256(text))).toBe(text);
    });
  });
}
