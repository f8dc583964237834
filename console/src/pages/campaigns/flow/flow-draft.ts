import { mergeSteps, type StepConflict } from './merge-steps.ts';
import { type Goal, goalsOf, type StepDraft, stepDraftsOf } from './step-draft.ts';

export interface FlowDraft {
  readonly steps: readonly StepDraft[];
  /** Key of the step with which a call begins; undefined if none is set, or if it does not exist. */
  readonly opening: string | undefined;
  /** The stored version that it began with. */
  readonly version: number;
}

/** A stored version of the steps. */
export interface Basis {
  readonly version: number;
  readonly goals: readonly Goal[];
  /** Name of the step with which a call begins. */
  readonly opening: string | undefined;
}

/** What is stored. A type, because a request takes any object. */
type FlowConfig = { goals: Goal[]; opening_goal?: string };

/** Returns what is stored. The opening of a call follows its step to another name. */
export function configOf({ steps, opening }: FlowDraft): FlowConfig {
  const goals = goalsOf(steps).map((goal) => ({ ...goal }));
  const first = goals[steps.findIndex(({ key }) => key === opening)];
  return { goals, ...(first === undefined ? {} : { opening_goal: first.id }) };
}

interface FlowChanges {
  /** What both changes are based on. */
  readonly base: Basis;
  readonly draft: FlowDraft;
  readonly theirs: Basis;
  /** Whose value is taken where both changed the same. */
  readonly keep: 'mine' | 'theirs';
}

/** Merges a draft with what somebody else has stored meanwhile. */
export function mergedFlow({ base, draft, theirs, keep }: FlowChanges): {
  readonly config: FlowConfig;
  readonly conflicts: readonly StepConflict[];
} {
  const { goals: edited, opening_goal: opening } = configOf(draft);
  const names = new Set(base.goals.map(({ id }) => id));
  const nameOf = (goal: Goal, was = goal.id): string => (names.has(was) ? was : goal.id);
  const mine = edited.map((goal, index) => {
    const was = draft.steps[index]?.was?.id;
    return { goal, was: was === undefined ? undefined : nameOf(goal, was) };
  });
  const merged = mergeSteps({ base: asDrafted(base.goals), mine, theirs: asDrafted(theirs.goals), keep });
  const goals = merged.goals.map((goal) => ({ ...goal }));
  const isMine = opening !== base.opening && goals.some(({ id }) => id === opening);
  return {
    config: { goals, ...(isMine && opening !== undefined && { opening_goal: opening }) },
    conflicts: merged.conflicts,
  };
}

/** Writes steps as a draft would, so that those that nobody changed are equal. */
const asDrafted = (goals: readonly Goal[]): readonly Goal[] => goalsOf(stepDraftsOf(goals));
