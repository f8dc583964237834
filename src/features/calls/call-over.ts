import type { OrganisationId, TenantQueries } from '../../data/index.ts';
import { isPlacingFailure } from './call-news.ts';
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
  > {
  /** `not_dialled`, `not_placed` and what `DialRefusal` names: nobody's phone rang. `placing_unknown`: it may have. */
  readonly reason: string;
  /** Whether somebody's phone rang, or may have: what counts as an attempt to reach them. */
  readonly attempted: boolean;
}

/** Told of every call in the transaction that ends it, which may be run again: once by what it writes there. */
export type OnCallOver = (queries: TenantQueries, organisation: OrganisationId, over: CallOver) => Promise<void>;

export function callOverOf(call: CallRow): CallOver {
  const { uuid, callType, flowUuid, contactUuid, targetUuid, status, outcome } = call;
  const { createdAt, dialledAt, startedAt, endedAt, fromNumber, toNumber, agentUserUuid } = call;
  const reason = call.endReason ?? '';
  const attempted = dialledAt !== null && (startedAt !== null || !isPlacingFailure(reason));
  return {
    ...{ uuid, callType, flowUuid, contactUuid, targetUuid, status, outcome, createdAt, dialledAt, startedAt, endedAt },
    ...{ fromNumber, toNumber, agentUserUuid },
    reason,
    attempted,
  };
}

/** Whom a call was with. */
export const personOf = (
  call: Pick<CallRow, 'callType' | 'contactUuid' | 'fromNumber' | 'toNumber'>,
): { readonly contactUuid: string | null; readonly phone: string } => ({
  contactUuid: call.contactUuid,
  phone: call.callType === 'outbound' ? call.toNumber : call.fromNumber,
});
