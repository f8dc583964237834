/**
 * Called at each step that a crash may come before: a statement of a writing transaction, its begin and its end
 * included, and a write to a recording. What it throws is what the step throws, which is then not made. For tests.
 */
export type FaultPoint = (step: string) => void;
