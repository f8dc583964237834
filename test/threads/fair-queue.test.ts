import { describe, expect, test } from 'vitest';
import { createFairQueue } from '../../src/threads/fair-queue.ts';

const limits = { waiting: 10, waitingOfOne: 5, takenOfOne: 1 };

/** Takes and releases everything that waits. */
function drained(queue: ReturnType<typeof createFairQueue<string>>): string[] {
  const all: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    all.push(next.item);
    queue.release(next.owner);
  }
  return all;
}

describe('a fair queue', () => {
  test('gives owners turns when one of them has many items', () => {
    const queue = createFairQueue<string>(limits);
    for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
    queue.push('b', 'b1');
    queue.push('c', 'c1');
    expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  test('puts an owner at the end of the turns when it comes back', () => {
    const queue = createFairQueue<string>(limits);
    queue.push('a', 'a1');
    queue.push('b', 'b1');
    queue.push('b', 'b2');
    const first = queue.take();
    expect(first?.item).toBe('a1');
    queue.release('a');
    queue.push('a', 'a2');
    expect(drained(queue)).toEqual(['b1', 'a2', 'b2']);
  });

  test('gives nothing to an owner whose items are all taken', () => {
    const queue = createFairQueue<string>(limits);
    queue.push('a', 'a1');
    queue.push('a', 'a2');
    expect(queue.take()?.item).toBe('a1');
    expect(queue.take()).toBeUndefined();
    queue.push('b', 'b1');
    expect(queue.take()?.item).toBe('b1');
    queue.release('a');
    expect(queue.take()?.item).toBe('a2');
  });

  test('refuses items when an owner or the queue is full', () => {
    const queue = createFairQueue<string>({ waiting: 3, waitingOfOne: 2, takenOfOne: 1 });
    expect(['a1', 'a2', 'a3'].map((item) => queue.push('a', item))).toEqual([true, true, false]);
    expect(queue.push('b', 'b1')).toBe(true);
    expect(queue.push('c', 'c1')).toBe(false);
    queue.remove('a', 'a2');
    expect(queue.push('c', 'c1')).toBe(true);
    expect(queue.weight).toBe(3);
  });

  test('counts items by their weight', () => {
    const queue = createFairQueue<string>({ waiting: 10, waitingOfOne: 6, takenOfOne: 1 });
    expect(queue.push('a', 'heavy', 5)).toBe(true);
    expect(queue.push('a', 'heavier', 2)).toBe(false);
    expect(queue.push('b', 'b1', 5)).toBe(true);
    expect(queue.push('c', 'c1')).toBe(false);
    expect(queue.take()?.item).toBe('heavy');
    expect(queue.push('c', 'c1', 5)).toBe(true);
  });

  test('forgets an item that was removed', () => {
    const queue = createFairQueue<string>(limits);
    queue.push('a', 'a1');
    queue.push('a', 'a2');
    queue.remove('a', 'a1');
    queue.remove('a', 'a9');
    expect(queue.weight).toBe(1);
    expect(drained(queue)).toEqual(['a2']);
    expect(queue.weight).toBe(0);
  });
});
