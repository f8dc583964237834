import { createRandom } from '../random.ts';

/** The course of a call at the provider, from the request to its last callback. */
export interface Fate {
  /**
   * Response to the request. `refused`, `throttled` and `down`: nobody is dialled. `broken` and `silent`: the phone
   * rings anyway, and the client gets an error or no response. `lost`: nobody is dialled, and the connection is cut.
   */
  readonly request: 'accepted' | 'refused' | 'throttled' | 'down' | 'broken' | 'silent' | 'lost';
  /** Who or what picks up, if anyone. `machine`: the provider's own detection hangs up on it. */
  readonly person: 'answers' | 'busy' | 'no_answer' | 'failed' | 'machine';
  readonly ringMs: number;
  /** Aborting it ends the ringing early, as if by the called person. */
  readonly rung?: AbortSignal;
  /** Time after which the person hangs up. */
  readonly talkMs: number;
  /** Key that the person presses when asked for one; none by default. */
  readonly key?: string;
  /** How callbacks arrive, except the request for the call's document. `late`: the first arrive after the last. */
  readonly callbacks: 'once' | 'twice' | 'late' | 'lost';
}

export const plainFate: Fate = {
  request: 'accepted',
  person: 'answers',
  ringMs: 20,
  talkMs: 50,
  callbacks: 'once',
};

type Shares<T extends string> = Readonly<Partial<Record<T, number>>>;

/** Relative frequency of each value; omitted ones never occur. */
export interface FateShares {
  readonly request?: Shares<Fate['request']>;
  readonly person?: Shares<Fate['person']>;
  readonly callbacks?: Shares<Fate['callbacks']>;
}

/** Creates a generator of random fates, repeatable for the same seed and order of calls. */
export function createFates(
  seed: number,
  shares: FateShares,
  times: Partial<Pick<Fate, 'ringMs' | 'talkMs'>> = {},
): () => Fate {
  const random = createRandom(seed);
  const pick = <T extends string>(among: Shares<T> | undefined, otherwise: T): T => {
    const entries = Object.entries(among ?? {}) as [T, number][];
    let place = random() * entries.reduce((sum, [, share]) => sum + share, 0);
    for (const [name, share] of entries) {
      place -= share;
      if (place < 0) return name;
    }
    return otherwise;
  };
  return () => ({
    ...plainFate,
    ...times,
    request: pick(shares.request, plainFate.request),
    person: pick(shares.person, plainFate.person),
    callbacks: pick(shares.callbacks, plainFate.callbacks),
  });
}
