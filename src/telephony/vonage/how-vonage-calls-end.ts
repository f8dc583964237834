import type { HowEnded } from '../how-ended.ts';

const ends: Readonly<Record<string, HowEnded>> = {
  completed: { status: 'completed', reason: 'caller_hung_up' },
  busy: { status: 'busy', reason: 'busy' },
  rejected: { status: 'busy', reason: 'declined' },
  unanswered: { status: 'no_answer', reason: 'no_answer' },
  timeout: { status: 'no_answer', reason: 'no_answer' },
  cancelled: { status: 'cancelled', reason: 'cancelled' },
  failed: { status: 'failed', reason: 'provider_failed' },
};

/** Maps the status of a call; undefined for a call in progress. */
export const endedBy = (status: string): HowEnded | undefined =>
  Object.hasOwn(ends, status) ? ends[status] : undefined;
