import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveCall } from './answers.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { putInCache } from './put-in-cache.ts';
import { readToken } from './token.ts';

const address = '/api/voice/calls/live';
const wanted = { direction: 'all' } as const;
const firstRetryMs = 1000;
const longestRetryMs = 10_000;
const pollEveryMs = 5000;

interface LiveList {
  readonly calls: readonly LiveCall[];
}

/** Calls with an open line, updated live. Polled every few seconds while the server's socket is disconnected. */
export function useLiveCalls() {
  const queries = useQueryClient();
  const queryKey = ['live-calls'];
  const isConnected = useLiveSocket((list) => putInCache(queries, queryKey, list));
  const query = useQuery<LiveList>({
    queryKey,
    queryFn: ({ signal }) => valueFrom(client.GET(address, { params: { query: wanted }, signal })),
    enabled: !isConnected,
    refetchInterval: isConnected ? false : pollEveryMs,
  });
  return { query, isConnected };
}

/**
 * Returns whether the socket is open. It reconnects with increasing back-off, and immediately when the network is back.
 */
function useLiveSocket(onList: (list: LiveList) => void): boolean {
  const [isConnected, setConnected] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one socket for as long as the page is shown
  useEffect(() => {
    let socket: WebSocket | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const connect = (): void => {
      clearTimeout(timer);
      const token = readToken();
      if (token === undefined) return;
      const opened = new WebSocket(
        `${window.location.origin.replace(/^http/, 'ws')}${address}?${new URLSearchParams(wanted)}`,
      );
      socket = opened;
      opened.onopen = () => opened.send(JSON.stringify({ token }));
      opened.onmessage = ({ data }) => {
        failures = 0;
        setConnected(true);
        onList(JSON.parse(String(data)) as LiveList);
      };
      opened.onclose = () => {
        if (socket !== opened) return;
        setConnected(false);
        timer = setTimeout(connect, retryAfterMs(failures));
        failures += 1;
      };
    };
    const isBack = (): void => {
      if (socket?.readyState === WebSocket.CLOSED) connect();
    };
    connect();
    window.addEventListener('online', isBack);
    return () => {
      window.removeEventListener('online', isBack);
      clearTimeout(timer);
      const last = socket;
      socket = undefined;
      if (last !== undefined) closeQuietly(last);
    };
  }, []);
  return isConnected;
}

/** Closing a socket while it connects would log an error in the browser's console. */
function closeQuietly(socket: WebSocket): void {
  socket.onmessage = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

/** Doubles each time, less a random part of up to half, so that clients do not all reconnect at once. */
const retryAfterMs = (failures: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** failures) * (1 - Math.random() / 2);

export const endReasons = ['workflow_close', 'dnc_request', 'wrong_number', 'hostile_caller'] as const;

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

export const endCall = (uuid: string, reason: (typeof endReasons)[number]) =>
  answerTo(client.POST('/api/voice/calls/{uuid}/end', { ...ofUuid(uuid), body: { reason } }));
/** Transfers a call to a queue. */
export const handOn = (uuid: string, body: { readonly target: string; readonly agent_brief: string }) =>
  answerTo(client.POST('/api/voice/calls/{uuid}/transfer', { ...ofUuid(uuid), body }));
/** Calls a contact from the user's own phone, which rings first. */
export const callContact = (uuid: string) => answerTo(client.POST('/api/voice/customers/{uuid}/calls', ofUuid(uuid)));
