import { z } from 'zod';
import { callOutcomes, callStatuses } from '../../../data/index.ts';
import { bodyId, endMoment, flag, inOrder, pageQuery, startMoment, uuid } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { spokenByJson } from '../../../transcripts/lines.ts';
import type { Direction } from '../call-stats/index.ts';
import { channels } from './channels.ts';
import { keyDetailsPatch } from './key-details.ts';

export const callUuid = z.object({ uuid: z.uuid() });

const outcome = z.enum(callOutcomes);

const status = z.enum(callStatuses);

const callSummary = z.object({
  uuid: z.string(),
  call_type: z.enum(['inbound', 'outbound', 'test']),
  status,
  /** Null for a teammate's call. */
  campaign_uuid: z.string().nullable(),
  contact_uuid: z.string().nullable(),
  /** Null for a contact without a name, and for a number without a contact. */
  contact_name: z.string().nullable(),
  /** Name of the teammate who made the call. */
  agent_name: z.string().nullable(),
  from_number: z.string(),
  to_number: z.string(),
  duration: z.number().int(),
  duration_formatted: z.string(),
  outcome: outcome.nullable(),
  sentiment: z.enum(['positive', 'neutral', 'negative']).nullable(),
  summary: z.string().nullable(),
  recording_url: z.string().nullable(),
  end_reason: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  answered_by: z.enum(['human', 'machine', 'unknown']).nullable(),
  answered_confidence: z.number().nullable(),
  /** The robot that answered an outbound call before `answered_by`: the screening of a telephone, or a menu. */
  first_answered_by: z.enum(['call_screening', 'menu']).nullable(),
  /** Version of the agent that the call ran with; null before its stream opened, and for calls without an agent. */
  agent_version: z.number().int().nullable(),
  campaign_version: z.number().int().nullable().meta({
    description:
      'Version of the campaign, with its steps and texts, that the call ran with. Null as for `agent_version`.',
  }),
  turns: z.number().int(),
  median_latency_ms: z.number().nullable(),
});

export type CallSummary = z.output<typeof callSummary>;

export const transcript = z.array(
  z.object({
    speaker: z.enum(['agent', 'customer']),
    text: z.string(),
    timestamp: z.number(),
    /** Present if a person spoke in place of the agent. */
    spoken_by: spokenByJson.exactOptional(),
  }),
);

const turnLatency = z.object({
  turn: z.number().int(),
  at_ms: z.number(),
  endpoint_ms: z.number(),
  recognition_ms: z.number(),
  agent_ms: z.number(),
  synthesis_ms: z.number(),
  queue_ms: z.number(),
  network_ms: z.number(),
  total_ms: z.number(),
  estimated: z.boolean(),
  brain: z.string().nullable(),
  intent: z.string().nullable(),
});

const latency = z.object({
  turns: z.array(turnLatency),
  median_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});

const trialWork = z.object({
  agent_ms: z.number(),
  synthesis_ms: z.number(),
  characters: z.number().int(),
  audio_ms: z.number(),
});

/** Speculative replies: started at a pause during which the caller might have continued. */
const speculation = z.object({
  started: z.number().int(),
  redeemed: z.number().int(),
  dropped: z.number().int(),
  made: trialWork,
  wasted: trialWork,
});

const tokens = { prompt_tokens: z.number().int(), completion_tokens: z.number().int() };

/** Tokens of the language models. Those of discarded replies are counted apart. */
const usage = z.object({
  ...tokens,
  discarded: z.object(tokens),
  /** Requests whose tokens the server did not report: the reply was cut off, or the server does not count. */
  unreported_requests: z.number().int(),
  turns: z.array(
    z.object({
      turn: z.number().int(),
      at_ms: z.number(),
      /** The reply was prepared while the caller might have continued, and never begun. */
      discarded: z.boolean(),
      /** The connection or model that replied; null for the embedded agent. */
      answered_by: z.string().nullable(),
      /** Why the first model did not reply, such as `llm_timeout`. */
      failure: z.string().nullable(),
      /** The words of its server, if it refused. */
      refusal: z.string().nullable(),
      ...tokens,
      unreported_requests: z.number().int(),
    }),
  ),
});

/** Playout of the recording disclosure. Times count from the start of the call. */
const recordingDisclosure = z.object({
  text: z.string(),
  heard_in_full: z.boolean(),
  /** `estimated`: played according to our clock; the provider did not acknowledge all of it in time. */
  evidence: z.enum(['acknowledged', 'estimated', 'cut_off']),
  heard_words: z.number().int(),
  total_words: z.number().int(),
  start_seconds: z.number(),
  end_seconds: z.number(),
  attempts: z.number().int(),
  words: z.array(
    z.object({
      text: z.string(),
      start_seconds: z.number(),
      end_seconds: z.number(),
      heard: z.enum(['yes', 'no', 'estimated_yes', 'estimated_no']),
    }),
  ),
});

const packets = z.number().int().nullable();
const milliseconds = z.number().nullable();

/** What the telephone line reported of a call. */
const line = z.object({
  /** Who ended a call over SIP: this server, the other end, or nobody who answered in time. */
  ended_by: z.enum(['local', 'remote', 'timeout']).nullable(),
  /** The raw line, such as `486 Busy Here (Q.850 17)`, or why the call was not placed. */
  end_line: z.string().nullable(),
  /** Audio of a call over SIP. The last report of the other end is in `peer_loss_share` and `peer_jitter_ms`. */
  audio: z
    .object({
      codec: z.string().nullable(),
      packets_sent: packets,
      packets_received: packets,
      packets_lost: packets,
      /** Packets of strangers, which were ignored. */
      packets_foreign: packets,
      jitter_ms: milliseconds,
      round_trip_ms: milliseconds,
      peer_loss_share: z.number().nullable(),
      peer_jitter_ms: milliseconds,
      /** The direction in which no audio arrived; null if audio arrived both ways or nothing is known. */
      silent_direction: z.enum(['from_peer', 'to_peer']).nullable(),
    })
    .nullable(),
});

const event = z.looseObject({ seq: z.number().int(), recorded_at: z.string(), type: z.string() });

const keyDetails = z.object({
  extraction: z.record(z.string(), z.record(z.string(), z.unknown())),
  qms_scores: z.record(z.string(), z.number().int()),
});

export const callRecord = callSummary.extend({
  transcript,
  key_details: keyDetails,
  latency,
  speculation: speculation.nullable(),
  /** Null if no language model was asked. */
  usage: usage.nullable(),
  recording_disclosure: recordingDisclosure.nullable(),
  line: line.nullable(),
  /** `website`: spoken on a page. `chat`: written there. Null for calls of tests. */
  channel: z.enum(channels).nullable(),
  events: z.array(event).exactOptional(),
});

export type CallRecord = z.output<typeof callRecord>;

export const metadataBody = z.object({ key_details: keyDetailsPatch });
export const metadataAnswer = z.object({ call_uuid: z.string(), key_details: keyDetails });

const callFilters = pageQuery.extend({
  campaign_id: uuid.optional(),
  contact_id: uuid.optional(),
  /** Uuid of an agent: selects calls of the campaigns that use it now. */
  agent_id: uuid.optional(),
  direction: z.enum(['inbound', 'outbound'], { error: 'must be inbound or outbound' }).optional(),
  /** Searches the numbers of a call, and the name and e-mail address of its contact. */
  q: z.string().max(200, 'must have at most 200 characters').optional(),
  sentiment: z.enum(['positive', 'neutral', 'negative']).optional(),
  outcome: outcome.optional(),
  date_from: startMoment.optional(),
  date_to: endMoment.optional(),
  /** Includes test calls from a browser. */
  include_tests: flag,
});
const datesInOrder = inOrder('date_from', 'date_to');
export const callQuery = callFilters.superRefine(datesInOrder);

export const statsQuery = callFilters
  .pick({ campaign_id: true, date_from: true, date_to: true, include_tests: true })
  .superRefine(datesInOrder);

export const liveQuery = z.object({
  /** Only `all` includes browser tests. */
  direction: z.enum(['inbound', 'outbound', 'all']).default('inbound'),
});

export const callStats = z.object({
  total_calls: z.number().int(),
  connected: z.number().int(),
  voicemail: z.number().int(),
  no_answer: z.number().int(),
  failed: z.number().int(),
  connect_rate: z.number(),
  sentiment_breakdown: z.object({
    positive: z.number().int(),
    neutral: z.number().int(),
    negative: z.number().int(),
  }),
  avg_duration_seconds: z.number(),
});

export const callList = z.object({
  calls: z.array(callSummary),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

/** The server that handles a call. */
const carrier = z.object({
  /** The id in `/health`. */
  id: z.string(),
  /** Time of its last heartbeat; null if it has been silent for several seconds. */
  seen_at: z.string().nullable(),
  /** True if the data may be out of date because its server is silent. */
  is_stale: z.boolean(),
});

const liveCall = callSummary.extend({
  mood: z
    .enum(['positive', 'neutral', 'negative'])
    .nullable()
    .describe(
      'Sentiment of the customer over the last turns. Null before the first answered turn, and for words that cannot be judged.',
    ),
  latency_ms: z.number().nullable().describe('Median wait for a reply over the last turns.'),
  /** Null on a single server. */
  server: carrier.nullable(),
});

export type LiveCall = z.output<typeof liveCall>;

export const liveCalls = z.object({ calls: z.array(liveCall) });

/** Parses the URL of a WebSocket, which no schema validates. */
export function liveDirectionOf(url: string | undefined): Direction {
  const query = Object.fromEntries(new URL(url ?? '', 'ws://localhost').searchParams);
  return liveQuery.safeParse(query).data?.direction ?? 'inbound';
}

export const recordQuery = z.object({ events: flag });

export const recordingQuery = z.object({
  /** Token in the call's `recording_url`. */
  token: z.string().max(200).optional(),
  format: z.enum(['wav', 'mp3']).optional(),
});

export const endBody = z.object({
  reason: z.enum(['dnc_request', 'wrong_number', 'hostile_caller', 'workflow_close']),
});

export const endAnswer = z.object({ call_uuid: z.string(), status: z.literal('ended'), reason: z.string() });

export const browserTestBody = z.object({
  /** Contact whose data the agent uses. */
  contact_uuid: bodyId.optional(),
  agent_version: z.number().int().min(1).max(1_000_000_000).optional().meta({
    description:
      'The version of the campaign’s agent to test, such as its `draft_version`. The current one if omitted.',
  }),
});
export const agentTestBody = z
  .object({
    ...browserTestBody.shape,
    agent_version: browserTestBody.shape.agent_version.meta({
      description: 'The version of the agent to test, such as its `draft_version`. The current one if omitted.',
    }),
  })
  .prefault({});
export const browserTest = z.object({ ws_url: z.string(), token: z.string(), call_uuid: z.string() });

nameSchemas({
  CallSummary: callSummary,
  Call: callRecord,
  CallList: callList,
  CallStats: callStats,
  LiveCall: liveCall,
  LiveCallList: liveCalls,
  CallTranscriptTurn: transcript.element,
  CallEvent: event,
  TurnLatency: turnLatency,
  CallLine: line,
  DisclosureWord: recordingDisclosure.shape.words.element,
  EndCallRequest: endBody,
  EndedCall: endAnswer,
  CallMetadataPatch: metadataBody,
  CallMetadata: metadataAnswer,
  NewBrowserTest: browserTestBody,
  BrowserTest: browserTest,
});
