import type { AgentInput } from '../../line/agent.ts';
import { aside, leading, offerHelp, person } from './conversation.ts';
import { goalNamed } from './goals.ts';
import { type Notes, withoutGoal, withoutOffer } from './notes.ts';
import { answerTo, contextOf } from './script.ts';
import { advance, afterFailure, begin, concluded, enter, followUp, proceed, withAnswer } from './steps.ts';
import { ending, introduced, type Reply, type Turn } from './turn.ts';

type Of<K extends AgentInput['kind']> = Extract<AgentInput, { kind: K }>;

/**
 * Builds the greeting. The recording disclosure is placed before the closing question, so that the caller knows about
 * it when answering.
 */
export function opening(turn: Turn, { disclosed }: Of<'opening'>, notes: Notes): Reply {
  const { plan } = turn;
  const greeting = turn.words(plan.greeting) || turn.say('greeting', { business: plan.businessName });
  const text = disclosed === true ? undefined : plan.recordingDisclosure;
  const disclosure = text === undefined ? '' : turn.words(text);
  const cut = disclosure === '' ? -1 : greeting.search(/[.!]\s+[^.!?]*\?$/);
  const lines =
    cut < 0
      ? [greeting, disclosure].filter((line) => line !== '')
      : [greeting.slice(0, cut + 1), disclosure, greeting.slice(cut + 1).trim()];
  return { lines, notes: { ...notes, question: lines.at(-1) ?? '' }, intent: 'greeting' };
}

export function silence(turn: Turn, { count }: Of<'silence'>, notes: Notes): Reply {
  if (count >= 3) {
    return ending(notes, 'silence', [turn.say('silence_end')]);
  }
  if (count === 2)
    return {
      ...aside(turn, notes, [turn.say('cannot_hear')], 'silence'),
      ...(notes.goal === undefined && again(turn, notes)),
    };
  return notes.goal === undefined
    ? { lines: [turn.say('still_there'), turn.say('how_can_i_help')], notes, intent: 'silence' }
    : aside(turn, notes, [turn.say('still_there')], 'silence');
}

const again = (turn: Turn, notes: Notes): Partial<Reply> => ({
  lines: [turn.say('cannot_hear'), turn.say('say_something')],
  notes,
});

/** Keys answer a question for a number, a choice or a yes or no. Otherwise 0 asks for a person. */
export function keys(turn: Turn, { digits }: Of<'dtmf'>, notes: Notes): Reply {
  const goal = goalNamed(turn, notes.goal);
  const question = goal?.questions.find((each) => each.id === notes.asking);
  const numbers = digits.replace(/\D/g, '');
  if (goal !== undefined && question !== undefined && notes.confirming.length === 0) {
    if (question.kind === 'phone' || question.kind === 'number') {
      const answer = answerTo(question, numbers, notes, contextOf(turn));
      if (answer.answer !== undefined) return advance(turn, goal, withAnswer(notes, question, answer.answer), []);
      const begun = { ...notes, digits: (notes.digits + numbers).slice(0, 20) };
      // Waits for more keys unless the caller finished the number with #.
      if (!digits.includes('#')) return { lines: [], notes: begun, intent: 'keys' };
      return aside(turn, { ...begun, digits: '', misses: 1 }, [turn.say('answer_again')], 'keys');
    }
    const choice =
      question.kind === 'choice' ? question.choices?.[Number(numbers) - 1] : yesNoKey(question.kind, numbers);
    if (choice !== undefined) {
      return proceed(turn, goal, withAnswer(notes, question, { value: choice, spoken: choice }));
    }
  }
  if (numbers === '0') return person(turn, '', notes);
  return aside(turn, notes, [turn.say('no_keys')], 'keys');
}

const yesNoKey = (kind: string, numbers: string): string | undefined =>
  kind === 'yes_no' ? { '1': 'yes', '2': 'no' }[numbers] : undefined;

export function toolResult(turn: Turn, { name, ok, result }: Of<'tool_result'>, notes: Notes): Reply {
  const { tool, ...waiting } = notes;
  const goal = tool === name ? goalNamed(turn, waiting.goal) : undefined;
  const results = { ...waiting.results, [name]: { ok, text: result.slice(0, mostResultChars) } };
  const rest = goal?.next === undefined ? waiting : { ...waiting, results };
  const sentence = sentenceOf(result);
  if (!ok) {
    const failure = goal && afterFailure(turn, goal, name, rest);
    if (failure !== undefined) return { ...failure, intent: 'tool_failed' };
    const lines = [sentence === undefined ? turn.say('tool_failed') : `${turn.say('tool_refused')} ${sentence}`];
    return offerHelp(turn, withoutGoal(rest), lines, 'tool_failed');
  }
  if (goal !== undefined) {
    const reply = concluded(turn, goal, rest);
    return { ...(sentence === undefined ? reply : leading(reply, sentence, reply.intent)), intent: 'tool_done' };
  }
  return { ...followUp(turn, rest, [sentence ?? turn.say('tool_done')]), intent: 'tool_done' };
}

/** Longer results of tools are cut before branches compare them. */
const mostResultChars = 4000;

/** Returns the result if it is a sentence for people rather than data. */
function sentenceOf(result: string): string | undefined {
  const text = result.trim();
  if (text.length === 0 || text.length > 200 || /[{}[\]<>_=|\\]/.test(text) || text.split(/\s+/).length < 3)
    return undefined;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Handles the result of a transfer. After a failure the open goal continues, or the agent takes a message. */
export function transferResult(turn: Turn, { result }: Of<'transfer_result'>, notes: Notes): Reply {
  if (result === 'accepted')
    return { lines: [turn.say('transfer_accepted')], notes: withoutOffer(notes), intent: 'transferred' };
  const sorry = turn.say(`transfer_${result}`);
  if (goalNamed(turn, notes.goal) !== undefined) {
    return aside(turn, notes, [sorry, turn.say('carry_on')], 'transfer_failed');
  }
  const goal = goalNamed(turn, 'message');
  if (goal === undefined) return followUp(turn, notes, [sorry]);
  return leading(begin(turn, goal, { text: '' }, notes), sorry, 'transfer_failed');
}

/** The agent that has taken over goes on with the flow, or asks what it can do. After a failure the earlier one does. */
export function handOverResult(turn: Turn, { ok, go }: Of<'hand_over_result'>, notes: Notes): Reply {
  if (!ok) {
    const reply = offerHelp(turn, notes, [turn.say('transfer_failed')], 'hand_over_failed');
    return go === undefined
      ? reply
      : { ...enter(turn, go, notes, [turn.say('transfer_failed')]), intent: 'hand_over_failed' };
  }
  const moved = { ...notes, handOvers: notes.handOvers + 1 };
  const hello = introduced(turn, 'taken_over');
  if (goalNamed(turn, go) !== undefined) return { ...enter(turn, go, moved, [hello]), intent: 'handed_over' };
  const question = turn.say('how_can_i_help');
  return { lines: [hello, question], notes: { ...moved, question }, intent: 'handed_over' };
}
