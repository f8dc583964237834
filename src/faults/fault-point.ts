/**
 * Called before each step that a crash may precede: a statement of a writing transaction, its begin and its commit, and
 * a write to a recording. If it throws, the step fails with that error and is not executed. For tests.
 */
export type FaultPoint = (step: string) => void;
