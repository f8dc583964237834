import type { ScriptGoal, ScriptQuestion } from '../../line/agent.ts';
import type { Notes, Slot } from './notes.ts';
import { withoutGoal, withoutOffer } from './notes.ts';
import { askFor, contextOf, volunteered } from './script.ts';
import { offering, type Reply, type Turn } from './turn.ts';
import { listed, type WordingLine } from './wording.ts';

/** Kinds of answer that remain valid for the whole call. */
const lasting = new Set<ScriptQuestion['kind']>(['name', 'phone', 'email']);

/** Value of an answer that could not be obtained. */
const missing: Slot = { value: '', spoken: '' };

/** The caller's words and the answers already known for a new goal. */
interface Begun {
  readonly text: string;
  readonly slots?: Notes['slots'];
}

/** Starts a goal, using what the caller has already said about it. */
export function begin(turn: Turn, goal: ScriptGoal, { text, slots: givenSlots }: Begun, notes: Notes): Reply {
  const fresh: Notes = { ...withoutGoal(withoutOffer(notes)), goal: goal.id, unclear: 0 };
  const slots: Record<string, Slot> = { ...givenSlots };
  for (const question of goal.questions) {
    const lastingSlot = lasting.has(question.kind) ? notes.known[question.kind] : undefined;
    if (lastingSlot !== undefined) slots[question.id] = lastingSlot;
  }
  const confirmed = Object.keys(slots);
  const begun = take(turn, goal, text, { ...fresh, slots, confirmed });
  const intro = goal.intro === undefined ? [] : [turn.words(goal.intro)];
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

const spokenSlots = (notes: Notes): Record<string, string> =>
  Object.fromEntries(Object.entries(notes.slots).map(([id, slot]) => [id, slot.spoken]));

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
  const values = spokenSlots(notes);
  const knownSlots = { ...notes.known };
  for (const question of goal.questions) {
    const slot = notes.slots[question.id];
    if (slot === undefined || slot.value === '') values[question.id] = standInFor(turn, question);
    else if (lasting.has(question.kind)) knownSlots[question.kind] = slot;
  }
  const done = turn.words(goal.done, values);
  const tool = turn.plan.tools.find((each) => each.name === goal.id);
  if (tool !== undefined) {
    const givenSlots = Object.entries(notes.slots).filter(([, slot]) => slot.value !== '');
    const args = Object.fromEntries(givenSlots.map(([id, slot]) => [id, slot.value]));
    return {
      lines: [...lines, turn.say('entering')],
      notes: { ...notes, known: knownSlots, tool: tool.name, question: '' },
      intent: `done:${goal.id}`,
      actions: [{ kind: 'tool', name: tool.name, arguments: args }],
    };
  }
  const over = { ...withoutGoal(notes), known: knownSlots, finished: [...notes.finished, goal.id] };
  return { ...followUp(turn, over, [...lines, done]), intent: `done:${goal.id}`, slots: notes.slots };
}

/** Says the closing words of a goal after its tool has returned. */
export function concluded(turn: Turn, goal: ScriptGoal, notes: Notes): Reply {
  const done = turn.words(goal.done, spokenSlots(notes));
  return {
    ...followUp(turn, { ...withoutGoal(notes), finished: [...notes.finished, goal.id] }, [done]),
    slots: notes.slots,
  };
}

/** Asks whether the caller needs anything else. */
export function followUp(turn: Turn, notes: Notes, lines: readonly string[]): Reply {
  const question = turn.say('anything_else');
  return { lines: [...lines, question], notes: offering(notes, 'anything_else', question), intent: 'anything_else' };
}
