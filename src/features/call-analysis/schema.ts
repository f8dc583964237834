import { z } from 'zod';
import { outcomes } from '../../analysis/types.ts';
import { bodyId, endMoment, languageCode, oneLine, pageQuery, phoneNumber, startMoment } from '../../http/fields.ts';

const status = z.enum(['pending', 'awaiting_recording', 'transcribing', 'completed', 'failed']);
const source = z.enum(['call', 'test', 'upload', 'practice', 'simulation']);
const sentiment = z.enum(['positive', 'neutral', 'negative']);
const direction = z.enum(['inbound', 'outbound'], { error: 'must be inbound or outbound' });
const speaker = z.enum(['agent', 'customer', 'unknown'], { error: 'must be agent, customer or unknown' });

const name = z
  .string()
  .max(400, 'must have at most 400 characters')
  .transform(oneLine)
  .pipe(z.string().min(1, 'must not be empty').max(120, 'must have at most 120 characters'));

const segments = z.array(bodyId).max(50, 'must have at most 50 segments');

/** What is known of a conversation when it is uploaded. */
export const about = z.object({
  customer_phone: phoneNumber.exactOptional(),
  customer_name: name.exactOptional(),
  agent_name: name.exactOptional(),
  /** A voice agent or a teammate. */
  agent_uuid: bodyId.exactOptional(),
  direction: direction.exactOptional(),
  called_at: startMoment.exactOptional(),
  language_code: languageCode.exactOptional(),
  segment_uuids: segments.exactOptional(),
});
export type About = z.output<typeof about>;

/** The same as fields of a form; `segment_uuids` with commas between. */
export const aboutForm = about.extend({
  segment_uuids: z
    .string()
    .transform((text) => text.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()])))
    .pipe(segments)
    .exactOptional(),
});
export const formFields = Object.keys(aboutForm.shape);
export const uploadForm = aboutForm.extend({ file: z.file() });

const givenTurn = z.object({
  speaker,
  text: z.string().min(1, 'must not be empty').max(10_000, 'must have at most 10,000 characters'),
  /** Seconds from the start. */
  timestamp: z.number().min(0).max(86_400).exactOptional(),
});
export type GivenTurn = z.output<typeof givenTurn>;

/** A conversation whose words are known already. */
export const transcriptBody = about.extend({
  transcript: z.array(givenTurn).min(1, 'must have at least one turn').max(5000, 'must have at most 5,000 turns'),
});

export const accepted = z.object({ id: z.number().int(), uuid: z.string(), status });

const line = z.object({ speaker, text: z.string(), timestamp: z.number() });

const keyDetails = z.object({
  extraction: z.record(z.string(), z.record(z.string(), z.unknown())),
  qms_scores: z.record(z.string(), z.number().int()),
});

const summary = z.object({
  id: z.number().int(),
  uuid: z.string(),
  status,
  error: z.string().nullable(),
  source,
  direction: direction.nullable(),
  agent: z.object({
    uuid: z.string().nullable(),
    name: z.string().nullable(),
    kind: z.enum(['ai', 'human']).nullable(),
  }),
  customer: z.object({ id: z.string().nullable(), name: z.string().nullable(), phone: z.string().nullable() }),
  /** Seconds; null before the recording is transcribed. */
  duration: z.number().int().nullable(),
  outcome: z.string().nullable(),
  sentiment: sentiment.nullable(),
  summary: z.string().nullable(),
  segments: z.array(z.object({ uuid: z.string(), name: z.string() })),
  recording_url: z.string().nullable(),
  called_at: z.string(),
  created_at: z.string(),
});
export type CallSummary = z.output<typeof summary>;

export const record = summary.extend({ transcript: z.array(line), key_details: keyDetails });
record.register(z.globalRegistry, { id: 'AnalysedCall' });
export type CallRecord = z.output<typeof record>;

export const transcriptAnswer = z.array(line);

const quote = z.object({
  /** Index into `transcript`. */
  turn: z.number().int(),
  /** Characters of the turn's text, `end` excluded. */
  start: z.number().int(),
  end: z.number().int(),
  text: z.string(),
});

const finding = z.object({
  value: z.string(),
  confidence: z.number(),
  evidence: z.array(quote),
  method: z.string(),
});

export const evidence = z.object({
  /** Of the rules; null before the analysis. */
  version: z.string().nullable(),
  analysed_at: z.string().nullable(),
  fields: z.array(
    z.object({
      key: z.string(),
      state: z.enum(['found', 'not_mentioned', 'contradicted', 'edited']),
      value: z.unknown(),
      confidence: z.number(),
      evidence: z.array(quote),
      method: z.string(),
    }),
  ),
  outcome: finding.nullable(),
  sentiment: finding.nullable(),
  /** Every sentence of the summary with the turn that it is taken from. */
  summary: z.array(quote),
});

export const callList = z.object({
  calls: z.array(summary),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

export const listQuery = pageQuery.extend({
  status: status.optional(),
  source: source.optional(),
  outcome: z.string().max(100).optional(),
  sentiment: sentiment.optional(),
  /** The uuid of a voice agent or teammate, or an agent's name. */
  agent: z.string().max(200).optional(),
  customer_id: z.string().max(200).optional(),
  segment_uuids: z.string().max(2000).optional(),
  direction: direction.optional(),
  /** In names, phone number and summary. */
  q: z.string().max(200).optional(),
  date_from: startMoment.optional(),
  date_to: endMoment.optional(),
});
export type ListQuery = z.output<typeof listQuery>;

const value = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]);

export const patchBody = z.object({
  agent_uuid: bodyId.nullable().exactOptional(),
  agent_name: name.nullable().exactOptional(),
  customer_id: bodyId.nullable().exactOptional(),
  outcome: z
    .enum(outcomes, { error: `must be one of ${outcomes.join(', ')}` })
    .nullable()
    .exactOptional(),
  segment_uuids: segments.exactOptional(),
  key_details: z
    .object({
      extraction: z
        .record(z.string().max(120), z.record(z.string().max(120), value))
        .refine((groups) => Object.keys(groups).length <= 50, 'must have at most 50 groups')
        .exactOptional(),
      qms_scores: z.record(z.string().max(120), z.number().int().nullable()).exactOptional(),
    })
    .exactOptional(),
});
export type PatchBody = z.output<typeof patchBody>;

export const callId = z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/) });
export const callUuid = z.object({ uuid: z.uuid() });
export const recordingQuery = z.object({ token: z.string().max(200).optional() });
