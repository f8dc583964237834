import type { LegEnd } from '../../../../media/index.ts';
import type { HowEnded } from '../../../telephony/index.ts';

const busy: HowEnded = { status: 'busy', reason: 'busy' };
const declined: HowEnded = { status: 'busy', reason: 'declined' };
const noAnswer: HowEnded = { status: 'no_answer', reason: 'no_answer' };
const cancelled: HowEnded = { status: 'cancelled', reason: 'cancelled' };
const invalidNumber: HowEnded = { status: 'failed', reason: 'invalid_number' };
const congested: HowEnded = { status: 'failed', reason: 'over_capacity' };
const rejected: HowEnded = { status: 'failed', reason: 'provider_rejected' };
const notConnected: HowEnded = { status: 'failed', reason: 'telephony_not_connected' };
const failed: HowEnded = { status: 'failed', reason: 'provider_failed' };

/** Meanings of ISDN causes (ITU-T Q.850). They say more than a status that many gateways use for everything. */
const byCause: Readonly<Record<number, HowEnded>> = {
  1: invalidNumber,
  3: invalidNumber,
  17: busy,
  18: noAnswer,
  19: noAnswer,
  20: noAnswer,
  21: declined,
  22: invalidNumber,
  28: invalidNumber,
  34: congested,
  38: congested,
  41: congested,
  42: congested,
  44: congested,
  47: congested,
};

const byStatus: Readonly<Record<number, HowEnded>> = {
  401: notConnected,
  403: rejected,
  404: invalidNumber,
  407: notConnected,
  408: noAnswer,
  410: invalidNumber,
  415: rejected,
  480: noAnswer,
  484: invalidNumber,
  486: busy,
  487: noAnswer,
  488: rejected,
  503: congested,
  600: busy,
  603: declined,
  604: invalidNumber,
  606: rejected,
  607: declined,
  608: declined,
};

/** Statuses that state a definite fact about the callee, whatever cause a gateway adds. */
const certain: readonly number[] = [401, 407, 486, 600];

/** Returns the result of a call that was not answered, from the trunk's final response. */
export function resultOfRefusal({ by, status, cause }: LegEnd): HowEnded {
  // Without any response, a phone may still have rung.
  if (by === 'timeout') return failed;
  if (by === 'local') return status === 487 ? noAnswer : cancelled;
  const ofStatus = byStatus[status ?? 0] ?? failed;
  if (cause === undefined || certain.includes(status ?? 0)) return ofStatus;
  return byCause[cause] ?? ofStatus;
}
