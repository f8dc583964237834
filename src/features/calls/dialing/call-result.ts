import type { DialerConfig } from '../../campaigns/index.ts';
import type { CallOver } from '../calls/index.ts';
import type { Reason, TargetChange, TargetRow } from './target.ts';

export interface CallResult {
  readonly target: TargetChange;
  /**
   * What the call says about the provider: `failed` if it did not accept the call, `works` if it did, `unsaid` if
   * neither is known.
   */
  readonly provider: 'failed' | 'works' | 'unsaid';
}

type Over = Pick<CallOver, 'status' | 'outcome' | 'reason' | 'attempted'>;

/** State before the call. */
interface Before extends Pick<TargetRow, 'attempts'> {
  /** Whether an earlier call to the contact never reached the provider. */
  readonly wasLost?: boolean;
}

/** Reasons with which nobody's phone rang and the number is not at fault. */
const providerFaults: readonly string[] = [
  'provider_rejected',
  'telephony_not_connected',
  'public_base_url_missing',
] satisfies Reason[];

/** Time until a contact is called for whom there was no capacity. */
const capacityMs = 60_000;

/** Returns the state of a contact after a call. */
export function resultOf(
  over: Over,
  { attempts, wasLost = false }: Before,
  config: DialerConfig,
  at: Date,
): CallResult {
  const finished = (outcome: string, reason: Reason | null = null): TargetChange => ({
    status: 'finished',
    outcome,
    reason,
    nextAt: null,
  });
  const again = (outcome: string, minutes: number, reason: Reason): TargetChange => {
    if (attempts >= config.max_attempts) return finished(outcome, 'out_of_attempts');
    const nextAt = new Date(at.getTime() + minutes * 60_000).toISOString();
    return { status: 'waiting', outcome, reason, nextAt };
  };
  const { busy, no_answer: noAnswer, failed } = config.retry_minutes;
  const { status, outcome, reason, attempted } = over;

  // The call was never requested or never reached the provider, so the attempt does not count.
  if (reason === 'not_dialled' || (reason === 'not_placed' && !wasLost))
    return {
      target: { status: 'queued', reason: null, attempts: Math.max(0, attempts - 1), nextAt: at.toISOString() },
      provider: 'unsaid',
    };
  // A provider that repeatedly reports this may be wrong.
  if (reason === 'not_placed') return { target: finished('unknown', 'not_placed'), provider: 'failed' };
  // The phone may have rung, so the contact is not called again.
  if (reason === 'placing_unknown') return { target: finished('unknown', 'placing_unknown'), provider: 'failed' };
  if (!attempted && reason === 'invalid_number')
    return { target: finished('failed', 'invalid_number'), provider: 'unsaid' };
  if (!attempted && providerFaults.includes(reason))
    return { target: again('failed', failed, reason as Reason), provider: 'failed' };
  // A shortage of capacity, here or at the provider, is temporary. Without a request, the attempt does not count.
  if (reason === 'over_capacity' && !attempted) {
    const nextAt = new Date(at.getTime() + capacityMs).toISOString();
    return {
      target: { status: 'waiting', outcome: 'failed', reason, attempts: Math.max(0, attempts - 1), nextAt },
      provider: 'unsaid',
    };
  }
  if (reason === 'over_capacity') return { target: again('failed', failed, reason), provider: 'unsaid' };
  if (outcome === 'connected' || outcome === 'voicemail') return { target: finished(outcome), provider: 'works' };
  // A robot answered and hung up: the person may have declined.
  if (status === 'completed' && outcome === 'no-answer') return { target: finished(outcome), provider: 'works' };
  if (status === 'busy') return { target: again('busy', busy, 'retry'), provider: 'works' };
  if (outcome === 'no-answer') return { target: again('no-answer', noAnswer, 'retry'), provider: 'works' };
  return { target: again('failed', failed, 'retry'), provider: attempted ? 'works' : 'unsaid' };
}
