import { describe, expect, test } from 'vitest';
import { changedPaths, differenceOf } from '../../src/versions/difference.ts';
import { rebased } from '../../src/versions/rebase.ts';
import { wordDifference } from '../../src/versions/word-difference.ts';

const words = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(' ');

describe('a difference of two texts', () => {
  test.each([
    ['a changed word', 'We open at nine.', 'We open at ten.'],
    ['a first text', '', 'A first prompt.'],
    ['a deleted text', 'A prompt that is deleted.', ''],
    ['Hindi', 'Namaste नमस्ते दुनिया', 'Namaste नमस्कार दुनिया'],
    ['other blanks', 'two  blanks\nand a line', 'two blanks\n\nand a line'],
    ['3,000 changed words', words('a', 3000), words('b', 3000)],
  ])('restores both texts when its parts are joined: %s', (_kind, from, to) => {
    const parts = wordDifference(from, to);
    const without = (change: string): string =>
      parts
        .filter((part) => part.change !== change)
        .map(({ text }) => text)
        .join('');
    expect([without('added'), without('removed')]).toEqual([from, to]);
  });

  test('shows texts without a common word as removed and added as a whole', () => {
    expect(wordDifference(words('a', 3000), words('b', 3000)).map(({ change }) => change)).toEqual([
      'removed',
      'added',
    ]);
  });

  test('leaves words that both texts have', () => {
    expect(wordDifference('We open at nine today.', 'We open at ten today.')).toEqual([
      { change: 'same', text: 'We open at ' },
      { change: 'removed', text: 'nine' },
      { change: 'added', text: 'ten' },
      { change: 'same', text: ' today.' },
    ]);
  });
});

test('a comparison of many changed texts has one limit, beyond which they are shown as a whole', () => {
  const config = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`text${index}`, words(`${prefix}${index}x`, 40)]));
  const parts = differenceOf({ config: config('a') }, { config: config('b') }).map((one) =>
    'words' in one ? one.words.length : 0,
  );
  expect([parts.length, parts.at(-1)]).toEqual([50, 2]);
});

describe('a difference of two lists', () => {
  const table = { id: 'table', questions: [{ id: 'guests', ask: 'How many?' }], done: 'See you then.' };
  const message = { id: 'message', done: 'Thank you.' };
  const flowOf = (...goals: readonly object[]) => ({ config: { goals } });

  test('names the item by its id, and its texts by words', () => {
    const asked = { ...table, questions: [{ id: 'guests', ask: 'How many guests?' }] };
    expect(differenceOf(flowOf(table, message), flowOf(asked, message))).toEqual([
      {
        field: 'config.goals.table.questions.guests.ask',
        words: [
          { change: 'same', text: 'How many' },
          { change: 'added', text: ' guests' },
          { change: 'same', text: '?' },
        ],
      },
    ]);
  });

  test('has one field for an item that was added, deleted or moved', () => {
    const time = { id: 'time' };
    expect(differenceOf(flowOf(table, message), flowOf(message, time))).toEqual([
      { field: 'config.goals.table', from: table, to: null },
      { field: 'config.goals.time', from: null, to: time },
    ]);
    expect(differenceOf(flowOf(table, message), flowOf(message, table))).toEqual([
      { field: 'config.goals', from: ['table', 'message'], to: ['message', 'table'] },
    ]);
    expect(differenceOf({ tools: [] }, { tools: [{ name: 'find_table' }] })).toEqual([
      { field: 'tools.find_table', from: null, to: { name: 'find_table' } },
    ]);
  });

  test('compares lists as a whole whose items have no names, or the same name twice', () => {
    expect(differenceOf({ languages: ['en-US'] }, { languages: ['en-US', 'hi-IN'] })).toEqual([
      { field: 'languages', from: ['en-US'], to: ['en-US', 'hi-IN'] },
    ]);
    expect(changedPaths(flowOf(table, table), flowOf(table))).toEqual(['config.goals']);
    expect(changedPaths(flowOf(table), { config: { goals: { table } } })).toEqual(['config.goals']);
  });
});

describe('a draft on top of another change', () => {
  const base = {
    name: 'Ava',
    tools: [
      { name: 'a', url: 1 },
      { name: 'b', url: 1 },
    ],
    documents: ['x', 'y'],
    voice: { speaker: 'ava', language: 'en' },
  };

  test('keeps both changes of different tools and documents', () => {
    const mine = {
      ...base,
      tools: [
        { name: 'a', url: 2 },
        { name: 'b', url: 1 },
        { name: 'c', url: 1 },
      ],
      documents: ['y', 'z'],
    };
    const theirs = {
      ...base,
      name: 'Eva',
      tools: [
        { name: 'd', url: 1 },
        { name: 'a', url: 1 },
      ],
      documents: ['x', 'y', 'w'],
    };
    expect(rebased({ base, mine, theirs }, ['tools', 'documents'])).toEqual({
      ...base,
      name: 'Eva',
      tools: [
        { name: 'd', url: 1 },
        { name: 'a', url: 2 },
        { name: 'c', url: 1 },
      ],
      documents: ['y', 'w', 'z'],
    });
  });

  test('keeps its own value of the same tool, and of a field whose parts belong together', () => {
    const mine = { ...base, tools: [{ name: 'a', url: 2 }], voice: { speaker: 'eva', language: 'en' } };
    const theirs = {
      ...base,
      tools: [
        { name: 'a', url: 3 },
        { name: 'b', url: 3 },
      ],
      voice: { speaker: 'ava', language: 'hi' },
    };
    const next = rebased({ base, mine, theirs }, ['tools']);
    expect(next).toEqual({ ...base, tools: [{ name: 'a', url: 2 }], voice: mine.voice });
  });
});
