import type { ScriptGoal, ScriptQuestion } from '../../line/agent.ts';
import { branchAt, branchInside, branchOfFailure, type FlowFacts } from '../flow/branches.ts';
import { goalNamed } from './goals.ts';
import type { Notes, Slot } from './notes.ts';
import { withoutGoal, withoutOffer } from './notes.ts';
import { askFor, contextOf, volunteered } from './script.ts';
import { ending, offering, type Reply, type Turn } from './turn.ts';
import { listed, type WordingLine } from './wording.ts';

/** Kinds of answer that remain valid for the whole call. */
const lasting = new Set<ScriptQuestion['kind']>(['name', 'phone', 'email']);

/** Value of an answer that could not be obtained. */
const missing: Slot = { value: '', spoken: '' };

/** The caller's words and the answers already known for a new goal. */
interface Begun {
  readonly text: string;
  readonly slots?: Notes['slots'];
  /** The step was over before, so its questions are asked again. */
  readonly again?: boolean;
}

/** Steps and branches of one reply. Above it the flow stops moving on. */
const mostParts = 60;
/** Above it no other agent takes over. */
const mostHandOvers = 8;

/** Starts a goal, using what the caller has already said about it. */
export function begin(turn: Turn, goal: ScriptGoal, { text, slots: givenSlots, again }: Begun, notes: Notes): Reply {
  const path = [...notes.path, { step: goal.id }];
  const fresh: Notes = { ...withoutGoal(withoutOffer(notes)), goal: goal.id, unclear: 0, path };
  const slots: Record<string, Slot> = { ...givenSlots };
  for (const question of goal.questions) {
    const lastingSlot = again !== true && lasting.has(question.kind) ? notes.known[question.kind] : undefined;
    if (lastingSlot !== undefined) slots[question.id] = lastingSlot;
  }
  const confirmed = Object.keys(slots);
  const begun = take(turn, goal, text, { ...fresh, slots, confirmed });
  const intro = goal.intro === undefined ? [] : [turn.words(goal.intro, spokenSlots(begun))];
  return advance(turn, goal, begun, intro);
}

/** Adds answers that the caller volunteered. */
export function take(turn: Turn, goal: ScriptGoal, text: string, notes: Notes): Notes {
  const context = contextOf(turn);
  let next = notes;
  for (const question of goal.questions) {
    if (next.slots[question.id] !== undefined) continue;
    const heard = volunteered(question, text, next.partial ?? {}, context);
    if (heard.answer !== undefined) next = withAnswer(next, question, heard.answer);
    else if (heard.partial !== undefined) next = { ...next, partial: heard.partial };
  }
  return next;
}

/** Returns the notes with an answer. An answer to a question with `confirm` then awaits confirmation. */
export function withAnswer(notes: Notes, question: ScriptQuestion, answer: Slot): Notes {
  const { partial, ...rest } = notes;
  const waits = question.confirm !== undefined && !rest.confirming.includes(question.id);
  return {
    ...rest,
    ...(partial !== undefined && question.kind !== 'datetime' && { partial }),
    slots: { ...rest.slots, [question.id]: answer },
    confirming: waits ? [...rest.confirming, question.id] : rest.confirming,
    confirmed: rest.confirmed.filter((id) => id !== question.id),
    misses: 0,
    unclear: 0,
    digits: question.kind === 'phone' ? '' : rest.digits,
  };
}

/** Marks a question as unanswerable. */
export const skip = (notes: Notes, question: ScriptQuestion): Notes => {
  const { partial: _partial, ...rest } = notes;
  return { ...rest, slots: { ...rest.slots, [question.id]: missing }, misses: 0, digits: '' };
};

/** Acknowledges an answer only if another question follows; before a read-back or the end it would be wordy. */
export function proceed(turn: Turn, goal: ScriptGoal, notes: Notes): Reply {
  const asks = notes.confirming.length === 0 && goal.questions.some((each) => notes.slots[each.id] === undefined);
  return advance(turn, goal, notes, asks ? [turn.say('got_it')] : []);
}

/** Returns the next step of a goal: read back, ask, or finish. */
export function advance(turn: Turn, goal: ScriptGoal, notes: Notes, lines: readonly string[]): Reply {
  const clean = withoutOffer(notes);
  if (clean.confirming.length > 0) return readBack(turn, goal, clean, lines);
  const question = goal.questions.find((each) => clean.slots[each.id] === undefined);
  if (question === undefined) return finish(turn, goal, clean, lines);
  const ask = turn.words(askFor(question, clean, contextOf(turn)), spokenSlots(clean));
  return {
    lines: [...lines, ask],
    notes: { ...clean, asking: question.id, question: ask },
    intent: `ask:${question.id}`,
  };
}

function readBack(turn: Turn, goal: ScriptGoal, notes: Notes, lines: readonly string[]): Reply {
  const questions = goal.questions.filter((question) => notes.confirming.includes(question.id));
  const only = questions.length === 1 ? questions[0] : undefined;
  const values = questions.map((question) => notes.slots[question.id]?.spoken ?? '');
  const askedQuestion =
    only?.confirm !== undefined
      ? turn.words(only.confirm, { value: values[0] })
      : turn.say('read_back', { values: listed(values, turn.say('and')) });
  const { asking: _asking, ...rest } = notes;
  return {
    lines: [...lines, askedQuestion],
    notes: { ...rest, question: askedQuestion },
    intent: `confirm:${notes.confirming.join(',')}`,
  };
}

const spokenSlots = ({ facts, slots }: Notes): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...facts, ...slots }).map(([id, slot]) => [id, slot.spoken]));

/** Wording for an answer that could not be obtained, by kind of question. */
const standIns: Partial<Record<ScriptQuestion['kind'], WordingLine>> = {
  phone: 'missing_phone',
  date: 'missing_date',
  datetime: 'missing_time',
  time: 'missing_time',
};

function standInFor(turn: Turn, { kind }: ScriptQuestion): string {
  const line = standIns[kind];
  return line === undefined ? '' : turn.say(line);
}

function finish(turn: Turn, goal: ScriptGoal, notes: Notes, lines: readonly string[]): Reply {
  const knownSlots = { ...notes.known };
  for (const question of goal.questions) {
    const slot = notes.slots[question.id];
    if (slot !== undefined && slot.value !== '' && lasting.has(question.kind)) knownSlots[question.kind] = slot;
  }
  const answered: Notes = { ...notes, known: knownSlots };
  const tool = turn.plan.tools.find((each) => each.name === (goal.tool ?? goal.id));
  if (tool === undefined) return { ...leave(turn, goal, answered, lines), intent: `done:${goal.id}` };
  const givenSlots = Object.entries({ ...notes.facts, ...notes.slots }).filter(([, slot]) => slot.value !== '');
  const args = Object.fromEntries(givenSlots.map(([id, slot]) => [id, slot.value]));
  return {
    lines: [...lines, turn.say('entering')],
    notes: { ...answered, tool: tool.name, question: '' },
    intent: `done:${goal.id}`,
    actions: [{ kind: 'tool', name: tool.name, arguments: args }],
  };
}

/** Leaves a goal after its tool has returned. */
export const concluded = (turn: Turn, goal: ScriptGoal, notes: Notes): Reply => leave(turn, goal, notes, []);

/** Follows the first branch that applies. Without one, says the closing words and asks what else the caller needs. */
function leave(turn: Turn, goal: ScriptGoal, notes: Notes, lines: readonly string[]): Reply {
  const over = leaving(goal, notes, [...notes.finished, goal.id]);
  const index = mayMove(notes) ? branchAt(goal, turn.request, factsOf(turn, over)) : undefined;
  if (index !== undefined) return follow(turn, goal, { index, lines }, over);
  const values = spokenSlots(notes);
  for (const question of goal.questions)
    if (values[question.id] === '') values[question.id] = standInFor(turn, question);
  const done = goal.done === '' ? [] : [turn.words(goal.done, values)];
  return { ...followUp(turn, over, [...lines, ...done]), slots: notes.slots };
}

/** Follows the branch that the failure of a tool leads to. */
export function afterFailure(turn: Turn, goal: ScriptGoal, tool: string, notes: Notes): Reply | undefined {
  const over = leaving(goal, notes, [...notes.finished, goal.id]);
  const index = mayMove(notes) ? branchOfFailure(goal, tool, turn.request, factsOf(turn, over)) : undefined;
  return index === undefined ? undefined : follow(turn, goal, { index, lines: [] }, over);
}

/** Follows the branch whose intent the caller expresses before the step is over. The words answer an open question. */
export function diverted(
  turn: Turn,
  goal: ScriptGoal,
  { text, heard }: { readonly text: string; readonly heard: boolean },
  notes: Notes,
): Reply | undefined {
  if (turn.expressed.size === 0 || !mayMove(notes)) return undefined;
  const openQuestion = goal.questions.find(({ id, kind }) => id === notes.asking && kind === 'text');
  const isOpen = openQuestion !== undefined && heard && notes.confirming.length === 0;
  const value = text.trim().slice(0, 500);
  const answered = isOpen
    ? { ...notes, slots: { ...notes.slots, [openQuestion.id]: { value, spoken: value } } }
    : notes;
  const left = leaving(goal, answered, notes.finished);
  const index = branchInside(goal, turn.request, factsOf(turn, left));
  return index === undefined ? undefined : follow(turn, goal, { index, lines: [] }, left);
}

const mayMove = ({ path }: Notes): boolean => path.length < mostParts;

/** Keeps the answers of the goal as facts. */
const leaving = (goal: ScriptGoal, notes: Notes, finished: readonly string[]): Notes => ({
  ...withoutGoal(withoutOffer(notes)),
  finished,
  ...(goal.next !== undefined && { facts: { ...notes.facts, ...notes.slots } }),
});

function factsOf(turn: Turn, { facts, results }: Notes): FlowFacts {
  const answers = Object.fromEntries(Object.entries(facts).map(([id, { value }]) => [id, value]));
  return { answers, results, expressed: turn.expressed };
}

interface Taken {
  readonly index: number;
  readonly lines: readonly string[];
}

function follow(turn: Turn, goal: ScriptGoal, { index, lines }: Taken, notes: Notes): Reply {
  const branch = goal.next?.[index] ?? {};
  const moved: Notes = { ...notes, path: [...notes.path, { step: goal.id, branch: index }] };
  const words = branch.say === undefined ? lines : [...lines, turn.words(branch.say, spokenSlots(moved))];
  if (branch.end === true) return ending(moved, 'agent_goodbye', [...words, turn.words(turn.plan.goodbye)]);
  if (branch.agent !== undefined && moved.handOvers < mostHandOvers)
    return {
      lines: words.length === 0 ? [turn.say('connecting')] : words,
      notes: { ...moved, question: '' },
      intent: 'hand_over',
      actions: [{ kind: 'hand_over', agent: branch.agent, ...(branch.go !== undefined && { go: branch.go }) }],
    };
  return enter(turn, branch.go, moved, words);
}

/** Begins a step of the flow with the facts so far. A step that was over is asked again. */
export function enter(turn: Turn, step: string | undefined, notes: Notes, lines: readonly string[]): Reply {
  const goal = goalNamed(turn, step);
  if (goal === undefined) return followUp(turn, notes, lines);
  const again = notes.finished.includes(goal.id);
  const factSlots = goal.questions.flatMap(({ id }) =>
    notes.facts[id] === undefined ? [] : [[id, notes.facts[id]] as const],
  );
  const reply = begin(turn, goal, { text: '', again, ...(!again && { slots: Object.fromEntries(factSlots) }) }, notes);
  return { ...reply, lines: [...lines, ...reply.lines] };
}

/** Asks whether the caller needs anything else. */
export function followUp(turn: Turn, notes: Notes, lines: readonly string[]): Reply {
  const question = turn.say('anything_else');
  return { lines: [...lines, question], notes: offering(notes, 'anything_else', question), intent: 'anything_else' };
}
