import type { AgentInput, AgentPlan, AgentRequest, PathPart, ScriptGoal, ScriptTest } from '../../line/agent.ts';
import { alternativesOf } from '../../line/script.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';
import type { Notes } from '../embedded/notes.ts';
import { branchAt, branchInside, type FlowFacts, type ToolOutcome } from '../flow/branches.ts';

/** Where a language model is in a flow with branches. Plain JSON, passed in with each request. */
export interface ModelFlow {
  /** Id of the current step. */
  readonly step?: string | undefined;
  /** Answers so far, by id of the question. Empty: the caller cannot tell. */
  readonly facts: Readonly<Record<string, string>>;
  readonly finished: readonly string[];
  /** Latest results, by name of the tool. */
  readonly results: Readonly<Record<string, ToolOutcome>>;
  /** Steps and branches of this reply. */
  readonly path: readonly PathPart[];
  readonly handOvers: number;
  /** Turn in which code has read the caller's words. A second model, or the embedded agent, does not read them again. */
  readonly readIn?: number;
}

const none: ModelFlow = { facts: {}, finished: [], results: {}, path: [], handOvers: 0 };

const mostParts = 60;
const mostHandOvers = 8;
const mostResultChars = 4000;

/** Whether the plan has branches. Goals of other plans are all in the prompt at once. */
export const hasBranches = ({ goals }: AgentPlan): boolean => goals.some(({ next }) => next !== undefined);

/** Whether code has read the caller's words of this request. */
export const isRead = ({ turn }: AgentRequest, { readIn }: ModelFlow): boolean => readIn === turn;

export const stepOf = ({ goals }: AgentPlan, { step }: ModelFlow): ScriptGoal | undefined =>
  step === undefined ? undefined : goals.find(({ id }) => id === step);

/** Returns the state at the beginning of a reply, with the result that it is about. */
export function flowAtStart({ memory, plan, input }: AgentRequest): ModelFlow {
  const stored = memory?.flow as Partial<ModelFlow> | undefined;
  const flow: ModelFlow = { ...none, ...stored, path: [] };
  if (!hasBranches(plan)) return flow;
  return withInput(plan, flow, input);
}

function withInput(plan: AgentPlan, flow: ModelFlow, input: AgentInput): ModelFlow {
  if (input.kind === 'tool_result') {
    const outcome = { ok: input.ok, text: input.result.slice(0, mostResultChars) };
    return { ...flow, results: { ...flow.results, [input.name]: outcome } };
  }
  if (input.kind !== 'hand_over_result') return flow;
  const { step: _step, ...free } = flow;
  const counted = { ...free, handOvers: flow.handOvers + (input.ok ? 1 : 0) };
  return plan.goals.some(({ id }) => id === input.go) ? entered(plan, counted, input.go as string) : counted;
}

/** Begins a step. What another step has asked is known; a step that was over is asked again. */
function entered(plan: AgentPlan, flow: ModelFlow, id: string): ModelFlow {
  const goal = plan.goals.find((each) => each.id === id);
  const again = flow.finished.includes(id);
  const askedAgain = new Set(again ? goal?.questions.map((question) => question.id) : []);
  const facts = Object.fromEntries(Object.entries(flow.facts).filter(([name]) => !askedAgain.has(name)));
  const tool = goal && toolOf(plan, goal);
  const results = Object.fromEntries(Object.entries(flow.results).filter(([name]) => name !== tool));
  return { ...flow, step: id, facts, results, path: [...flow.path, { step: id }] };
}

/** Returns the tool that must run before the step is over. */
export const toolOf = ({ tools }: AgentPlan, goal: ScriptGoal): string | undefined =>
  tools.find(({ name }) => name === (goal.tool ?? goal.id))?.name;

interface Movement {
  readonly flow: ModelFlow;
  /** Words of the flow, which come first. */
  readonly sayings: readonly string[];
}

/** The result of leaving a step that is answered by words for the model. */
interface Continued extends Movement {
  readonly answer: string;
  /** Whether the call is over. */
  readonly ends?: boolean;
  /** Whether the flow is over, until the caller wants something else. */
  readonly isOver?: boolean;
}

interface HandedOver extends Movement {
  readonly agent: string;
  readonly go: string | undefined;
}

export type Moved = Continued | HandedOver;

type Place = Pick<AgentRequest, 'plan' | 'nowMs'>;

/** Begins a step that a caller may ask for. */
export function begun(place: Place, flow: ModelFlow, id: string): Moved {
  return settled(place, entered(place.plan, flow, id), []);
}

/** Leaves the current step by the first branch that applies. `wanted`: the first sentence of an intent. */
export function left(place: Place, flow: ModelFlow, goal: ScriptGoal, wanted: string | undefined): Moved {
  const expressed = new Map<ScriptTest, number>(
    (goal.next ?? [])
      .flatMap(({ when = [] }) => when)
      .flatMap(alternativesOf)
      .filter(({ intent }) => wanted !== undefined && intent?.[0] === wanted)
      .map((test) => [test, 1] as const),
  );
  const facts = factsOf(flow, expressed);
  return along(place, flow, goal, branchInside(goal, place, facts) ?? branchAt(goal, place, facts));
}

/** Leaves the current step before it is over, where the caller's words lead out of it. Returns undefined otherwise. */
export function diverted(
  place: Place,
  flow: ModelFlow,
  goal: ScriptGoal,
  expressed: FlowFacts['expressed'],
): { readonly moved: Moved; readonly wanted: string | undefined } | undefined {
  const index = branchInside(goal, place, factsOf(flow, expressed));
  if (index === undefined) return undefined;
  const meant = (goal.next?.[index]?.when ?? []).flatMap(alternativesOf).find((test) => expressed.has(test));
  const wanted = meant?.intent?.[0];
  return { moved: along(place, flow, goal, index), wanted };
}

/** Leaves a step whose questions are answered. Returns undefined if something else has to be done in it. */
export function completed(
  place: Place,
  flow: ModelFlow,
  goal: ScriptGoal,
  expressed: FlowFacts['expressed'],
): Moved | undefined {
  const tool = toolOf(place.plan, goal);
  const isDone = goal.questions.length > 0 && goal.questions.every(({ id }) => flow.facts[id] !== undefined);
  if (!isDone || goal.instructions !== undefined || (tool !== undefined && flow.results[tool] === undefined))
    return undefined;
  return along(place, flow, goal, branchAt(goal, place, factsOf(flow, expressed)));
}

const factsOf = ({ facts, results }: ModelFlow, expressed: FlowFacts['expressed']): FlowFacts => ({
  answers: facts,
  results,
  expressed,
});

/** Leaves the step by a branch. Without one, the step is over. */
function along(place: Place, flow: ModelFlow, goal: ScriptGoal, index: number | undefined): Moved {
  // A step that is left before its end keeps its answers when the flow returns to it.
  const isOver = goal.questions.every(({ id }) => flow.facts[id] !== undefined);
  const over: ModelFlow = { ...flow, step: undefined, finished: [...flow.finished, ...(isOver ? [goal.id] : [])] };
  const branch = index === undefined ? undefined : goal.next?.[index];
  const words = (text: string): string => filled(place.plan, over, text);
  if (index === undefined || branch === undefined || over.path.length >= mostParts)
    return {
      flow: over,
      sayings: goal.done === '' ? [] : [words(goal.done)],
      answer: 'The step is over. Ask whether there is anything else.',
      isOver: true,
    };
  const moved: ModelFlow = { ...over, path: [...over.path, { step: goal.id, branch: index }] };
  const sayings = branch.say === undefined ? [] : [words(branch.say)];
  if (branch.end === true)
    return { flow: moved, sayings, answer: 'The conversation is over: say goodbye and end the call.', ends: true };
  if (branch.agent !== undefined && moved.handOvers < mostHandOvers)
    return { flow: moved, sayings, agent: branch.agent, go: branch.go };
  if (place.plan.goals.every(({ id }) => id !== branch.go))
    return {
      flow: moved,
      sayings,
      answer: 'Take a message: ask for a name, a telephone number and the message.',
    };
  return settled(place, entered(place.plan, moved, branch.go as string), sayings);
}

/** Passes steps that only say something. */
function settled(place: Place, flow: ModelFlow, before: readonly string[]): Moved {
  const goal = stepOf(place.plan, flow);
  if (goal === undefined) return { flow, sayings: before, answer: '' };
  const sayings = goal.intro === undefined ? before : [...before, filled(place.plan, flow, goal.intro)];
  const isSilent = goal.questions.length === 0 && goal.instructions === undefined && !toolOf(place.plan, goal);
  if (!isSilent || flow.path.length >= mostParts)
    return { flow, sayings, answer: `You are now in the step ${goal.id}. Continue with it in the same reply.` };
  const moved = left(place, flow, goal, undefined);
  return { ...moved, sayings: [...sayings, ...moved.sayings] };
}

/** Returns the words of a move for the model, which says the sayings itself. */
export const toldIn = ({ sayings }: Moved, answer: string): string =>
  sayings.length === 0 ? answer : `Say: "${sayings.join(' ')}" ${answer}`;

export const filled = ({ contact, agentName, businessName }: AgentPlan, { facts }: ModelFlow, text: string): string =>
  fillPlaceholders(text, { ...contact, agent: agentName, business: businessName, ...facts });

/** Returns where the embedded agent continues for the model: at the first open question of the step. */
export function notesFrom(plan: AgentPlan, flow: ModelFlow): Partial<Notes> {
  const goal = stepOf(plan, flow);
  const { finished, results, handOvers } = flow;
  const facts = Object.fromEntries(Object.entries(flow.facts).map(([id, value]) => [id, { value, spoken: value }]));
  if (goal === undefined) return { facts, finished, results, handOvers };
  const answers = goal.questions.filter(({ id }) => facts[id] !== undefined).map(({ id }) => [id, facts[id]] as const);
  const asking = goal.questions.find(({ id }) => facts[id] === undefined)?.id;
  const slots = Object.fromEntries(answers) as Notes['slots'];
  return { goal: goal.id, slots, facts, finished, results, handOvers, ...(asking !== undefined && { asking }) };
}

/** Returns where the model continues for the embedded agent. */
export function flowFrom({ goal, facts, slots, finished, results, path, handOvers }: Notes): ModelFlow {
  const values = Object.fromEntries(Object.entries({ ...facts, ...slots }).map(([id, { value }]) => [id, value]));
  return { step: goal, facts: values, finished, results, path, handOvers };
}
