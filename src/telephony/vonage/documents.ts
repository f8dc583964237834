import { z } from 'zod';
import type { Answering, HandoverDocuments, ProviderAnswer, ProviderDocuments } from '../provider.ts';

/** Call control objects: an array of actions. */
const connection = z.object({
  action: z.literal('connect'),
  eventUrl: z.array(z.string()),
  endpoint: z.array(
    z.object({
      type: z.literal('websocket'),
      uri: z.string(),
      'content-type': z.string(),
      headers: z.record(z.string(), z.string()),
    }),
  ),
});
/** Spoken before the next action; the call ends after the last one. */
const sentence = z.object({ action: z.literal('talk'), text: z.string(), language: z.string() });
const question = z.object({
  action: z.literal('input'),
  type: z.array(z.literal('dtmf')),
  dtmf: z.object({ maxDigits: z.int(), timeOut: z.int() }),
  eventUrl: z.array(z.string()),
});
const conversation = z.object({
  action: z.literal('conversation'),
  name: z.string(),
  startOnEnter: z.boolean(),
  endOnExit: z.boolean(),
});
const actions = z.array(z.union([connection, sentence, question, conversation]));

type Actions = z.output<typeof actions>;

const say = (text: string): Actions => [{ action: 'talk', text, language: 'en-US' }];

/** NCCO has no action that rejects a call, so the caller hears a sentence and the call ends. */
const busy = (isPlaced: boolean): Actions =>
  say(isPlaced ? 'We cannot continue this call. Goodbye.' : 'All our lines are busy. Please call again later.');

/** Longest wait for a key, in seconds. */
const choiceSeconds = 10;

/** Both legs join a conversation of their own, which ends when either leaves. */
const handover: HandoverDocuments = {
  whisper: ({ choiceUrl, brief }): Actions => [
    ...say(`You have a transferred call. ${brief} Press 1 to accept, or 2 to decline.`),
    { action: 'input', type: ['dtmf'], dtmf: { maxDigits: 1, timeOut: choiceSeconds }, eventUrl: [choiceUrl] },
  ],
  room: (room): Actions => [{ action: 'conversation', name: room, startOnEnter: true, endOnExit: true }],
  goodbye: say,
  none: () => say('The call has ended.'),
};

const refusals = {
  over: { kind: 'refused', code: 'not_found', detail: 'This call has ended.' },
  no_match: { kind: 'refused', code: 'not_found', detail: 'No active inbound flow has the dialled number.' },
} as const;

/** Connects a WebSocket leg; the call ends when it closes. Events of that leg name the call that it belongs to. */
function answer(answering: Answering): ProviderAnswer {
  if (answering.kind === 'busy') return { kind: 'document', body: busy(answering.isPlaced === true) };
  if (answering.kind !== 'stream') return refusals[answering.kind];
  const { streamUrl, statusUrl, rateHz, providerCallId = '' } = answering;
  const body: Actions = [
    {
      action: 'connect',
      eventUrl: [`${statusUrl}?of=${encodeURIComponent(providerCallId)}`],
      endpoint: [
        {
          type: 'websocket',
          uri: streamUrl,
          'content-type': `audio/l16;rate=${rateHz}`,
          headers: { call_id: providerCallId },
        },
      ],
    },
  ];
  return { kind: 'document', body };
}

export const documents: ProviderDocuments = { format: { type: 'json', schema: actions }, answer, handover };
