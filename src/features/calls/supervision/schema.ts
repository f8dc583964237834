import { z } from 'zod';
import { lineOf } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const callUuid = z.object({ uuid: z.uuid() });
export const sessionUuid = z.object({ uuid: z.uuid() });

const maxTextCharacters = 300;

export const whisperBody = z.object({
  /** `say`: the agent says the text to the caller. `guide`: a language model follows it, and the caller never hears it. */
  mode: z.enum(['say', 'guide']),
  text: lineOf(maxTextCharacters),
});
export type WhisperBody = z.output<typeof whisperBody>;

export const whisperAnswer = z.object({ call_uuid: z.string(), mode: z.enum(['say', 'guide']), text: z.string() });

export const openedListening = z.object({
  session_uuid: z.string(),
  call_uuid: z.string(),
  /** URL of the stream. Its dialect is `listen`, which equals that of the browser. */
  ws_url: z.string(),
  /** Single use. */
  token: z.string(),
  /** Deadline for opening the stream. */
  expires_at: z.string(),
});

const listener = z.object({
  session_uuid: z.string(),
  call_uuid: z.string(),
  user_uuid: z.string(),
  /** Null for a person who has no name, or has left. */
  user_name: z.string().nullable(),
  started_at: z.string(),
  /** Null while the person is listening. */
  ended_at: z.string().nullable(),
  /** Time at which the person first took over from the agent. */
  taken_over_at: z.string().nullable(),
});
export type ListenerJson = z.output<typeof listener>;

export const listenerList = z.object({ listeners: z.array(listener) });

export const takenOver = z.object({ session_uuid: z.string(), call_uuid: z.string(), speaking: z.boolean() });

export const overview = z.object({
  /** Callers whose transfer is ringing at a teammate, longest first. */
  waiting: z.array(
    z.object({
      call_uuid: z.string(),
      queue: z.string(),
      contact_name: z.string().nullable(),
      from_number: z.string(),
      to_number: z.string(),
      call_type: z.enum(['inbound', 'outbound', 'test']),
      /** The teammate whose phone is ringing. */
      teammate_name: z.string().nullable(),
      since: z.string(),
      waited_seconds: z.number().int(),
    }),
  ),
  /** People who are listening now. */
  listeners: z.array(listener),
  checked_at: z.string(),
});
export type Overview = z.output<typeof overview>;

nameSchemas({
  Listener: listener,
  ListenerList: listenerList,
  ListeningSession: openedListening,
  TakeOver: takenOver,
  WhisperRequest: whisperBody,
  Whisper: whisperAnswer,
  SupervisionOverview: overview,
  WaitingCall: overview.shape.waiting.element,
});
