import { z } from 'zod';
import type { Answering, NextDial, ProviderAnswer, ProviderDocuments } from '../provider.ts';

const streamAddress = z.object({ url: z.string() });

const dialDocument = z.object({
  fetch_after_attempt: z.boolean(),
  destination: z.object({ numbers: z.array(z.string()) }),
  max_ringing_duration: z.number().int(),
  max_conversation_duration: z.number().int(),
  record: z.boolean().exactOptional(),
  recording_channels: z.literal('dual').exactOptional(),
  /** Message played to the teammate before the caller is connected. */
  start_call_playback: z
    .object({ playback_to: z.literal('callee'), type: z.literal('text'), value: z.string() })
    .exactOptional(),
});

const refusals = {
  // The applet ends, and the flow continues with its next one.
  busy: { kind: 'refused', code: 'conflict', detail: 'The server is at capacity.' },
  over: { kind: 'refused', code: 'not_found', detail: 'This call has ended.' },
  no_match: { kind: 'refused', code: 'not_found', detail: 'No active inbound flow has the dialled number.' },
} as const;

/** The sample rate is part of the stream URL. */
const streamUrl = (url: string, rateHz: number): string => `${url}?sample-rate=${rateHz}`;

const answer = (answering: Answering): ProviderAnswer =>
  answering.kind === 'stream'
    ? { kind: 'document', body: { url: streamUrl(answering.streamUrl, answering.rateHz) } }
    : refusals[answering.kind];

/** The provider's maximum talk time for two people. */
const longestTalkSeconds = 4500;

/** Document for the flow's next applet: the number to dial and the message played before the caller is connected. */
const printNext = ({ phoneNumber, isRecorded, brief }: NextDial): z.input<typeof dialDocument> => ({
  fetch_after_attempt: false,
  destination: { numbers: [phoneNumber] },
  max_ringing_duration: 30,
  max_conversation_duration: longestTalkSeconds,
  ...(isRecorded ? { record: true, recording_channels: 'dual' } : {}),
  ...(brief === undefined
    ? {}
    : {
        start_call_playback: { playback_to: 'callee', type: 'text', value: `You have a transferred call. ${brief}` },
      }),
});

export const documents: ProviderDocuments = {
  format: { type: 'json', schema: streamAddress },
  answer,
  streamUrl,
  next: { schema: dialDocument, print: printNext },
};
