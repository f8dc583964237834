import { z } from 'zod';
import { outcomes, undecidedReasons, valueStates } from '../../../analysis/types.ts';
import {
  bodyId,
  endMoment,
  inOrder,
  languageCode,
  lineOf,
  newestFirst,
  pageQuery,
  phoneNumber,
  queryInteger,
  recordOf,
  searchedText,
  sortedBy,
  startMoment,
  tag,
  uuid,
  withDefault,
} from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { segmentUuidsQuery } from '../../../http/segment-uuids.ts';
import { spokenByJson } from '../../../transcripts/lines.ts';
import { speakers } from '../../../transcripts/transcript.ts';
import { fieldPatch, measure, newField } from '../extraction-fields/index.ts';
import { speakerSides } from '../interactions/index.ts';

const status = z.enum(['pending', 'awaiting_recording', 'transcribing', 'completed', 'failed']);
const sources = ['call', 'test', 'upload', 'api', 'practice', 'simulation'] as const;
const source = z.enum(sources);

const wrongSource = `must be all, or some of ${sources.join(', ')}`;
const oneSource = `(all|${sources.join('|')})`;
const sourceList = z.string().regex(new RegExp(`^${oneSource}(,${oneSource})*$`), wrongSource);

/** Repeated, or separated by commas; `all` means every source. */
const sourceQuery = z
  .union([sourceList, z.array(sourceList)], { error: wrongSource })
  .optional()
  .transform((item) => {
    const named = [item ?? []].flat().flatMap((text) => text.split(','));
    return item === undefined ? undefined : named.includes('all') ? [...sources] : named;
  })
  .pipe(z.array(z.enum(sources)).max(sources.length, wrongSource).optional());
const sentiment = z.enum(['positive', 'neutral', 'negative']);
const direction = z.enum(['inbound', 'outbound'], { error: 'must be inbound or outbound' });
const speaker = z.enum(speakers, { error: `must be one of ${speakers.join(', ')}` });

const name = lineOf(120);

const segments = z.array(bodyId).max(50, 'must have at most 50 segments');

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

const line = z.object({
  speaker,
  text: z.string(),
  timestamp: z.number(),
  /** Present if a person spoke in place of the agent. */
  spoken_by: spokenByJson.exactOptional(),
});

const keyDetails = z.object({
  extraction: z.record(z.string(), z.record(z.string(), z.unknown())),
  qms_scores: z.record(z.string(), z.number().int()),
});

/** The place of a transcript that has most of the words that were searched for. */
const place = z.object({
  /** Index into `transcript`. */
  turn: z.number().int(),
  speaker,
  text: z.string().describe('Part of the turn. `…` stands for what is left out.'),
  /** The matching words in `text`; `end` is exclusive. */
  marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
});

const summary = z.object({
  id: z.number().int(),
  uuid: z.string(),
  status,
  error: z.string().nullable(),
  source,
  direction: direction.nullable(),
  /** Null for conversations outside campaigns. */
  campaign_uuid: z.string().nullable(),
  agent: z.object({
    uuid: z.string().nullable(),
    name: z.string().nullable(),
    kind: z.enum(['ai', 'human']).nullable(),
  }),
  customer: z.object({
    id: z.number().int().nullable(),
    /** Uuid of the contact. */
    uuid: z.string().nullable(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  /** Seconds; null before the recording is transcribed. */
  duration: z.number().int().nullable(),
  /** Null for conversations that were not calls of this server. */
  turns: z.number().int().nullable(),
  median_latency_ms: z.number().nullable(),
  /** Why a call of this server ended; null for other conversations. */
  end_reason: z.string().nullable(),
  outcome: z.string().nullable(),
  sentiment: sentiment.nullable(),
  summary: z.string().nullable(),
  /** Mean of the scores by their weights, 0 to 100; null without scores. */
  score: z.number().int().nullable(),
  excerpt: place.exactOptional().describe('Where the words of the query were said. Present with `words` alone.'),
  segments: z.array(z.object({ uuid: z.string(), name: z.string() })),
  recording_url: z.string().nullable(),
  called_at: z.string(),
  created_at: z.string(),
});
export type CallSummary = z.output<typeof summary>;

export const record = summary.extend({
  transcript: z.array(line),
  key_details: keyDetails,
  /** How the speakers of a recording were identified; null for calls of this server and for transcripts. */
  speakers: speakerSides.nullable(),
  /** `truncated`: the recording breaks off, and the part that exists was transcribed. */
  recording_note: z.enum(['truncated']).nullable(),
});
export type CallRecord = z.output<typeof record>;

export const transcriptAnswer = z.array(line);

const quote = z.object({
  /** Index into `transcript`. */
  turn: z.number().int(),
  /** First character in the turn's text; `end` is exclusive. */
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

/** Second reading of a value that is unsure: that of a language model. */
const otherValue = z
  .unknown()
  .describe('What a language model reads instead; null if nothing. The state is `unsure` then.');

const machineValue = z.object({
  state: z.enum(valueStates),
  value: z.unknown(),
  confidence: z.number(),
  evidence: z.array(quote),
  method: z.string(),
  other_value: otherValue,
});

const valueEdit = z.object({
  by: z.string().nullable().describe('Name or e-mail address; null if the person left.'),
  at: z.iso.datetime(),
});

export const evidence = z.object({
  /** Version of the rules; null before the analysis. */
  version: z.string().nullable(),
  analysed_at: z.string().nullable(),
  fields: z.array(
    z.object({
      key: z.string(),
      /** Group of the field at the time of the analysis; `#scores` for a score. */
      group: z.string().nullable(),
      state: z.enum([...valueStates, 'edited']),
      value: z.unknown(),
      confidence: z.number(),
      evidence: z.array(quote),
      method: z.string(),
      other_value: otherValue,
      /** Who entered an edited value, and when; null for other values and for edits of earlier versions. */
      edit: valueEdit.nullable(),
      /** Value found by the analysis where a person entered another one; null otherwise. */
      machine: machineValue.nullable(),
    }),
  ),
  /** Keys of required fields that have no value. */
  missing: z.array(z.string()),
  /** For each category of score fields: the mean of its scores in effect, 0 to 100. */
  score_totals: z.array(z.object({ category: z.string(), score: z.number().int(), judged: z.number().int() })),
  /** Outcome found by the analysis, even where a person chose another one. */
  outcome: finding.nullable(),
  outcome_edited: z.boolean(),
  outcome_edit: valueEdit.nullable(),
  /** Why the outcome is empty; null otherwise. */
  outcome_undecided: z.enum(undecidedReasons).nullable(),
  sentiment: finding
    .extend({
      /** -1 to 1; null for analyses of earlier versions. */
      score: z.number().nullable(),
      /** Where the conversation turned worse or better. */
      change: quote.extend({ is_worse: z.boolean() }).nullable(),
    })
    .nullable(),
  /** Each sentence of the summary with the turn it comes from. */
  summary: z.array(quote),
  /** Times of the turns, in the order of `transcript`. */
  turns: z.array(
    z.object({
      start_ms: z.number(),
      end_ms: z.number(),
      /** Milliseconds of an interrupted turn that were played; null for other turns. */
      heard_ms: z.number().nullable(),
    }),
  ),
});

export const callList = z.object({
  calls: z.array(summary),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

const customerRef = z.union([z.string().regex(/^[1-9]\d{0,14}$/), uuid], {
  error: 'must be the id of a customer or the UUID of its contact',
});

export const agentsSeen = z.object({
  agents: z.array(z.object({ uuid: z.string().nullable(), name: z.string() })),
});

const seconds = queryInteger(0, 86_400).describe('Length in seconds, inclusive.');
const latency = queryInteger(0, 600_000).describe('Median time to a reply in milliseconds, inclusive.');
const points = queryInteger(0, 100).describe('Mean of the scores, inclusive.');

/** What narrows the calls of a list, or of a figure. */
export const callFilters = {
  status: status.optional(),
  source: sourceQuery,
  /** Uuid of a campaign. */
  campaign_id: uuid.optional(),
  outcome: z.enum(outcomes).optional(),
  sentiment: sentiment.optional(),
  agent: z.string().max(200).optional().describe("The uuid of a voice agent or teammate, or an agent's whole name."),
  customer_id: customerRef.optional(),
  segment_uuids: segmentUuidsQuery,
  direction: direction.optional(),
  /** Searches names, phone number and summary. */
  q: z.string().max(200).optional(),
  words: searchedText
    .optional()
    .describe(
      'Words that were said, by either side: all of them, in any order. Each also finds longer words that begin with it. A phrase in quotation marks is said as it is written. Each listed call has the place in `excerpt`.',
    ),
  min_seconds: seconds.optional(),
  max_seconds: seconds.optional(),
  min_latency_ms: latency.optional(),
  max_latency_ms: latency.optional(),
  min_score: points.optional(),
  max_score: points.optional(),
  tag: tag.optional().describe('A tag of the contact.'),
  end_reason: z
    .string()
    .max(60)
    .regex(/^[a-z_]+$/, 'must be an end reason, such as caller_hung_up')
    .optional()
    .describe('Why a call of this server ended, as in `end_reason` of a listed call.'),
  date_from: startMoment.optional(),
  date_to: endMoment.optional(),
};

export const listQuery = pageQuery
  .extend({ ...callFilters, ...sortedBy(['called_at', 'duration'], newestFirst) })
  .superRefine(inOrder('date_from', 'date_to'));
/** The filters of a list, without its page and order. */
export type CallFilters = Omit<z.output<typeof listQuery>, 'limit' | 'offset' | 'sort' | 'order'>;
export type ListQuery = z.output<typeof listQuery>;

const value = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]);

const label = z.string().max(120);

export const patchBody = z.object({
  agent_uuid: bodyId.nullable().exactOptional(),
  agent_name: name.nullable().exactOptional(),
  customer_id: z.union([z.number().int(), bodyId]).nullable().exactOptional(),
  outcome: z
    .enum(outcomes, { error: `must be one of ${outcomes.join(', ')}` })
    .nullable()
    .exactOptional(),
  segment_uuids: withDefault(segments, []),
  key_details: z
    .object({
      extraction: recordOf(label, recordOf(label, value, 200).nullable(), 50)
        .nullable()
        .exactOptional(),
      qms_scores: recordOf(label, z.number().int().min(0).max(100, 'must be at most 100').nullable(), 200)
        .nullable()
        .exactOptional(),
    })
    .nullable()
    .exactOptional(),
});
export type PatchBody = z.output<typeof patchBody>;

/** A field change to preview without storing it: of the field `id`, or of a new one. */
export const previewBody = z
  .object({
    id: z.number().int().positive().exactOptional(),
    field: fieldPatch
      .extend({
        key: newField.shape.key.exactOptional(),
        field_type: newField.shape.field_type.exactOptional(),
        measure: measure.exactOptional(),
      })
      .exactOptional(),
    /** Previews the removal of the field. */
    remove: z.boolean().default(false),
    /** Number of latest calls to examine. */
    last: z.number().int().min(1).max(200, 'must be at most 200').default(50),
  })
  .refine(({ id, field }) => id !== undefined || (field?.name !== undefined && field.field_type !== undefined), {
    path: ['field'],
    error: 'must have a name and a field_type, or id must name a field',
  })
  .refine(({ id, field }) => id === undefined || (field?.key === undefined && field?.field_type === undefined), {
    path: ['field'],
    error: 'must not have a key or a field_type: those of a field stay',
  })
  .refine(({ field }) => field?.field_type !== 'enum' || (field.options?.length ?? 0) > 0, {
    path: ['field', 'options'],
    error: 'must have at least one option for an enum',
  });
export type PreviewBody = z.output<typeof previewBody>;

const previewed = z.object({
  state: z.enum(valueStates),
  value: z.unknown(),
});

export const previewAnswer = z.object({
  /** Number of calls examined. */
  calls: z.number().int(),
  changed: z.number().int(),
  changes: z.array(
    z.object({
      id: z.number().int(),
      uuid: z.string(),
      before: previewed.nullable(),
      after: previewed.extend({ evidence: z.array(z.object({ turn: z.number().int(), text: z.string() })) }).nullable(),
      /** True if a person edited the value; the edit stays in effect. */
      edited: z.boolean(),
      /** For a score, the total of its category, 0 to 100. Null if no score that counts exists. */
      total_before: z.number().int().nullable(),
      total_after: z.number().int().nullable(),
    }),
  ),
  agreement: z
    .object({
      corrected: z
        .number()
        .int()
        .describe('Values that people entered for the field, in up to 200 of the latest calls.'),
      stored: z.number().int().describe('Of these, found by the analysis as it is stored.'),
      before: z.number().int().describe('Of these, found by the current rules with the field as it is.'),
      after: z.number().int().describe('Of these, found by the current rules with the change.'),
    })
    .describe('How the analysis agrees with people.'),
});

/** The speaker of the transcript who is the agent; the other one is the customer. */
export const speakersBody = z.object({
  agent: z.enum(['agent', 'customer', 'speaker_1', 'speaker_2'], {
    error: 'must be agent, customer, speaker_1 or speaker_2',
  }),
});
export type SpeakersBody = z.output<typeof speakersBody>;

export const againBody = z.object({ last: z.number().int().min(1).max(10_000, 'must be at most 10,000').default(100) });
export const againAnswer = z.object({ queued: z.number().int() });

export const callId = z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/) });
export const callUuid = z.object({ uuid: z.uuid() });
export const recordingQuery = z.object({
  /** Token in the call's `recording_url`. */
  token: z.string().max(200).optional(),
  format: z.enum(['wav', 'mp3']).optional(),
});

nameSchemas({
  AnalysedCall: record,
  AnalysedCallSummary: summary,
  AgentsSeen: agentsSeen,
  AgentSeen: agentsSeen.shape.agents.element,
  CallExcerpt: place,
  WordMark: place.shape.marks.element,
  AnalysedCallList: callList,
  AnalysedCallPatch: patchBody,
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
  TranscriptTurn: line,
  CallSegment: summary.shape.segments.element,
  CallEvidence: evidence,
  EvidenceQuote: quote,
  ValueEdit: valueEdit,
  FieldEvidence: evidence.shape.fields.element,
  ScoreTotal: evidence.shape.score_totals.element,
  TurnTimes: evidence.shape.turns.element,
  FieldPreview: previewAnswer,
  FieldPreviewRequest: previewBody,
  FieldAgreement: previewAnswer.shape.agreement,
  FieldPreviewChange: previewAnswer.shape.changes.element,
  SpeakersAssignment: speakersBody,
  ReanalysisRequest: againBody,
  Reanalysis: againAnswer,
});
