/** `his`: it had words, and nothing was said to him meanwhile. `over_reply`: it had words that ended a reply. */
export type Whose = 'his' | 'over_reply' | 'unknown';

/** How loud this caller speaks, learned from his own turns: what is far softer is someone else, or an echo. */
export interface CallerLevel {
  /** A step that holds speech of a turn of his. */
  speech(levelDbfs: number): void;
  /** What was heard of this turn so far is softer than `weakDbfs`. */
  readonly isWeak: boolean;
  /** The turn is over. */
  turnOver(whose: Whose): void;
  /** Softer speech than this is not taken for his. */
  readonly weakDbfs: number;
}

/** A second voice in the room is heard 20 dB below the caller's; his own soft first sounds reach this within 100 ms. */
const WEAK_BELOW_DB = 14;
/** Before he has said anything: softer than any telephone voice's vowels, louder than a room or an echo 20 dB down. */
const UNKNOWN_WEAK_DBFS = -37;
/** A louder turn counts for this much, a softer one for less: it may have been someone else. */
const SHARE = { louder: 0.5, softer: 0.2 } as const;
const MOST_STEPS = 200;

export function createCallerLevel(): CallerLevel {
  let steps: number[] = [];
  let knownDbfs: number | undefined;
  /** Words over a reply may be its echo's: they make nobody softer than he was known, or taken, to be. */
  const loudestSoFar = (): number => knownDbfs ?? UNKNOWN_WEAK_DBFS + WEAK_BELOW_DB;
  const weakDbfs = (): number => (knownDbfs === undefined ? UNKNOWN_WEAK_DBFS : knownDbfs - WEAK_BELOW_DB);
  return {
    speech(levelDbfs) {
      if (steps.length < MOST_STEPS) steps.push(levelDbfs);
    },
    turnOver(whose) {
      const loud = loudOf(steps);
      // What is softer than any caller was an echo, or someone in the room.
      const counts = whose === 'his' ? loud >= UNKNOWN_WEAK_DBFS : whose === 'over_reply' && loud >= loudestSoFar();
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
      return loudOf(steps) < weakDbfs();
    },
  };
}

/** A turn's vowels; below everything where nothing was heard. */
function loudOf(steps: readonly number[]): number {
  const sorted = steps.toSorted((a, b) => a - b);
  return sorted[Math.floor(0.8 * (sorted.length - 1))] ?? Number.NEGATIVE_INFINITY;
}
