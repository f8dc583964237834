import { expect, test } from 'vitest';
import { createNodeWatch, type ListedNode } from '../../src/cluster/index.ts';

const node = (id: string, changes: Partial<ListedNode> = {}): ListedNode => ({
  id,
  role: 'media',
  state: 'serving',
  version: '1',
  mediaBaseUrl: `wss://${id}`,
  capacity: 10,
  used: 0,
  reserved: 0,
  silentMs: 500,
  ...changes,
});

/** Looks every two seconds and returns the news of each look as text. */
function watcher() {
  const watch = createNodeWatch();
  let nowMs = 0;
  return {
    counts: watch.counts,
    look(nodes: readonly ListedNode[], passedMs = 2000) {
      nowMs += passedMs;
      return watch.look(nodes, nowMs).map(({ change, node: { id } }) => `${id} ${change}`);
    },
  };
}

test('a server that joins, goes silent, returns, drains and leaves is news once each', () => {
  const { look, counts } = watcher();
  expect(look([node('a')])).toEqual([]);
  expect(look([node('a'), node('b')])).toEqual(['b joined']);
  expect(look([node('a'), node('b', { silentMs: 6500 })])).toEqual(['b silent']);
  expect(counts()).toEqual({ serving: 1, draining: 0, silent: 1 });
  expect(look([node('a'), node('b', { silentMs: 8500 })])).toEqual([]);
  expect(look([node('a'), node('b')])).toEqual(['b returned']);
  expect(look([node('a'), node('b', { state: 'draining' })])).toEqual(['b draining']);
  expect(counts()).toEqual({ serving: 1, draining: 1, silent: 0 });
  expect(look([node('a')])).toEqual(['b left']);
  expect(look([node('a')])).toEqual([]);
});

test('after an outage of the database nobody is silent before all had time to report', () => {
  const { look } = watcher();
  look([node('a'), node('b')]);
  const stale = [node('a', { silentMs: 60_000 }), node('b', { silentMs: 60_000 })];
  expect(look(stale, 60_000)).toEqual([]);
  expect(look([node('a'), node('b', { silentMs: 62_000 })])).toEqual([]);
  expect(look([node('a'), node('b', { silentMs: 64_000 })])).toEqual([]);
  expect(look([node('a'), node('b', { silentMs: 66_000 })])).toEqual(['b silent']);
});

test('a silent server is not counted once another has its address, and is forgotten without news', () => {
  const { look, counts } = watcher();
  look([node('a'), node('b')]);
  expect(look([node('a'), node('b', { silentMs: 7000 })])).toEqual(['b silent']);
  expect(look([node('a'), node('b', { silentMs: 9000 }), node('c', { mediaBaseUrl: 'wss://b' })])).toEqual([
    'c joined',
  ]);
  expect(counts()).toEqual({ serving: 2, draining: 0, silent: 0 });
  expect(look([node('a'), node('c', { mediaBaseUrl: 'wss://b' })])).toEqual([]);
});
