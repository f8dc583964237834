import { expect, test } from 'vitest';
import { createKeptIndexes } from '../../media/retrieval/kept-indexes.ts';
import type { Source } from '../../src/answers/index.ts';

const source = (key: string): Source => ({ key, title: key, read: async () => [] });

function recording(most: number, mostCharacters: number, characters = 10) {
  const made: string[] = [];
  let [open, mostOpen] = [0, 0];
  const indexes = createKeptIndexes({
    most,
    mostCharacters,
    async make({ key }) {
      made.push(key);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise(setImmediate);
      open -= 1;
      if (key === 'broken') throw new Error('no pages');
      return { characters, key };
    },
  });
  return { indexes, made, mostOpen: () => mostOpen };
}

test('the most recent indexes are kept, up to a number', async () => {
  const { indexes, made } = recording(2, 1000);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await indexes.of(source(key));
  // c took the place of b, which is made again.
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('indexes are kept up to a total size; a larger one is kept until the next', async () => {
  const { indexes, made } = recording(9, 25);
  for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await indexes.of(source(key));
  expect(made).toEqual(['a', 'b', 'c', 'a']);
  const large = recording(9, 5);
  for (const key of ['a', 'a', 'b', 'a']) await large.indexes.of(source(key));
  expect(large.made).toEqual(['a', 'b', 'a']);
});

test('one index is built at a time, once for concurrent requests, and again after a failure', async () => {
  const { indexes, made, mostOpen } = recording(9, 1000);
  await Promise.all(['a', 'b', 'a', 'c'].map((key) => indexes.of(source(key))));
  expect(made).toEqual(['a', 'b', 'c']);
  expect(mostOpen()).toBe(1);
  for (let i = 0; i < 2; i++) await expect(indexes.of(source('broken'))).rejects.toThrow('no pages');
  expect(made.slice(3)).toEqual(['broken', 'broken']);
});
