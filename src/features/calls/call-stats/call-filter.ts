import type { CallOutcome } from '../../../data/index.ts';

export type Direction = 'inbound' | 'outbound' | 'all';

export type Sentiment = 'positive' | 'neutral' | 'negative';

/** Filters for calls; all given ones must match. Times refer to the creation of a call. */
export interface CallFilter {
  readonly flowUuid?: string | undefined;
  readonly contactUuid?: string | undefined;
  /** Matches calls of the flows that use this agent now. */
  readonly agentUuid?: string | undefined;
  readonly callType?: 'inbound' | 'outbound' | undefined;
  /** Text to find in phone numbers and in the searchable fields of contacts. */
  readonly search?: string | undefined;
  readonly outcome?: CallOutcome | undefined;
  readonly sentiment?: Sentiment | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  /** Includes browser tests, which are otherwise in no statistic. */
  readonly withTests?: boolean | undefined;
}

/** Tags of which a call's contact must have at least one to be visible; undefined for unrestricted users. */
export type Sight = readonly string[] | undefined;
