import { z } from 'zod';
import { outcomes, undecidedReasons, valueStates } from '../../../analysis/types.ts';
import {
  bodyId,
  endMoment,
  inOrder,
  newestFirst,
  pageQuery,
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
import { channels } from '../../calls/index.ts';
import { cost, costDetails } from '../costs/index.ts';
import { speakerSides } from '../interactions/index.ts';
import { direction, name, segments, speaker, status } from './upload-schema.ts';

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
    const named = new Set([item ?? []].flat().flatMap((text) => text.split(',')));
    return item === undefined ? undefined : named.has('all') ? [...sources] : [...named];
  })
  .pipe(z.array(z.enum(sources)).optional());
const sentiment = z.enum(['positive', 'neutral', 'negative']);

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
  /** `website`: spoken on a page. `chat`: written there. Null for conversations that were not calls of this server. */
  channel: z.enum(channels).nullable(),
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
  /** Null without prices for the time of the call, and for conversations that were not calls of this server. */
  cost: cost.nullable(),
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
  cost: costDetails.nullable(),
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
const money = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, 'must be an amount such as 0.25')
  .transform(Number)
  .describe('Cost in the currency of the prices, inclusive. Leaves out calls whose cost is unknown.');
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
  channel: z
    .enum(channels)
    .optional()
    .describe('How a call of this server came: by `phone`, or from a page of a `website`, spoken or as a `chat`.'),
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
  min_cost: money.optional(),
  max_cost: money.optional(),
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

/** The speaker of the transcript who is the agent; the other one is the customer. */
export const speakersBody = z.object({
  agent: z.enum(['agent', 'customer', 'speaker_1', 'speaker_2'], {
    error: 'must be agent, customer, speaker_1 or speaker_2',
  }),
});
export type SpeakersBody = z.output<typeof speakersBody>;

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
  TranscriptTurn: line,
  CallSegment: summary.shape.segments.element,
  CallEvidence: evidence,
  EvidenceQuote: quote,
  ValueEdit: valueEdit,
  FieldEvidence: evidence.shape.fields.element,
  ScoreTotal: evidence.shape.score_totals.element,
  TurnTimes: evidence.shape.turns.element,
  SpeakersAssignment: speakersBody,
});
