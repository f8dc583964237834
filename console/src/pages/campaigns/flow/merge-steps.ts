import { mergeChanges } from '../../../shared/versions/merge-changes.ts';

/** What is merged of a step beyond its fields. */
interface Step {
  readonly id: string;
  readonly next?: readonly { readonly go?: string }[];
}

/** A step of a person's draft, with the name that it had when the page was loaded. */
export interface NamedGoal<Goal> {
  readonly goal: Goal;
  /** Undefined for a new step. */
  readonly was: string | undefined;
}

/** What two people changed differently: a field of a step, or the whole step where one of them deleted it. */
export interface StepConflict {
  readonly step: string;
  readonly field: string | undefined;
  /** Undefined if it was deleted. */
  readonly mine: unknown;
  readonly theirs: unknown;
}

interface MergedSteps<Goal> {
  readonly goals: readonly Goal[];
  readonly conflicts: readonly StepConflict[];
}

interface Changes<Goal> {
  /** What both changes are based on. */
  readonly base: readonly Goal[];
  readonly mine: readonly NamedGoal<Goal>[];
  readonly theirs: readonly Goal[];
  /** Whose value is taken where both changed the same. */
  readonly keep: 'mine' | 'theirs';
}

/** Merges two changes of a flow, step by step and field by field. Branches follow a step to its new name. */
export function mergeSteps<Goal extends Step>({ base, mine, theirs, keep }: Changes<Goal>): MergedSteps<Goal> {
  const conflicts: StepConflict[] = [];
  const byName = (among: readonly Goal[], name: string): Goal | undefined => among.find(({ id }) => id === name);
  // A new step may have the name that another one had.
  const myOf = (name: string): NamedGoal<Goal> | undefined =>
    mine.find(({ was }) => was === name) ?? mine.find(({ goal, was }) => was === undefined && goal.id === name);
  const merged = new Set<NamedGoal<Goal>>();
  const goals = theirs.flatMap((their): Goal[] => {
    const before = byName(base, their.id);
    const named = myOf(their.id);
    const my = named?.goal;
    if (named !== undefined) merged.add(named);
    if (my !== undefined) {
      const changes = mergeChanges<Goal>({ base: before ?? ({} as Goal), mine: my, theirs: their });
      for (const field of changes.both)
        conflicts.push({ step: their.id, field, mine: my[field], theirs: their[field] });
      return [keep === 'theirs' ? changes.merged : withFields(changes.merged, my, changes.both)];
    }
    if (before === undefined) return [their];
    if (isSame(before, their)) return [];
    conflicts.push({ step: their.id, field: undefined, mine: undefined, theirs: their });
    return keep === 'theirs' ? [their] : [];
  });
  for (const named of mine) {
    if (merged.has(named)) continue;
    const { goal, was } = named;
    const before = was === undefined ? undefined : byName(base, was);
    if (before !== undefined && isSame(before, goal)) continue;
    if (before !== undefined) conflicts.push({ step: goal.id, field: undefined, mine: goal, theirs: undefined });
    if (before === undefined || keep === 'mine') goals.push(goal);
  }
  return { goals: renamed(goals, mine), conflicts };
}

function withFields<Goal extends object>(merged: Goal, mine: Goal, fields: readonly (keyof Goal & string)[]): Goal {
  const kept = Object.entries({ ...merged, ...Object.fromEntries(fields.map((field) => [field, mine[field]])) });
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined)) as unknown as Goal;
}

/** The other person's branches lead to the names that steps had. */
function renamed<Goal extends Step>(goals: readonly Goal[], mine: readonly NamedGoal<Goal>[]): Goal[] {
  const names = new Map(mine.flatMap(({ goal, was }) => (was === undefined ? [] : [[was, goal.id] as const])));
  const exists = new Set(goals.map(({ id }) => id));
  return goals.map((goal) =>
    goal.next === undefined
      ? goal
      : {
          ...goal,
          next: goal.next.map((branch) => {
            const { go } = branch;
            return go === undefined || exists.has(go) ? branch : { ...branch, go: names.get(go) ?? go };
          }),
        },
  );
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
