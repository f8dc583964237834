import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import { type CallNews, isPlacingFailure } from './call-news.ts';
import type { CallRow } from './call-rows.ts';

export interface CallOver
  extends Pick<
    CallRow,
    | 'uuid'
    | 'callType'
    | 'dialect'
    | 'flowUuid'
    | 'contactUuid'
    | 'targetUuid'
    | 'status'
    | 'outcome'
    | 'createdAt'
    | 'dialledAt'
    | 'startedAt'
    | 'endedAt'
    | 'fromNumber'
    | 'toNumber'
    | 'agentUserUuid'
    | 'callerVerified'
  > {
  /**
   * `not_dialled`, `not_placed` and the reasons of `DialRefusal` mean that nobody's phone rang; with `placing_unknown`
   * it may have.
   */
  readonly reason: string;
  /** Whether somebody's phone rang or may have rung, so that the call counts as an attempt. */
  readonly attempted: boolean;
  /** The webhook event about it. */
  readonly news: CallNews;
}

/**
 * Runs in the transaction that ends these calls of an organisation: one, or many after an outage. The transaction may be
 * retried, so side effects outside it may repeat.
 */
export type OnCallsOver = (
  queries: TenantQueries,
  organisation: OrganisationId,
  over: readonly CallOver[],
) => Promise<void>;

/** A finished call, browser tests included, with its transcript. */
export interface SpokenCall {
  readonly call: CallRow;
  readonly transcript: Transcript;
}

/** Runs in the transaction that ends these calls of an organisation, and in each that adds words to them later. */
export type OnSpoken = (
  queries: TenantQueries,
  organisation: OrganisationId,
  spoken: readonly SpokenCall[],
) => Promise<void>;

/** Subscriptions to the end of calls, for work that a crash must not lose. */
export interface CallEnded {
  /** Subscribers run one after another, in order of subscription. An exception rolls back the end of the call. */
  subscribe(onEnded: OnCallsOver): void;
  readonly publish: OnCallsOver;
  /** These run before the subscribers to the end. */
  subscribeSpoken(onSpoken: OnSpoken): void;
  readonly publishSpoken: OnSpoken;
}

export function createCallEnded(): CallEnded {
  const subscribers: OnCallsOver[] = [];
  const spokenSubscribers: OnSpoken[] = [];
  return {
    subscribe: (onEnded) => void subscribers.push(onEnded),
    async publish(queries, organisation, over) {
      for (const onEnded of subscribers) await onEnded(queries, organisation, over);
    },
    subscribeSpoken: (onSpoken) => void spokenSubscribers.push(onSpoken),
    async publishSpoken(queries, organisation, spoken) {
      for (const onSpoken of spokenSubscribers) await onSpoken(queries, organisation, spoken);
    },
  };
}

export function callOverOf(call: CallRow, news: CallNews): CallOver {
  const { uuid, callType, dialect, flowUuid, contactUuid, targetUuid, status, outcome } = call;
  const { createdAt, dialledAt, startedAt, endedAt, fromNumber, toNumber, agentUserUuid } = call;
  const reason = call.endReason ?? '';
  const attempted = dialledAt !== null && (startedAt !== null || !isPlacingFailure(reason));
  return {
    uuid,
    callType,
    dialect,
    flowUuid,
    contactUuid,
    targetUuid,
    status,
    outcome,
    createdAt,
    dialledAt,
    startedAt,
    endedAt,
    fromNumber,
    toNumber,
    agentUserUuid,
    callerVerified: call.callerVerified,
    reason,
    attempted,
    news,
  };
}

/** Returns the other party of a call. */
export const personOf = (
  call: Pick<CallRow, 'callType' | 'contactUuid' | 'fromNumber' | 'toNumber'>,
): { readonly contactUuid: string | null; readonly phone: string } => ({
  contactUuid: call.contactUuid,
  phone: call.callType === 'outbound' ? call.toNumber : call.fromNumber,
});
