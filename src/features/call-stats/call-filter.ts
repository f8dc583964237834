import type { CallOutcome } from '../../data/index.ts';

export type Direction = 'inbound' | 'outbound' | 'all';

export type Sentiment = 'positive' | 'neutral' | 'negative';

/** What calls are asked for by; all that is given must hold. Times are those of their making. */
export interface CallFilter {
  readonly flowUuid?: string | undefined;
  readonly contactUuid?: string | undefined;
  /** Calls of the flows that have this agent now. */
  readonly agentUuid?: string | undefined;
  readonly callType?: 'inbound' | 'outbound' | undefined;
  /** In numbers of calls, and in what contacts are found by. */
  readonly search?: string | undefined;
  readonly outcome?: CallOutcome | undefined;
  readonly sentiment?: Sentiment | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  /** Browser tests too, which are in no figure unless asked for. */
  readonly withTests?: boolean | undefined;
}

/** The tags of which the contact of a call must carry one for the call to be seen; undefined for who sees all. */
export type Sight = readonly string[] | undefined;
