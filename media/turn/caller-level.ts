/** `his`: the turn had words and no reply was audible. `over_reply`: its words ended a reply. */
export type Whose = 'his' | 'over_reply' | 'unknown';

/** Estimates the caller's level from the caller's own turns. Much softer speech is another person or an echo. */
export interface CallerLevel {
  /** Adds a step with speech in the current turn. */
  speech(levelDbfs: number): void;
  /** Whether the turn so far is softer than this caller, or any caller, speaks. */
  readonly isWeak: boolean;
  /** Ends the turn and updates the estimate. */
  turnOver(whose: Whose): void;
  /** Softer speech does not count as the caller's. */
  readonly weakDbfs: number;
}

/**
 * A second voice in the room is about 20 dB softer than the caller's; the caller's own soft first sounds reach this
 * level within 100 ms.
 */
const WEAK_BELOW_DB = 14;
/**
 * Used until the caller has spoken. Two steps within half a second reach this level in 99 % of the first words of a quiet
 * caller (-34 dBFS), and in 3 % of the half seconds of a voice 20 dB below a usual one (-40 dBFS).
 */
const UNKNOWN_WEAK_DBFS = -33.5;
/** Softer turns than any telephone voice's say nothing about the caller's level. */
const LEAST_CALLER_DBFS = -37;
/** Weight of a new turn. A softer one weighs less, since it may have been another person. */
const SHARE = { louder: 0.5, softer: 0.2 } as const;
const MOST_STEPS = 200;

export function createCallerLevel(): CallerLevel {
  let steps: number[] = [];
  let knownDbfs: number | undefined;
  /** Words over a reply may be its echo, so they never lower the estimate. */
  const loudestSoFar = (): number => knownDbfs ?? LEAST_CALLER_DBFS + WEAK_BELOW_DB;
  const weakDbfs = (): number => (knownDbfs === undefined ? UNKNOWN_WEAK_DBFS : knownDbfs - WEAK_BELOW_DB);
  return {
    speech(levelDbfs) {
      if (steps.length < MOST_STEPS) steps.push(levelDbfs);
    },
    turnOver(whose) {
      const loud = loudOf(steps);
      // Speech softer than any caller's was an echo or another person in the room.
      const counts = whose === 'his' ? loud >= LEAST_CALLER_DBFS : whose === 'over_reply' && loud >= loudestSoFar();
      if (counts) {
        const change = loud - (knownDbfs ?? loud);
        knownDbfs = loud - change * (1 - (change > 0 ? SHARE.louder : SHARE.softer));
      }
      steps = [];
    },
    get weakDbfs() {
      return weakDbfs();
    },
    get isWeak() {
      return loudOf(steps) < (knownDbfs === undefined ? LEAST_CALLER_DBFS : weakDbfs());
    },
  };
}

/** Returns the level of a turn's vowels (80th percentile of its steps), or negative infinity without steps. */
function loudOf(steps: readonly number[]): number {
  const sorted = steps.toSorted((a, b) => a - b);
  return sorted[Math.floor(0.8 * (sorted.length - 1))] ?? Number.NEGATIVE_INFINITY;
}
