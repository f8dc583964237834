import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Reading, ReadingList, Work } from './answers.ts';
import { followWork } from './progress.ts';

/** A browser opens six connections per server. The rest is left for other requests. */
const followedAtOnce = 3;

export const isBeingRead = ({ work }: Pick<Reading, 'work'>): boolean =>
  work?.status === 'queued' || work?.status === 'running';

/** Tracks the documents being read, oldest first, and refetches the list when one is finished. */
export function useProgress(readings: readonly Reading[]): void {
  const queries = useQueryClient();
  const followed = readings
    // The progress of a colleague's document is not for others.
    .filter((reading) => reading.is_own && isBeingRead(reading))
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .slice(0, followedAtOnce)
    .map(({ uuid }) => uuid)
    .join(' ');
  useEffect(() => {
    if (followed === '') return;
    const gone = new AbortController();
    for (const uuid of followed.split(' ')) {
      const change = ({ status, progress, note, detail }: Work): void => {
        // The server's own response reports the end, with the result.
        if (status !== 'queued' && status !== 'running') return;
        const put = (reading: Reading): Reading =>
          reading.uuid === uuid ? { ...reading, work: { status, progress, note, detail } } : reading;
        queries.setQueriesData<ReadingList>(
          { queryKey: ['readings', 'list'] },
          (list) => list && { ...list, readings: list.readings.map(put) },
        );
        queries.setQueryData<Reading>(['readings', 'one', uuid], (reading) => reading && put(reading));
      };
      void followWork(uuid, gone.signal, change).then(() => {
        if (!gone.signal.aborted) void queries.invalidateQueries({ queryKey: ['readings'] });
      });
    }
    return () => gone.abort();
  }, [followed, queries]);
}
