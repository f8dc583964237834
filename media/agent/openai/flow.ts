import type { AgentInput, AgentPlan, AgentRequest, PathPart, ScriptGoal, ScriptTest } from '../../line/agent.ts';
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
}

const none: ModelFlow = { facts: {}, finished: [], results: {}, path: [], handOvers: 0 };

const mostParts = 60;
const mostHandOvers = 8;
const mostResultChars = 4000;

/** Whether the plan has branches. Goals of other plans are all in the prompt at once. */
export const hasBranches = ({ goals }: AgentPlan): boolean => goals.some(({ next }) => next !== undefined);

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

/** The result of leaving a step: words for the model, or an action. */
export type Moved =
  | { readonly flow: ModelFlow; readonly answer: string }
  | { readonly flow: ModelFlow; readonly agent: string; readonly go: string | undefined };

type Place = Pick<AgentRequest, 'plan' | 'nowMs'>;

/** Begins a step that a caller may ask for. */
export function begun(place: Place, flow: ModelFlow, id: string): Moved {
  return settled(place, entered(place.plan, flow, id), []);
}

/** Leaves the current step by the first branch that applies. */
export function left(place: Place, flow: ModelFlow, goal: ScriptGoal, wanted: string | undefined): Moved {
  const expressed = new Map<ScriptTest, number>(
    (goal.next ?? []).flatMap(({ when = [] }) =>
      when.filter(({ intent }) => wanted !== undefined && intent?.[0] === wanted).map((test) => [test, 1] as const),
    ),
  );
  const facts: FlowFacts = { answers: flow.facts, results: flow.results, expressed };
  const index = branchInside(goal, place, facts) ?? branchAt(goal, place, facts);
  const over: ModelFlow = { ...flow, step: undefined, finished: [...flow.finished, goal.id] };
  const branch = index === undefined ? undefined : goal.next?.[index];
  const words = (text: string): string => filled(place.plan, over, text);
  if (index === undefined || branch === undefined || over.path.length >= mostParts) {
    const done = goal.done === '' ? '' : `Say: "${words(goal.done)}" `;
    return { flow: over, answer: `The step is over. ${done}Then ask whether there is anything else.` };
  }
  const moved: ModelFlow = { ...over, path: [...over.path, { step: goal.id, branch: index }] };
  const sayings = branch.say === undefined ? [] : [words(branch.say)];
  if (branch.end === true)
    return { flow: moved, answer: `${quoted(sayings)}The conversation is over: say goodbye and end the call.` };
  if (branch.agent !== undefined && moved.handOvers < mostHandOvers)
    return { flow: moved, agent: branch.agent, go: branch.go };
  if (place.plan.goals.every(({ id }) => id !== branch.go))
    return {
      flow: moved,
      answer: `${quoted(sayings)}Take a message: ask for a name, a telephone number and the message.`,
    };
  return settled(place, entered(place.plan, moved, branch.go as string), sayings);
}

/** Passes steps that only say something. */
function settled(place: Place, flow: ModelFlow, sayings: readonly string[]): Moved {
  const goal = stepOf(place.plan, flow);
  if (goal === undefined) return { flow, answer: quoted(sayings) };
  const lines = goal.intro === undefined ? sayings : [...sayings, filled(place.plan, flow, goal.intro)];
  const isSilent = goal.questions.length === 0 && goal.instructions === undefined && !toolOf(place.plan, goal);
  if (!isSilent || flow.path.length >= mostParts)
    return { flow, answer: `${quoted(lines)}You are now in the step ${goal.id}. Continue with it in the same reply.` };
  const moved = left(place, flow, goal, undefined);
  return 'answer' in moved ? { ...moved, answer: `${quoted(lines)}${moved.answer}` } : moved;
}

const quoted = (lines: readonly string[]): string => (lines.length === 0 ? '' : `Say: "${lines.join(' ')}" `);

const filled = ({ contact, agentName, businessName }: AgentPlan, { facts }: ModelFlow, text: string): string =>
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
