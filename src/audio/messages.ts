import { z } from 'zod';

/** Message from the decoding process. It is trusted no more than the file, so each message is validated. */
export const decodeMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('at'), seconds: z.number(), fraction: z.number() }),
  z.object({ type: z.literal('end'), seconds: z.number(), channels: z.number().int(), isCut: z.boolean() }),
  z.object({ type: z.literal('refused'), code: z.enum(['empty', 'too_long', 'damaged']), detail: z.string() }),
]);

const word = z.object({ text: z.string(), startMs: z.number(), endMs: z.number(), confidence: z.number() });
const sentence = z.object({
  startMs: z.number(),
  endMs: z.number(),
  text: z.string(),
  words: z.array(word).exactOptional(),
});

const voiceSpan = z.object({
  startMs: z.number(),
  endMs: z.number(),
  voice: z.literal([0, 1]),
  confidence: z.number(),
});
/** Speech of one of two voices; voice 0 speaks first. */
export type VoiceSpan = z.output<typeof voiceSpan>;

export const transcribeMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('part'),
    channel: z.literal([0, 1]),
    toMs: z.number(),
    sentences: z.array(sentence),
  }),
  z.object({ type: z.literal('end'), seconds: z.number(), voices: z.array(voiceSpan).exactOptional() }),
]);

/** A sentence of a recording; times in milliseconds since its beginning. */
export type Sentence = z.output<typeof sentence>;
