export interface Gap {
  readonly atMs: number;
  readonly gapMs: number;
}

/** Returns the gaps that do not overlap a stall of the far end itself. */
export const apartFrom = (gaps: readonly Gap[], stalls: readonly Gap[]): readonly Gap[] =>
  gaps.filter((gap) => !stalls.some((stall) => overlap(gap, stall)));

const overlap = (a: Gap, b: Gap): boolean => a.atMs < b.atMs + b.gapMs && b.atMs < a.atMs + a.gapMs;

/** Distinguishes silences inside a phrase (the next audio was late) from those after a mark. */
export interface GapLog {
  ranDry(atMs: number): void;
  /** Reports that a mark closed the phrase. */
  closed(): void;
  /** Reports that the expected audio was cleared, so the silence is not a gap. */
  forgotten(): void;
  resumed(atMs: number): void;
  readonly underruns: readonly Gap[];
  readonly pauses: readonly Gap[];
}

/** A provider's own jitter buffer hides shorter silences inside a phrase. */
const toleranceMs = 5;

/** `longestMs`: a longer silence is a pause even without a mark, for far ends that know none. */
export function createGapLog(longestMs = Infinity): GapLog {
  const underruns: Gap[] = [];
  const pauses: Gap[] = [];
  let dry: { readonly atMs: number; closed: boolean } | undefined;
  return {
    ranDry(atMs) {
      dry = { atMs, closed: false };
    },
    closed() {
      if (dry !== undefined) dry.closed = true;
    },
    forgotten() {
      dry = undefined;
    },
    resumed(atMs) {
      if (dry === undefined) return;
      const gap = { atMs: dry.atMs, gapMs: atMs - dry.atMs };
      if (gap.gapMs > toleranceMs) (dry.closed || gap.gapMs > longestMs ? pauses : underruns).push(gap);
      dry = undefined;
    },
    underruns,
    pauses,
  };
}
