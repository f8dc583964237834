import { z } from 'zod';
import type { Answering, ProviderAnswer, ProviderDocuments } from '../provider.ts';

/** Call control objects: an array of actions. */
const actions = z.array(
  z.object({
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
  }),
);

const refusals = {
  busy: { kind: 'refused', code: 'unavailable', detail: 'The server is at capacity.' },
  over: { kind: 'refused', code: 'not_found', detail: 'This call has ended.' },
  no_match: { kind: 'refused', code: 'not_found', detail: 'No active inbound flow has the dialled number.' },
} as const;

/** Connects a WebSocket leg; the call ends when it closes. Events of that leg name the call that it belongs to. */
function answer(answering: Answering): ProviderAnswer {
  if (answering.kind !== 'stream') return refusals[answering.kind];
  const { streamUrl, statusUrl, rateHz, providerCallId = '' } = answering;
  const body: z.output<typeof actions> = [
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

export const documents: ProviderDocuments = { format: { type: 'json', schema: actions }, answer };
