/** The toy provider's names for how calls end. */
export const ends: Readonly<Record<string, { status: 'completed' | 'busy' | 'no_answer' | 'failed'; reason: string }>> =
  {
    done: { status: 'completed', reason: 'caller_hung_up' },
    busy: { status: 'busy', reason: 'busy' },
    missed: { status: 'no_answer', reason: 'no_answer' },
    broken: { status: 'failed', reason: 'provider_failed' },
  };
