import { z } from 'zod';
import { bodyId, languageCode, lineOf, phoneNumber, startMoment } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { speakers } from '../../../transcripts/transcript.ts';

export const status = z.enum(['pending', 'awaiting_recording', 'transcribing', 'completed', 'failed']);
export const direction = z.enum(['inbound', 'outbound'], { error: 'must be inbound or outbound' });
export const speaker = z.enum(speakers, { error: `must be one of ${speakers.join(', ')}` });

export const name = lineOf(120);

export const segments = z.array(bodyId).max(50, 'must have at most 50 segments');

/** Metadata of an uploaded conversation. */
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

/** The same fields in a form; commas separate `segment_uuids`. */
export const aboutForm = about.extend({
  segment_uuids: z
    .string()
    .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])))
    .pipe(segments)
    .exactOptional(),
});
export const formFields = Object.keys(aboutForm.shape);
export const uploadForm = aboutForm.extend({ file: z.file() });
export const recordingForm = z.object({ file: z.file() });

/** As in a transcript that the API returns, without `user_uuid`: only this server knows which user spoke. */
export const givenPerson = z.object({
  kind: z.enum(['supervisor', 'human'], { error: 'must be supervisor or human' }),
  name: name.nullable().exactOptional(),
  through: z.literal('agent', { error: 'must be agent' }).exactOptional(),
});

type Sided = { readonly speaker: string; readonly spoken_by?: unknown };

/** Only a turn of the agent's side may name another speaker. */
export const isOnAgentsSide = ({ speaker: side, spoken_by: person }: Sided): boolean =>
  person === undefined || side === 'agent';
export const notOnAgentsSide = {
  path: ['spoken_by'],
  error: 'must only be given for a turn whose speaker is agent',
};

const givenTurn = z
  .object({
    speaker,
    text: z.string().min(1, 'must not be empty').max(10_000, 'must have at most 10,000 characters'),
    /** Seconds from the start. */
    timestamp: z.number().min(0).max(86_400).exactOptional(),
    /** Marks a turn of the agent's side that another person spoke. It counts in no score. */
    spoken_by: givenPerson.exactOptional(),
  })
  .refine(isOnAgentsSide, notOnAgentsSide);
export type GivenTurn = z.output<typeof givenTurn>;

/** A conversation with a finished transcript, or with a recording at a public address. */
export const givenBody = about.extend({
  transcript: z
    .array(givenTurn)
    .min(1, 'must have at least one turn')
    .max(5000, 'must have at most 5,000 turns')
    .exactOptional(),
  recording_url: z.string().max(4096, 'must have at most 4,096 characters').exactOptional(),
});

export const uploadHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters')
    .describe('Identifies the upload. Repeat it with every retry.')
    .optional(),
});

export const accepted = z.object({ id: z.number().int(), uuid: z.string(), status });

export const bulkForm = z.object({
  files: z.array(z.file()),
  /** CSV with a header: `file` and the fields of a single upload. */
  manifest: z.file().optional(),
});

const bulkError = z.object({ file: z.string().nullable(), row: z.number().int().nullable(), detail: z.string() });

export const bulkUpload = z.object({
  upload_id: z.string(),
  status: z.enum(['processing', 'completed']),
  total: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  calls: z.array(
    accepted.extend({
      file: z.string(),
      error: z.string().nullable(),
      /** True if the same audio occurred earlier in this upload; this is the call of that audio. */
      duplicate: z.boolean(),
    }),
  ),
  /** Rejected items. */
  errors: z.array(bulkError),
  created_at: z.string(),
});
export type BulkUploadJson = z.output<typeof bulkUpload>;
export const uploadId = z.object({ upload_id: z.string().max(200) });

nameSchemas({
  NewRecordedCall: about,
  NewCallWithTranscript: givenBody,
  NewTranscriptTurn: givenTurn,
  CallUploadForm: uploadForm,
  CallRecordingForm: recordingForm,
  AcceptedCall: accepted,
  BulkUploadForm: bulkForm,
  BulkUpload: bulkUpload,
  BulkUploadCall: bulkUpload.shape.calls.element,
  BulkUploadError: bulkError,
});
