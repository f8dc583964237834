import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallSummary } from '../../server/answers.ts';

const leastMs = 2000;

/** Reloads queries when a call begins or ends: immediately, then at most every few seconds. */
export function useFreshLists(calls: readonly CallSummary[] | undefined, keys: readonly QueryKey[]): void {
  const queries = useQueryClient();
  const who = calls?.map(({ uuid, status }) => `${uuid} ${status}`).join();
  const before = useRef(who);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when that changes
  useEffect(() => {
    // The lists were loaded just before the first live update.
    const isFirst = before.current === undefined;
    before.current = who;
    if (isFirst) return;
    const load = (): void => {
      lastAt.current = performance.now();
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
    };
    const timer = setTimeout(load, Math.max(0, lastAt.current + leastMs - performance.now()));
    return () => clearTimeout(timer);
  }, [who]);
}
