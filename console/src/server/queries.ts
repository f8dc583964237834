import { useQuery } from '@tanstack/react-query';
import { getCall, getFlows, getHealth } from './requests.ts';

const healthEveryMs = 10_000;
const liveEveryMs = 2000;

export const useHealth = () =>
  useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => getHealth(signal),
    refetchInterval: healthEveryMs,
    retry: false,
  });

/** Whether the server responds and its database does not. What pages show may then be old. */
export function useIsDatabaseAway(): boolean {
  const { data, isError } = useHealth();
  return !isError && data?.database.state === 'away';
}

export const useFlows = () => useQuery({ queryKey: ['flows'], queryFn: ({ signal }) => getFlows(signal) });

/** A call's record, polled until the call has ended. */
export const useCallRecord = (uuid: string | undefined) =>
  useQuery({
    queryKey: ['call', uuid],
    queryFn: ({ signal }) => getCall(uuid as string, signal),
    enabled: uuid !== undefined,
    refetchInterval: ({ state }) => (state.data?.ended_at === null ? liveEveryMs / 2 : false),
  });
