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
  /** What the teammate hears before the caller does. */
  start_call_playback: z
    .object({ playback_to: z.literal('callee'), type: z.literal('text'), value: z.string() })
    .exactOptional(),
});

const refusals = {
  busy: { kind: 'refused', code: 'unavailable', detail: 'The server is at capacity.' },
  over: { kind: 'refused', code: 'not_found', detail: 'This call has ended.' },
  no_match: { kind: 'refused', code: 'not_found', detail: 'No active inbound flow has the dialled number.' },
} as const;

/** The rate of a stream is in its address. */
const streamUrl = (url: string, rateHz: number): string => `${url}?sample-rate=${rateHz}`;

const answer = (answering: Answering): ProviderAnswer =>
  answering.kind === 'stream'
    ? { kind: 'document', body: { url: streamUrl(answering.streamUrl, answering.rateHz) } }
    : refusals[answering.kind];

/** The most that the provider lets two people talk. */
const longestTalkSeconds = 4500;

/** Whom the flow's next applet dials, and what they hear before the caller does. */
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
