import type { HowEnded } from '../how-ended.ts';

/** Hangup causes of calls that nobody answered; every other is a failure. */
const causes: Readonly<Record<string, HowEnded>> = {
  USER_BUSY: { status: 'busy', reason: 'busy' },
  CALL_REJECTED: { status: 'busy', reason: 'declined' },
  NO_ANSWER: { status: 'no_answer', reason: 'no_answer' },
  NO_USER_RESPONSE: { status: 'no_answer', reason: 'no_answer' },
  ORIGINATOR_CANCEL: { status: 'no_answer', reason: 'no_answer' },
};

/** Returns how a call of the records ended. */
export function endedBy(cause: string, isAnswered: boolean): HowEnded {
  if (isAnswered) return { status: 'completed', reason: 'caller_hung_up' };
  return (Object.hasOwn(causes, cause) ? causes[cause] : undefined) ?? { status: 'failed', reason: 'provider_failed' };
}
