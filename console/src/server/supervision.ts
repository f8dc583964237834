import { useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

export type Overview = paths['/api/voice/supervision']['get']['responses'][200]['content']['application/json'];
export type Listener = Overview['listeners'][number];
export type WhisperMode = 'say' | 'guide';

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

/** Who listened to a call, and when. For managers and admins. */
export const useListeners = (uuid: string, isAllowed: boolean) =>
  useQuery({
    queryKey: ['listeners', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/calls/{uuid}/listeners', { ...ofUuid(uuid), signal })),
    enabled: isAllowed,
  });

export const listenTo = (uuid: string, signal: AbortSignal) =>
  answerTo(client.POST('/api/voice/calls/{uuid}/listen', { ...ofUuid(uuid), signal }));
export const whisperTo = (uuid: string, body: { readonly mode: WhisperMode; readonly text: string }) =>
  answerTo(client.POST('/api/voice/calls/{uuid}/whisper', { ...ofUuid(uuid), body }));
/** Takes over the call through the stream of a listening session. */
export const takeOver = (session: string) =>
  answerTo(client.POST('/api/voice/listening-sessions/{uuid}/take-over', ofUuid(session)));
export const handBack = (session: string) =>
  answerTo(client.POST('/api/voice/listening-sessions/{uuid}/hand-back', ofUuid(session)));
