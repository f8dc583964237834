import { isE164 } from '../../../http/fields.ts';
import { type CallingHours, nextOpen } from '../../campaigns/index.ts';
import { dedupeMs, type Reason } from './target.ts';

/** Data about a contact that is due. */
export interface Turn {
  /** E.164. */
  readonly phone: string;
  readonly optedOut: boolean;
  /** Number of calls to the contact in this campaign so far. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Hours of the campaign, in its zone and in the contact's. */
  readonly hours: readonly CallingHours[];
  /** Recent calls to the contact outside this target. */
  readonly others: readonly { readonly dialledAt: string; readonly over: boolean }[];
  readonly at: Date;
}

export type Judgement =
  | { readonly kind: 'dial' }
  | { readonly kind: 'wait'; readonly reason: Reason; readonly until: Date }
  | { readonly kind: 'skip'; readonly reason: Reason };

/** Time before another attempt to reach a contact who is in a call. */
const inCallWaitMs = 300_000;

/** Returns whether a contact may be dialled now; if not, the reason and when it may be. */
export function judge({ phone, optedOut, attempts, maxAttempts, hours, others, at }: Turn): Judgement {
  if (optedOut) return { kind: 'skip', reason: 'opted_out' };
  if (!isE164(phone)) return { kind: 'skip', reason: 'invalid_number' };
  if (attempts >= maxAttempts) return { kind: 'skip', reason: 'out_of_attempts' };
  const wait = (reason: Reason, after: Date): Judgement => {
    const until = nextOpen(hours, after);
    return until === undefined ? { kind: 'skip', reason: 'outside_window' } : { kind: 'wait', reason, until };
  };
  const open = nextOpen(hours, at);
  if (open?.getTime() !== at.getTime()) return wait('outside_window', at);
  if (others.some(({ over }) => !over)) return wait('in_a_call', new Date(at.getTime() + inCallWaitMs));
  const againMs = Math.max(0, ...others.map(({ dialledAt }) => Date.parse(dialledAt) + dedupeMs));
  if (againMs > at.getTime()) return wait('recently_dialled', new Date(againMs));
  return { kind: 'dial' };
}
