import { patternOf } from '../../language/match.ts';
import type { ScriptGoal, ScriptQuestion } from '../../line/agent.ts';
import { answerFrom, grounded, search } from './answer.ts';
import { yesNoOf } from './answers/choice.ts';
import { aside, offerHelp } from './conversation.ts';
import { asksForInformation, asksForService, corrects, declines } from './forms.ts';
import { goalMatch } from './goals.ts';
import type { Notes } from './notes.ts';
import { answerTo, contextOf, correctionOf } from './script.ts';
import { advance, begin, proceed, skip, take, withAnswer } from './steps.ts';
import type { Reply, Turn } from './turn.ts';

const revokes = patternOf(({ agent }) => agent?.dialogue.revokes);
const notThat = patternOf(({ agent }) => agent?.dialogue.notThat);
const namesItself = patternOf(({ agent }) => agent?.dialogue.namesItself);
const exception = patternOf(({ agent }) => agent?.dialogue.exception, '');

/** Minimum score of another goal before the current one is abandoned. */
const switchFloor = 0.66;
/** A question is asked at most three times. */
const maxMisses = 2;

interface Said {
  readonly text: string;
  /** Whether the last question reached the caller. */
  readonly heard: boolean;
}

/** Replies to the caller while a goal is in progress. */
export async function inScript(turn: Turn, goal: ScriptGoal, input: Said, notes: Notes): Promise<Reply> {
  const { text, heard } = input;
  if (asksForInformation(text)) {
    const answered = await answerAside(turn, text, notes);
    if (answered !== undefined) return answered;
  }
  if (notes.confirming.length > 0) return confirmStep(turn, goal, input, notes);
  const question = goal.questions.find((each) => each.id === notes.asking);
  if (question?.kind === 'text' && asksForInformation(text)) return unanswered(turn, notes);
  const direct = question === undefined ? undefined : directAnswer(turn, goal, { ...input, question }, notes);
  if (direct !== undefined) return direct;
  if (question !== undefined && declines(text))
    return advance(turn, goal, skip(notes, question), [turn.say('moving_on')]);
  const changed = corrects(text) ? corrected(turn, goal, { text, except: question }, notes) : undefined;
  if (changed !== undefined) return advance(turn, goal, changed, [turn.say('sorry_wrong')]);
  const notesWithText = take(turn, goal, text, notes);
  if (notesWithText !== notes) return proceed(turn, goal, notesWithText);
  const match = await goalMatch(turn, text);
  if (match !== undefined && match.score >= switchFloor) {
    return match.goal.id === goal.id ? advance(turn, goal, notes, []) : begin(turn, match.goal, { text }, notes);
  }
  if (asksForInformation(text) || asksForService(text)) return unanswered(turn, notes);
  return heard ? missed(turn, goal, question, notes) : advance(turn, goal, notes, []);
}

/** Says that the answer is unknown, then repeats the open question. */
const unanswered = (turn: Turn, notes: Notes): Reply =>
  aside(turn, { ...notes, unclear: 0 }, [turn.say('unknown')], 'unknown');

async function answerAside(turn: Turn, text: string, notes: Notes): Promise<Reply | undefined> {
  const facts = await search(turn, text, notes);
  if (!grounded(facts[0])) return undefined;
  const answer = answerFrom(turn, facts, notes);
  // The rest of a shortened list is not offered: the open question comes first.
  const lines =
    answer.notes.more.length > 0 && answer.notes.offer === 'more' ? answer.lines.slice(0, -1) : answer.lines;
  const reply = aside(turn, { ...answer.notes, more: [] }, lines, 'knowledge');
  return { ...reply, ...(answer.sources !== undefined && { sources: answer.sources }) };
}

function directAnswer(
  turn: Turn,
  goal: ScriptGoal,
  { question, text, heard }: Said & { readonly question: ScriptQuestion },
  notes: Notes,
): Reply | undefined {
  // A bare yes, a number or free text counts as an answer only if the question was heard.
  if (!heard && ['text', 'yes_no', 'number'].includes(question.kind)) return undefined;
  const answer = answerTo(question, text, notes, contextOf(turn));
  if (answer.answer !== undefined) {
    const filled = withAnswer(notes, question, answer.answer);
    const more = question.kind === 'text' ? filled : take(turn, goal, text, filled);
    return proceed(turn, goal, more);
  }
  if (answer.partial !== undefined && JSON.stringify(answer.partial) !== JSON.stringify(notes.partial)) {
    const more = take(turn, goal, text, { ...notes, partial: answer.partial, misses: 0 });
    return proceed(turn, goal, more);
  }
  if (answer.digits !== undefined && answer.digits !== notes.digits && notes.misses < maxMisses) {
    return advance(turn, goal, { ...notes, digits: answer.digits, misses: notes.misses + 1 }, []);
  }
  return undefined;
}

/** Replaces an earlier answer if the words contain one that fits. Returns undefined otherwise. */
function corrected(
  turn: Turn,
  goal: ScriptGoal,
  { text, except }: { readonly text: string; readonly except?: ScriptQuestion | undefined },
  notes: Notes,
): Notes | undefined {
  const context = contextOf(turn);
  const body = text.replace(revokes, '').replace(notThat, '');
  const filled = goal.questions.filter((question) => notes.slots[question.id] !== undefined && question !== except);
  const latestFirst = [...filled].sort(
    (a, b) => Number(notes.confirming.includes(b.id)) - Number(notes.confirming.includes(a.id)),
  );
  for (const question of latestFirst.filter(
    (each) => each.kind !== 'name' || latestFirst.length === 1 || namesItself.test(body),
  )) {
    const old = notes.slots[question.id];
    const answer = correctionOf(question, body, old, context);
    if (answer !== undefined && answer.value !== old?.value) return withAnswer(notes, question, answer);
  }
  return undefined;
}

function confirmStep(turn: Turn, goal: ScriptGoal, { text, heard }: Said, notes: Notes): Reply {
  const yesNo = yesNoOf(text);
  if (yesNo?.yes === true && !exception.test(yesNo.rest)) {
    if (!heard) return advance(turn, goal, notes, []);
    return proceed(turn, goal, take(turn, goal, yesNo.rest, settled(notes)));
  }
  const body = yesNo?.rest || text;
  const changed = corrected(turn, goal, { text: body }, notes);
  if (changed !== undefined) return advance(turn, goal, changed, yesNo === undefined ? [] : [turn.say('sorry_wrong')]);
  if (yesNo?.yes === false) return refused(turn, goal, notes);
  const notesWithText = take(turn, goal, text, notes);
  if (notesWithText !== notes)
    return advance(
      turn,
      goal,
      heard
        ? { ...notesWithText, confirming: notesWithText.confirming.filter((id) => !notes.confirming.includes(id)) }
        : notesWithText,
      [turn.say('got_it')],
    );
  // Repeating the same value means yes. After the third unclear attempt the dialogue continues with what was
  // understood.
  if (heard && (repeats(turn, goal, text, notes) || notes.misses >= maxMisses))
    return proceed(turn, goal, settled(notes));
  return advance(turn, goal, { ...notes, misses: notes.misses + 1 }, [turn.say('answer_again')]);
}

const settled = (notes: Notes): Notes => ({
  ...notes,
  confirming: [],
  confirmed: [...notes.confirmed, ...notes.confirming],
  misses: 0,
});

function repeats(turn: Turn, goal: ScriptGoal, text: string, notes: Notes): boolean {
  const context = contextOf(turn);
  return goal.questions.some((question) => {
    const slot = notes.confirming.includes(question.id) ? notes.slots[question.id] : undefined;
    return slot !== undefined && correctionOf(question, text, slot, context)?.value === slot.value;
  });
}

/** Handles a plain no: a single answer is asked for again; of several, the caller is asked which one is wrong. */
function refused(turn: Turn, goal: ScriptGoal, notes: Notes): Reply {
  const sorry = turn.say('sorry_wrong');
  const only = notes.confirming.length === 1 ? notes.confirming[0] : undefined;
  if (only === undefined) {
    const question = turn.say('which_part');
    return { lines: [sorry, question], notes: { ...notes, question }, intent: 'correction' };
  }
  const { [only]: _refused, ...slots } = notes.slots;
  return advance(turn, goal, { ...notes, slots, confirming: [], misses: 1, digits: '' }, [sorry]);
}

function missed(turn: Turn, goal: ScriptGoal, question: ScriptQuestion | undefined, notes: Notes): Reply {
  const misses = notes.misses + 1;
  if (misses <= maxMisses || question === undefined) {
    return { ...advance(turn, goal, { ...notes, misses }, [turn.say('answer_again')]), intent: 'not_understood' };
  }
  if (turn.plan.transferTargets.length > 0)
    return offerHelp(turn, { ...notes, misses: 0 }, [turn.say('answer_given_up')], 'not_understood');
  return advance(turn, goal, skip(notes, question), [turn.say('moving_on')]);
}
