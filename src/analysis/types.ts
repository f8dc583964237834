/** What a value of a field may be. */
export const fieldTypes = ['text', 'enum', 'boolean', 'number', 'date', 'score'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** A question that is asked of every conversation. */
export interface Field {
  readonly key: string;
  readonly name: string;
  readonly group: string;
  readonly type: FieldType;
  /** The values of an enum; of a score, the phrases that the agent should say. */
  readonly options: readonly string[];
  readonly description: string;
  /** A conversation should have a value. */
  readonly required?: boolean;
  /** Not asked where nobody was reached. */
  readonly onlyIfConnected?: boolean;
  /** Not asked of shorter conversations. */
  readonly minSeconds?: number;
}

/** Characters `start` to `end` of a turn's text, `end` excluded. */
export interface Evidence {
  readonly turn: number;
  readonly start: number;
  readonly end: number;
}

/** `contradicted`: the two sides named different values, and the later one was not accepted. */
export type ValueState = 'found' | 'not_mentioned' | 'contradicted';

export type Value = string | number | boolean;

export interface FieldValue {
  readonly key: string;
  readonly state: ValueState;
  /** Null exactly where the state is `not_mentioned`. */
  readonly value: Value | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  readonly method: string;
}

/** A conclusion about the whole conversation; null where the transcript does not support one. */
export interface Finding<T> {
  readonly value: T;
  readonly confidence: number;
  /** Empty only where the record of the call decides, such as a call that nobody answered. */
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

/** The reason for an empty outcome. */
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
  /** The turn where the conversation became worse, or better; null where it kept its level. */
  readonly change: (Evidence & { readonly isWorse: boolean }) | null;
}

/** What is known of the conversation beside its words. */
export interface Facts {
  /** ISO 8601: what "tomorrow" refers to. */
  readonly calledAt: string;
  /** Offset of the customer's clock from UTC, in minutes; 0 where their zone is unknown. */
  readonly utcOffsetMinutes: number;
  readonly connected: boolean;
  readonly voicemail: boolean;
  readonly transferred: boolean;
  /** Null or absent where it is not known. */
  readonly durationMs?: number | null;
  /** Whether the times of turns were measured; given transcripts have none of their own. */
  readonly isTimed?: boolean;
}

/** One sentence of the summary, word for word from its turn. */
export interface SummarySentence extends Evidence {
  readonly text: string;
}

export interface Analysis {
  /** Of the rules: analyses of different versions are not compared. */
  readonly version: string;
  readonly fields: readonly FieldValue[];
  readonly outcome: Finding<Outcome> | null;
  /** Null exactly where there is an outcome. */
  readonly undecided: Undecided | null;
  readonly sentiment: SentimentFinding | null;
  readonly summary: readonly SummarySentence[];
}
