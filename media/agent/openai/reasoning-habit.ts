/** Held replies in a row without reasoning after which the model is taken to mark it, or not to reason. */
const mostWithout = 2;

/**
 * Whether a model omits the start of its reasoning: learned from a reply in which only the end is marked. Replies of such
 * a model are held back until that end, or to their own end, so the habit is forgotten when it no longer shows.
 */
export function createReasoningHabit() {
  let without = Number.POSITIVE_INFINITY;
  return {
    get omitsStart(): boolean {
      return without < mostWithout;
    },
    /** `hasLoneEnd`: whether the complete reply marked the end of its reasoning only. */
    completed(hasLoneEnd: boolean): void {
      without = hasLoneEnd ? 0 : without + 1;
    },
  };
}
