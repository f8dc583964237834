import type { CallOutcome } from './call-state.ts';

export type Sentiment = 'positive' | 'neutral' | 'negative';

/** What calls are asked for by; all that is given must hold. Times are those of their making. */
export interface CallFilter {
  readonly flowUuid?: string | undefined;
  readonly contactUuid?: string | undefined;
  readonly outcome?: CallOutcome | undefined;
  readonly sentiment?: Sentiment | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** The tags of which the contact of a call must carry one for the call to be seen; undefined for who sees all. */
export type Sight = readonly string[] | undefined;
