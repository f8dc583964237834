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
   * Lets two far ends hear each other, in place of their calls. When one hangs up, so does the other. Resolves to false
   * if one of them is over.
   */
  connect(id: string, other: string): Promise<boolean>;
  /** The leg is over. Idempotent. */
  over(id: string): void;
}

/** @param connectLines - Lets the audio of two lines pass to each other. */
export function createOpenLegs(connectLines: (line: RtpLine, other: RtpLine) => Promise<boolean>): OpenLegs {
  const legs = new Map<string, OpenLeg>();
  const partners = new Map<string, string>();

  function over(id: string): void {
    legs.delete(id);
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
      if (await connectLines(leg.line, second.line)) return legs.has(id) && legs.has(other);
      partners.delete(id);
      partners.delete(other);
      return false;
    },
    over,
  };
}
