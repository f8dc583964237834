import type { RtpLine } from '../../../../media/index.ts';

/** One answered call over SIP. */
export interface OpenLeg {
  readonly line: RtpLine;
  hangUp(reason?: string): void;
}

/** Answered calls of this server over SIP, by their ids at the provider `sip`. */
export interface OpenLegs {
  add(id: string, leg: OpenLeg): void;
  get(id: string): OpenLeg | undefined;
  /**
   * Lets two far ends hear each other, in place of their calls. When one hangs up, so does the other; after four hours
   * both are hung up. Resolves to false if one of them is over.
   */
  connect(id: string, other: string): Promise<boolean>;
  /** The leg is over. Idempotent. */
  over(id: string): void;
}

export interface OpenLegsOptions {
  /** Lets the audio of two lines pass to each other. */
  readonly connectLines: (line: RtpLine, other: RtpLine) => Promise<boolean>;
  /** Calls `then` after a time, unless the returned function is called before. */
  readonly after?: (ms: number, then: () => void) => () => void;
}

/** A provider ends a call after this time; here, nobody else does. */
const longestMs = 14_400_000;

export function createOpenLegs({ connectLines, after = afterTime }: OpenLegsOptions): OpenLegs {
  const legs = new Map<string, OpenLeg>();
  const partners = new Map<string, string>();
  /** What cancels the end of a connection, by the id of each leg. */
  const limits = new Map<string, () => void>();

  function over(id: string): void {
    legs.delete(id);
    limits.get(id)?.();
    limits.delete(id);
    const partner = partners.get(id);
    partners.delete(id);
    if (partner === undefined) return;
    partners.delete(partner);
    legs.get(partner)?.hangUp('the other party hung up');
  }

  return {
    add: (id, leg) => void legs.set(id, leg),
    get: (id) => legs.get(id),
    async connect(id, other) {
      const [leg, second] = [legs.get(id), legs.get(other)];
      if (leg === undefined || second === undefined || partners.has(id) || partners.has(other)) return false;
      partners.set(id, other);
      partners.set(other, id);
      if (await connectLines(leg.line, second.line)) {
        if (!legs.has(id) || !legs.has(other)) return false;
        const cancel = after(longestMs, () => leg.hangUp('the call has lasted four hours'));
        for (const legId of [id, other]) limits.set(legId, cancel);
        return true;
      }
      partners.delete(id);
      partners.delete(other);
      return false;
    },
    over,
  };
}

function afterTime(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms).unref();
  return () => clearTimeout(timer);
}
