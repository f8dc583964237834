import { parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { type Argon2, createPasswords } from '../../src/features/people/accounts/passwords.ts';

/** Hashes end when the test lets them; records how many ran at once. */
function heldArgon2() {
  const held: (() => void)[] = [];
  const seen = { running: 0, most: 0, hashes: [] as string[] };
  const work = async <T>(value: T): Promise<T> => {
    seen.most = Math.max(seen.most, ++seen.running);
    await new Promise<void>((resolve) => held.push(resolve));
    seen.running--;
    return value;
  };
  const argon2: Argon2 = {
    hash: () => work('hash'),
    verify(hash) {
      seen.hashes.push(hash);
      return work(true);
    },
  };
  return { argon2, seen, release: () => held.shift()?.() };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('passwords use argon2id with the parameters that OWASP recommends', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  expect(parseOptions(hash)).toMatchObject({ algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(await passwords.matches(hash, 'correct horse')).toBe(true);
  expect(await passwords.matches(hash, 'correct hors')).toBe(false);
  expect(await passwords.hash('correct horse')).not.toBe(hash);
});

test('verifying without a hash does the same work and fails', async () => {
  const { argon2, seen, release } = heldArgon2();
  const passwords = createPasswords({ argon2 });
  const answers = [passwords.matches(undefined, 'x'), passwords.matches(null, 'x')];
  await settle();
  release();
  release();
  expect(await Promise.all(answers)).toEqual([false, false]);
  expect(seen.hashes).toHaveLength(2);
  for (const hash of seen.hashes)
    expect(parseOptions(hash)).toMatchObject({ algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
});

test('two passwords are hashed at once, some wait, and the rest are rejected with Retry-After', async () => {
  const { argon2, seen, release } = heldArgon2();
  const passwords = createPasswords({ argon2, maxWaiting: 3 });
  const answers = Array.from({ length: 8 }, () => passwords.hash('x'));
  for (let index = 0; index < 8; index++) {
    await settle();
    release();
  }
  expect(await Promise.all(answers)).toEqual([...Array(5).fill('hash'), ...Array(3).fill('busy')]);
  expect(seen.most).toBe(2);
});

test('a failed hash frees its slot', async () => {
  let fails = true;
  const argon2: Argon2 = {
    hash: async () => {
      if (fails) throw new Error('no memory');
      return 'hash';
    },
    verify: async () => true,
  };
  const passwords = createPasswords({ argon2, maxAtOnce: 1 });
  await expect(passwords.hash('x')).rejects.toThrow('no memory');
  fails = false;
  expect(await passwords.hash('x')).toBe('hash');
});
