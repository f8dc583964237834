import type { SipLeg } from '../../../../media/index.ts';

/** What may happen to a leg of a call that continues without it. */
export interface Replaceable {
  /** Lets another leg of the organisation take its place (RFC 3891). `canRefer`: whether that one may transfer the call. */
  replace(next: SipLeg, canRefer: boolean): Promise<void>;
  /** The leg that it talks with; undefined without one. */
  other(): SipLeg | undefined;
  /** Releases the other leg, which has a new call, and hangs up this one. */
  release(): void;
}

/** Legs that another one may replace, by organisation and Call-ID. */
export interface ReplaceableLegs {
  add(leg: SipLeg, organisation: string, replaceable: Replaceable): void;
  remove(leg: SipLeg, organisation: string): void;
  get(callId: string, organisation: string): Replaceable | undefined;
  /** Lets a leg replace the one that it names, which is hung up. */
  replace(next: SipLeg, organisation: string, canRefer: boolean): Promise<void>;
}

export function createReplaceableLegs(): ReplaceableLegs {
  const legs = new Map<string, Replaceable>();
  const keyOf = (callId: string, organisation: string): string => `${organisation}|${callId}`;
  const get: ReplaceableLegs['get'] = (callId, organisation) => legs.get(keyOf(callId, organisation));

  return {
    add: ({ callId }, organisation, replaceable) => void legs.set(keyOf(callId, organisation), replaceable),
    remove: ({ callId }, organisation) => void legs.delete(keyOf(callId, organisation)),
    get,
    async replace(next, organisation, canRefer) {
      // The place of a leg is not lost to a caller who has given up.
      if (next.isOver) return;
      const replaceable = get(next.replaces ?? '', organisation);
      if (replaceable === undefined) return next.refuse(481, 'The call to be replaced is over');
      await replaceable.replace(next, canRefer);
    },
  };
}
