import type { OrganisationId, TenantQueries } from '../../data/index.ts';
import type { Transcript } from '../../transcripts/transcript.ts';
import { type CallNews, isPlacingFailure } from './call-news.ts';
import type { CallRow } from './call-rows.ts';

/** A call that has just ended. */
export interface CallOver
  extends Pick<
    CallRow,
    | 'uuid'
    | 'callType'
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
  /** `not_dialled`, `not_placed` and what `DialRefusal` names: nobody's phone rang. `placing_unknown`: it may have. */
  readonly reason: string;
  /** Whether somebody's phone rang, or may have: what counts as an attempt to reach them. */
  readonly attempted: boolean;
  /** What webhooks say of it. */
  readonly news: CallNews;
}

/** Runs in the transaction that ends a call. The transaction may run again: only what is written in it counts. */
export type OnCallOver = (queries: TenantQueries, organisation: OrganisationId, over: CallOver) => Promise<void>;

/** A call that is over, a browser test included, with what was said in it. */
export interface SpokenCall {
  readonly call: CallRow;
  readonly transcript: Transcript;
}

/** Runs in the transaction that ends a call, and in each that adds words to it afterwards. */
export type OnSpoken = (queries: TenantQueries, organisation: OrganisationId, spoken: SpokenCall) => Promise<void>;

/** Everything that follows from the end of a call and must not be lost by a crash. */
export interface CallEnded {
  /** Subscribers run one after another, in the order of subscription. One that throws undoes the end of the call. */
  subscribe(onEnded: OnCallOver): void;
  readonly publish: OnCallOver;
  /** Runs before the subscribers of the end. */
  subscribeSpoken(onSpoken: OnSpoken): void;
  readonly publishSpoken: OnSpoken;
}

export function createCallEnded(): CallEnded {
  const subscribers: OnCallOver[] = [];
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
  const { uuid, callType, flowUuid, contactUuid, targetUuid, status, outcome } = call;
  const { createdAt, dialledAt, startedAt, endedAt, fromNumber, toNumber, agentUserUuid } = call;
  const reason = call.endReason ?? '';
  const attempted = dialledAt !== null && (startedAt !== null || !isPlacingFailure(reason));
  return {
    ...{ uuid, callType, flowUuid, contactUuid, targetUuid, status, outcome, createdAt, dialledAt, startedAt, endedAt },
    ...{ fromNumber, toNumber, agentUserUuid, callerVerified: call.callerVerified },
    reason,
    attempted,
    news,
  };
}

/** Whom a call was with. */
export const personOf = (
  call: Pick<CallRow, 'callType' | 'contactUuid' | 'fromNumber' | 'toNumber'>,
): { readonly contactUuid: string | null; readonly phone: string } => ({
  contactUuid: call.contactUuid,
  phone: call.callType === 'outbound' ? call.toNumber : call.fromNumber,
});
