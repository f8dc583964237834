import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

export type Overview = paths['/api/voice/supervision']['get']['responses'][200]['content']['application/json'];
export type Listener = Overview['listeners'][number];
/** `say`: the agent says the text to the caller. `guide`: it follows the text, and the caller does not hear it. */
export type AgentTextMode = 'say' | 'guide';

const everyMs = 3000;
const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

/** Current listeners and waiting callers. For managers and admins. */
export const useSupervision = (isAllowed: boolean) =>
  useQuery({
    queryKey: ['supervision'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/supervision', { signal })),
    refetchInterval: everyMs,
    enabled: isAllowed,
  });

/** Who listened to a call, and when. For managers and admins. `isLive`: whether the call is in progress. */
export const useListeners = (uuid: string, isLive: boolean) =>
  useQuery({
    // The end of a call ends its listeners, so the list is fetched again then.
    queryKey: ['listeners', uuid, isLive],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/calls/{uuid}/listeners', { ...ofUuid(uuid), signal })),
    refetchInterval: isLive ? everyMs : false,
    placeholderData: keepPreviousData,
  });

export const listenTo = (uuid: string, signal: AbortSignal) =>
  answerTo(client.POST('/api/voice/calls/{uuid}/listen', { ...ofUuid(uuid), signal }));
export const tellAgent = (uuid: string, body: { readonly mode: AgentTextMode; readonly text: string }) =>
  answerTo(client.POST('/api/voice/calls/{uuid}/whisper', { ...ofUuid(uuid), body }));
/** Takes over the call through the stream of a listening session. */
export const takeOver = (session: string) =>
  answerTo(client.POST('/api/voice/listening-sessions/{uuid}/take-over', ofUuid(session)));
export const handBack = (session: string) =>
  answerTo(client.POST('/api/voice/listening-sessions/{uuid}/hand-back', ofUuid(session)));
