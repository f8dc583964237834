import type { ScriptBranch, ScriptGoal } from '../../../../media/ports.ts';

export interface ScriptFault {
  /** Place in the list of goals, such as `[2, 'next', 0, 'go']`. */
  readonly path: readonly (string | number)[];
  /** The rest of a sentence that begins with the place. */
  readonly message: string;
}

/** What prevents a flow from being stored, and what is only suspicious. */
export interface ScriptCheck {
  readonly faults: readonly ScriptFault[];
  readonly warnings: readonly string[];
}

/** The built-in step that takes a message. */
const builtInSteps = ['message'];

/** Checks the steps of a flow: names, jumps, loops, and whether each step can be reached. */
export function checkScript(goals: readonly ScriptGoal[], openingGoal?: string): ScriptCheck {
  if (goals.every(({ next, examples }) => next === undefined && examples.length > 0))
    return { faults: goals.flatMap(doneFault), warnings: [] };
  const faults = [
    ...repeated(goals),
    ...goals.flatMap(doneFault),
    ...goals.flatMap((goal, i) => targetFaults(goals, goal, i)),
  ];
  if (faults.length > 0) return { faults, warnings: [] };
  return { faults: loopFaults(goals), warnings: warningsOf(goals, openingGoal) };
}

function repeated(goals: readonly ScriptGoal[]): ScriptFault[] {
  const seen = new Set<string>();
  return goals.flatMap(({ id }, i) => {
    const isTwin = seen.has(id);
    seen.add(id);
    return isTwin ? [{ path: [i, 'id'], message: `repeats the step "${id}". Give each step a name of its own` }] : [];
  });
}

/** A step that may end without a branch needs closing words. */
const doneFault = (goal: ScriptGoal, i: number): ScriptFault[] =>
  goal.done === '' && mayEndHere(goal)
    ? [{ path: [i, 'done'], message: 'must have the words that end this step, or a last branch without conditions' }]
    : [];

const isAlways = ({ when = [] }: ScriptBranch): boolean => when.length === 0;
const mayEndHere = ({ next = [] }: ScriptGoal): boolean => !next.some(isAlways);

function targetFaults(goals: readonly ScriptGoal[], { next = [] }: ScriptGoal, i: number): ScriptFault[] {
  const steps = new Set([...goals.map(({ id }) => id), ...builtInSteps]);
  const questions = new Set(goals.flatMap((goal) => goal.questions.map(({ id }) => id)));
  const always = next.findIndex(isAlways);
  return next.flatMap(({ go, when = [] }, branch) => {
    const path = [i, 'next', branch];
    const jump =
      go === undefined || steps.has(go)
        ? []
        : [{ path: [...path, 'go'], message: `leads to the step "${go}", which does not exist` }];
    const slots = when.flatMap(({ slot, or = [] }, test) =>
      [
        { slot, at: [test, 'slot'] },
        ...or.map((other, index) => ({ slot: other.slot, at: [test, 'or', index, 'slot'] })),
      ].flatMap((each) =>
        each.slot === undefined || questions.has(each.slot)
          ? []
          : [{ path: [...path, 'when', ...each.at], message: `names the question "${each.slot}", which no step asks` }],
      ),
    );
    const hidden =
      always >= 0 && branch > always
        ? [{ path, message: 'is never reached: a branch before it has no conditions' }]
        : [];
    return [...jump, ...slots, ...hidden];
  });
}

/** Steps to which the branches of a step lead. A hand-over that names no step leaves the flow. */
const following = ({ next = [] }: ScriptGoal): string[] => next.flatMap(({ go }) => (go === undefined ? [] : [go]));

/** Whether the flow may be left at this step. */
const isExit = (goal: ScriptGoal): boolean => mayEndHere(goal) || (goal.next ?? []).some(({ go }) => go === undefined);

function loopFaults(goals: readonly ScriptGoal[]): ScriptFault[] {
  const byId = new Map(goals.map((goal) => [goal.id, goal]));
  const endless = endlessLoop(goals, byId);
  if (endless !== undefined)
    return [faultOf(goals, endless, ' without an exit. Add a branch that leads out of it or ends the call')];
  const silent = goals.filter(isSilent);
  const deaf = cycleIn(silent, new Map(silent.map((goal) => [goal.id, goal])));
  return deaf === undefined
    ? []
    : [faultOf(goals, deaf, ', which asks the caller nothing. Give one of these steps a question')];
}

/** A step that neither asks nor calls a tool is left at once. */
const isSilent = ({ questions, tool }: ScriptGoal): boolean => questions.length === 0 && tool === undefined;

function faultOf(goals: readonly ScriptGoal[], loop: readonly string[], rest: string): ScriptFault {
  const i = goals.findIndex(({ id }) => id === loop[0]);
  return { path: [i, 'next'], message: `has the loop ${[...loop, loop[0]].join(' > ')}${rest}` };
}

/** Returns a loop from which no step leads to an end. */
function endlessLoop(goals: readonly ScriptGoal[], byId: ReadonlyMap<string, ScriptGoal>): string[] | undefined {
  const ending = new Set([...goals.filter(isExit).map(({ id }) => id), ...builtInSteps]);
  for (let grew = true; grew; ) {
    const more = goals.filter((goal) => !ending.has(goal.id) && following(goal).some((id) => ending.has(id)));
    for (const { id } of more) ending.add(id);
    grew = more.length > 0;
  }
  const stuck = goals.filter(({ id }) => !ending.has(id));
  return cycleIn(stuck, byId);
}

/** Returns the steps of a loop among these, in order. */
function cycleIn(goals: readonly ScriptGoal[], byId: ReadonlyMap<string, ScriptGoal>): string[] | undefined {
  const among = new Set(goals.map(({ id }) => id));
  const done = new Set<string>();
  for (const { id: start } of goals) {
    // Depth first without recursion: a flow may be long.
    const trail: { id: string; rest: string[] }[] = [];
    const enter = (id: string): void => {
      const goal = byId.get(id);
      trail.push({ id, rest: goal === undefined ? [] : following(goal).filter((each) => among.has(each)) });
    };
    if (!done.has(start)) enter(start);
    while (trail.length > 0) {
      const top = trail[trail.length - 1] as (typeof trail)[number];
      const next = top.rest.shift();
      if (next === undefined) {
        done.add(top.id);
        trail.pop();
        continue;
      }
      const at = trail.findIndex(({ id }) => id === next);
      if (at >= 0) return trail.slice(at).map(({ id }) => id);
      if (!done.has(next)) enter(next);
    }
  }
  return undefined;
}

function warningsOf(goals: readonly ScriptGoal[], openingGoal: string | undefined): string[] {
  const byId = new Map(goals.map((goal) => [goal.id, goal]));
  const reached = new Set<string>();
  const waiting = goals.filter(({ id, examples }) => examples.length > 0 || id === openingGoal).map(({ id }) => id);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...following(byId.get(id) ?? { id, examples: [], questions: [], done: '' }));
  }
  return goals
    .filter(({ id }) => !reached.has(id))
    .map(({ id }) => `No caller reaches the step "${id}": it has no examples, and no branch leads to it.`);
}
