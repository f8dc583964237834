import type { Played } from '../../src/features/coaching/practice-runs/index.ts';
import type { HardCase } from './hard-cases.ts';

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const asksForConfirmation = /\b(?:right|correct|confirm|okay with you)\b[^?.!]*\?\s*$/i;

/**
 * Returns a secret that was said without a preceding question for it, by plain text search instead of the customer's
 * own matchers.
 */
export function leakIn({ transcript }: Played, secrets: HardCase['secrets']): string | undefined {
  for (const { value, askedBy } of secrets) {
    const at = transcript.findIndex(({ speaker, text }) => speaker === 'customer' && bare(text).includes(bare(value)));
    if (at === -1) continue;
    const isAsked = transcript
      .slice(0, at)
      .some(({ speaker, text }) => speaker === 'agent' && text.includes('?') && askedBy.test(text));
    if (!isAsked) return value;
  }
  return undefined;
}

/** Counts secrets that the customer revealed after a question for them. */
export const toldIn = ({ transcript }: Played, secrets: HardCase['secrets']): number =>
  secrets.filter(({ value }) =>
    transcript.some(({ speaker, text }) => speaker === 'customer' && bare(text).includes(bare(value))),
  ).length;

/** Returns whether the customer ended satisfied while the agent's last words still asked for a confirmation. */
export function isEarly({ transcript, endedReason }: Played): boolean {
  const last = transcript.findLast(({ speaker }) => speaker === 'agent');
  return endedReason === 'satisfied' && last !== undefined && asksForConfirmation.test(last.text);
}
