import { type CustomerPlan, openStream, streamOf } from '../../agent/customer/index.ts';

/** What the customer says while the agent speaks, `afterMs` after the agent began. */
export interface Overlap {
  readonly kind: 'interruption' | 'backchannel';
  readonly text: string;
  readonly afterMs: number;
}

/** When and how a customer speaks, from random streams of the seed that are independent of those for its words. */
export interface Timing {
  /** Returns the overlap for the agent's next turn; undefined if the customer only listens. */
  overlap(): Overlap | undefined;
  /** Returns the pause before the next line. */
  reactionMs(): number;
  /** Returns the pause inside the next line; undefined for none. */
  hesitationMs(): number | undefined;
}

const shares = {
  none: { interruption: 0, backchannel: 0 },
  some: { interruption: 0.15, backchannel: 0.2 },
  often: { interruption: 0.35, backchannel: 0.3 },
} as const;
const hesitating = 0.2;

export function createTiming(
  { seed, habits }: CustomerPlan,
  lines: { readonly interruption: readonly string[]; readonly backchannel: readonly string[] },
): Timing {
  const overlaps = openStream(streamOf(seed, 'overlaps'));
  const timing = openStream(streamOf(seed, 'timing'));
  const share = shares[habits.interrupts];
  return {
    overlap() {
      const kind = overlaps.chance(share.interruption) ? 'interruption' : 'backchannel';
      const isDue = kind === 'interruption' || overlaps.chance(share.backchannel);
      const afterMs = 700 + overlaps.below(1500);
      const text = lines[kind][overlaps.below(lines[kind].length)];
      return isDue && text !== undefined ? { kind, text, afterMs } : undefined;
    },
    reactionMs: () => timing.below(400) / habits.pace,
    hesitationMs() {
      const ms = 500 + timing.below(400);
      return timing.chance(hesitating) && habits.fillers.length > 0 ? ms : undefined;
    },
  };
}
