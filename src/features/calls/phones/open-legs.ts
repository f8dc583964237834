import type { RtpLine } from '../../../../media/index.ts';

/** What lets a trunk connect two of its calls itself. */
export interface Referral {
  readonly trunkUuid: string;
  /** Returns a URI that takes the place of this call when somebody calls it. */
  target(): string;
  /** Asks the trunk to call a URI in place of us. Resolves to the status of that call. */
  refer(target: string): Promise<number>;
}

/** One answered call over SIP. */
export interface OpenLeg {
  readonly line: RtpLine;
  hangUp(reason?: string): void;
  /** Absent if this server connects the call with others. */
  readonly referral?: Referral | undefined;
}

/** Answered calls of this server over SIP, by their ids at the provider `sip`. */
export interface OpenLegs {
  add(id: string, leg: OpenLeg): void;
  get(id: string): OpenLeg | undefined;
  /**
   * Lets two far ends hear each other, in place of their calls. When one hangs up, so does the other; after four hours
   * both are hung up. A trunk that has both calls may connect them itself, and then both legs end. Resolves to false if
   * one of them is over.
   */
  connect(id: string, other: string): Promise<'here' | 'by_trunk' | false>;
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
/** Time for a trunk to connect its two calls; then this server does. */
const referMs = 10_000;
/** A trunk ends the legs that it has connected; one that does not is hung up after this time. */
const patienceMs = 2000;

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

  /** Has the trunk of two legs connect them. Returns whether it has. */
  async function referred(id: string, other: string): Promise<boolean> {
    const [caller, second] = [legs.get(id)?.referral, legs.get(other)?.referral];
    if (caller === undefined || second === undefined || caller.trunkUuid !== second.trunkUuid) return false;
    const status = await new Promise<number>((resolve) => {
      const cancel = after(referMs, () => resolve(408));
      void caller.refer(second.target()).then((final) => {
        cancel();
        resolve(final);
      });
    });
    if (status < 200 || status >= 300) return false;
    // A trunk that connects two calls ends its call with the second party. A caller who hung up does not.
    if (status === 202 && legs.has(other)) await new Promise<void>((resolve) => after(patienceMs, resolve));
    if (status === 202 && legs.has(other)) return false;
    after(patienceMs, () => {
      for (const legId of [id, other]) legs.get(legId)?.hangUp('transferred');
    });
    return true;
  }

  return {
    add: (id, leg) => void legs.set(id, leg),
    get: (id) => legs.get(id),
    async connect(id, other) {
      const [leg, second] = [legs.get(id), legs.get(other)];
      if (leg === undefined || second === undefined || partners.has(id) || partners.has(other)) return false;
      if (await referred(id, other)) return 'by_trunk';
      if (!legs.has(id) || !legs.has(other)) return false;
      partners.set(id, other);
      partners.set(other, id);
      if (await connectLines(leg.line, second.line)) {
        if (!legs.has(id) || !legs.has(other)) return false;
        const cancel = after(longestMs, () => leg.hangUp('the call has lasted four hours'));
        for (const legId of [id, other]) limits.set(legId, cancel);
        return 'here';
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
