/** How a call ended, in this server's states. */
export interface HowEnded {
  readonly status: 'completed' | 'busy' | 'no_answer' | 'failed' | 'cancelled';
  readonly reason: string;
}

/** Maps either provider's status; undefined for a call in progress. */
export function endedAs(word: string): HowEnded | undefined {
  switch (word.toLowerCase().replace('_', '-')) {
    case 'completed':
      return { status: 'completed', reason: 'caller_hung_up' };
    case 'busy':
      return { status: 'busy', reason: 'busy' };
    case 'no-answer':
    case 'timeout':
      return { status: 'no_answer', reason: 'no_answer' };
    case 'cancel':
    case 'canceled':
    case 'cancelled':
      return { status: 'cancelled', reason: 'cancelled' };
    case 'failed':
      return { status: 'failed', reason: 'provider_failed' };
    default:
      return undefined;
  }
}
