import { z } from 'zod';
import type { Answering, ProviderAnswer, ProviderDocuments } from '../provider.ts';

/**
 * Stream parameters of the commands `answer` and `dial`. The provider transcodes between PCMU and PCMA only, so a call
 * may use no other codec. Its documentation leaves the byte order of L16 open.
 */
export const streamParameters = (url: string) => ({
  stream_url: url,
  stream_track: 'inbound_track' as const,
  stream_codec: 'PCMU' as const,
  stream_bidirectional_mode: 'rtp' as const,
  stream_bidirectional_codec: 'PCMU' as const,
  stream_bidirectional_target_legs: 'self' as const,
  preferred_codecs: 'PCMU,PCMA' as const,
});

/** A command and its parameters. Commands with an id of the same call are executed once. */
const command = z.union([
  z.object({
    command: z.literal('answer'),
    command_id: z.literal('answer'),
    webhook_url: z.string(),
    stream_url: z.string(),
    stream_track: z.literal('inbound_track'),
    stream_codec: z.literal('PCMU'),
    stream_bidirectional_mode: z.literal('rtp'),
    stream_bidirectional_codec: z.literal('PCMU'),
    stream_bidirectional_target_legs: z.literal('self'),
    preferred_codecs: z.literal('PCMU,PCMA'),
  }),
  z.object({
    command: z.literal('reject'),
    command_id: z.literal('reject'),
    cause: z.enum(['CALL_REJECTED', 'USER_BUSY']),
  }),
]);

/** Response to an event: a command, or none for an event that announces no inbound call. */
const reply = z.union([...command.options, z.object({ status: z.literal('received') })]);

function answer(answering: Answering): ProviderAnswer {
  const body: z.output<typeof command> =
    answering.kind === 'stream'
      ? {
          command: 'answer',
          command_id: 'answer',
          webhook_url: answering.statusUrl,
          ...streamParameters(answering.streamUrl),
        }
      : {
          command: 'reject',
          command_id: 'reject',
          cause: answering.kind === 'busy' ? 'USER_BUSY' : 'CALL_REJECTED',
        };
  return { kind: 'document', body };
}

export const documents: ProviderDocuments = { format: { type: 'json', schema: reply }, answer };
