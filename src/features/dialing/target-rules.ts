import { isE164 } from '../../http/fields.ts';
import { type CallingHours, nextOpen } from '../campaigns/index.ts';
import { dedupeMs, type Reason } from './target.ts';

/** What is known of a contact whose turn it is. */
export interface Turn {
  /** E.164. */
  readonly phone: string;
  readonly optedOut: boolean;
  /** Calls of this campaign to them so far. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** That of the campaign, and those of the contact's own zone. */
  readonly hours: readonly CallingHours[];
  /** Calls to them that were dialled lately and not for this campaign: when, and whether they are over. */
  readonly others: readonly { readonly dialledAt: string; readonly over: boolean }[];
  readonly at: Date;
}

export type Judgement =
  | { readonly kind: 'dial' }
  | { readonly kind: 'wait'; readonly reason: Reason; readonly until: Date }
  | { readonly kind: 'skip'; readonly reason: Reason };

/** They may be called when they have hung up. */
const inCallWaitMs = 300_000;

/** Whether a contact may be dialled now, and if not, why and when. */
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
