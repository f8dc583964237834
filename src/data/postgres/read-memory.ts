import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type RememberedOptions, rememberedMs } from '../database.ts';
import { isDatabaseAway } from '../trouble.ts';
import { soon } from '../unless-away.ts';
import type { Run } from './link.ts';

/** Results of reads, for the time without the server. */
export interface ReadMemory {
  /** Returns a `Run` that uses the memory within `remembered`, and only there. */
  readingOf(run: Run): Run;
  remembered<T>(work: () => Promise<T>, options?: RememberedOptions): Promise<T>;
  close(): void;
}

export interface ReadMemoryOptions {
  /** Called with the bytes that are kept when reads ahead of need no longer fit. */
  readonly onFull?: (bytes: number) => void;
  readonly nowMs?: () => number;
  readonly mostBytes?: typeof defaultBytes;
}

/** What calls read by the way, such as their own rows, never displaces what was read ahead. */
const defaultBytes = { ahead: 64 << 20, recent: 16 << 20 };
/** Text, numbers and small objects of a row, roughly. */
const cellBytes = 32;
/** A result that is known is not waited for longer: the server may be silent without anybody knowing yet. */
const patienceMs = 1000;

interface Known {
  readonly result: pg.QueryResult;
  readonly readMs: number;
}

export function createReadMemory({
  onFull = () => {},
  nowMs = () => performance.now(),
  mostBytes = defaultBytes,
}: ReadMemoryOptions = {}): ReadMemory {
  const inside = new AsyncLocalStorage<{ isAway: boolean; readonly isAhead: boolean }>();
  const recent = new LRUCache<string, Known>({ maxSize: mostBytes.recent, sizeCalculation: bytesOf });
  const ahead = new LRUCache<string, Known>({
    maxSize: mostBytes.ahead,
    sizeCalculation: bytesOf,
    dispose(entry, _, why) {
      // Nobody misses what was not read again for so long, such as a deleted campaign.
      if (why === 'evict' && freshOf(entry, nowMs()) !== undefined) onFull(ahead.calculatedSize);
    },
  });

  return {
    readingOf: (run) => async (query, values) => {
      const scope = inside.getStore();
      if (scope === undefined) return run(query, values);
      const key = keyOf(query, values);
      const remembered = freshOf(ahead.get(key) ?? recent.get(key), nowMs());
      if (scope.isAway && remembered !== undefined) return remembered;
      try {
        const result = await (remembered === undefined ? run(query, values) : soon(run(query, values), patienceMs));
        (scope.isAhead || ahead.has(key) ? ahead : recent).set(key, { result, readMs: nowMs() });
        return result;
      } catch (error) {
        if (remembered === undefined || !isDatabaseAway(error)) throw error;
        scope.isAway = true;
        return remembered;
      }
    },
    remembered: (work, { isAway = false, isAhead = false } = {}) => inside.run({ isAway, isAhead }, work),
    close() {
      inside.disable();
      ahead.clear();
      recent.clear();
    },
  };
}

const freshOf = (entry: Known | undefined, atMs: number): pg.QueryResult | undefined =>
  entry !== undefined && atMs - entry.readMs < rememberedMs ? entry.result : undefined;

/** The mode decides between arrays and objects as rows. */
const keyOf = (query: pg.QueryConfig & { rowMode?: string }, values: unknown[] = []): string =>
  createHash('sha1')
    .update(JSON.stringify([query.rowMode, query.text, query.values, values]))
    .digest('base64');

function bytesOf({ result }: Known): number {
  let bytes = 256;
  for (const row of result.rows) {
    for (const cell of Object.values(row as object)) {
      if (typeof cell === 'string') bytes += cell.length * 2;
      bytes += typeof cell === 'object' && cell !== null ? JSON.stringify(cell).length * 4 : cellBytes;
    }
  }
  return bytes;
}
