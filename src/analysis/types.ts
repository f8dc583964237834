/** Types of field values. */
export const fieldTypes = ['text', 'enum', 'boolean', 'number', 'date', 'time', 'score'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** What a score can measure without phrases. Those of times have the names of `timingKeys`. */
export const measures = [
  ...(['greeting', 'next_step', 'question_answered'] as const),
  ...(['dead_air', 'talk_over', 'response_latency', 'talk_ratio', 'longest_monologue'] as const),
] as const;
export type Measure = (typeof measures)[number];

/** A question answered for every conversation. */
export interface Field {
  readonly key: string;
  readonly name: string;
  readonly group: string;
  readonly type: FieldType;
  /** Values of an enum or, for a score, the phrases that the agent should say. */
  readonly options: readonly string[];
  readonly description: string;
  /** Whether a conversation is expected to have a value. */
  readonly required?: boolean;
  /** Skips the field for calls that reached nobody. */
  readonly onlyIfConnected?: boolean;
  /** Skips the field for shorter conversations. */
  readonly minSeconds?: number;
  /** What a score measures instead of phrases. */
  readonly measure?: Measure | null;
}

/** Characters `start` to `end` of a turn's text, `end` excluded. */
export interface Evidence {
  readonly turn: number;
  readonly start: number;
  readonly end: number;
}

/**
 * `contradicted`: the two sides named different values, and the later one was not accepted. `unsure`: the words name the
 * value, but with a condition, a limit or a doubt.
 */
export const valueStates = ['found', 'unsure', 'not_mentioned', 'contradicted'] as const;
export type ValueState = (typeof valueStates)[number];

export type Value = string | number | boolean;

export interface FieldValue {
  readonly key: string;
  readonly state: ValueState;
  /** Null exactly if the state is `not_mentioned`. No list, dashboard or report counts one that is `unsure`. */
  readonly value: Value | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  readonly method: string;
  /** What a language model reads instead; the value is then `unsure`, and the last place is that of this value. */
  readonly otherValue?: Value;
}

/** A conclusion about the whole conversation; null if the transcript does not support one. */
export interface Finding<T> {
  readonly value: T;
  readonly confidence: number;
  /** Empty only if the call record decides, as for an unanswered call. */
  readonly evidence: readonly Evidence[];
  readonly method: string;
}

export const outcomes = [
  'resolved',
  'follow_up_scheduled',
  'visit_scheduled',
  'escalated',
  'interested',
  'no_interest',
  'voicemail',
  'failed',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Reasons for an empty outcome. */
export const undecidedReasons = [
  'customer_silent',
  'nothing_proposed',
  'not_done',
  'contradictory',
  'no_clear_answer',
] as const;
export type Undecided = (typeof undecidedReasons)[number];

export type Sentiment = 'positive' | 'neutral' | 'negative';

export interface SentimentFinding extends Finding<Sentiment> {
  /** -1 to 1. */
  readonly score: number;
  /** Turn at which the conversation became worse or better; null if it did not change. */
  readonly change: (Evidence & { readonly isWorse: boolean }) | null;
}

/** Facts about the conversation known from outside its words. */
export interface Facts {
  /** ISO 8601 time of the call; "tomorrow" is relative to it. */
  readonly calledAt: string;
  /** Customer's UTC offset in minutes; 0 if their time zone is unknown. */
  readonly utcOffsetMinutes: number;
  readonly connected: boolean;
  readonly voicemail: boolean;
  readonly transferred: boolean;
  /** Null or absent if unknown. */
  readonly durationMs?: number | null;
  /** Whether turn times were measured; submitted transcripts have none. */
  readonly isTimed?: boolean;
  /** Language of the transcript that is analysed; null or absent if unknown. */
  readonly languageCode?: string | null;
}

/** One verbatim sentence of the summary. */
export interface SummarySentence extends Evidence {
  readonly text: string;
}

export interface Analysis {
  /** Version of the rules. Analyses of different versions are not comparable. */
  readonly version: string;
  readonly fields: readonly FieldValue[];
  readonly outcome: Finding<Outcome> | null;
  /** Null exactly if there is an outcome. */
  readonly undecided: Undecided | null;
  readonly sentiment: SentimentFinding | null;
  readonly summary: readonly SummarySentence[];
}
