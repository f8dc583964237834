import type { AgentAction } from '../../line/agent.ts';
import { readList } from './answer.ts';
import { abilities, goalNamed } from './goals.ts';
import type { Intent } from './intents.ts';
import { type Notes, withoutGoal, withoutOffer } from './notes.ts';
import { plainOf } from './spoken.ts';
import { advance, begin, followUp, skip } from './steps.ts';
import { ending, introduced, offering, type Reply, type Turn } from './turn.ts';

/** Says the lines, then repeats the open question of the goal, if any. */
export function aside(turn: Turn, notes: Notes, lines: readonly string[], intent: string): Reply {
  const goal = goalNamed(turn, notes.goal);
  const reply = goal === undefined ? { lines, notes, intent } : advance(turn, goal, notes, lines);
  return { ...reply, intent };
}

/** Handles an intent. Returns undefined if it does not apply at this point of the call. */
export function converse(turn: Turn, intent: Intent, text: string, notes: Notes): Reply | undefined {
  const { plan } = turn;
  const idle = notes.goal === undefined;
  switch (intent) {
    case 'dnc':
      return ending(notes, 'dnc_request', [turn.say('dnc')]);
    case 'wrong_number':
      return ending(notes, 'wrong_number', [turn.say('wrong_number')]);
    case 'voicemail':
      return voicemail(turn, notes);
    case 'hostile':
      return hostile(turn, notes);
    case 'person':
      return person(turn, text, notes);
    case 'robot':
      return aside(turn, notes, [introduced(turn, 'robot'), ...whatNext(turn, notes)], intent);
    case 'who':
      return aside(turn, notes, [introduced(turn, 'who'), ...whatNext(turn, notes)], intent);
    case 'stop':
      return { ...followUp(turn, withoutGoal(withoutOffer(notes)), [turn.say('stopped')]), intent };
    case 'repeat':
      return { lines: [notes.reply === '' ? turn.words(plan.greeting) : notes.reply], notes, intent };
    case 'hold':
      return { lines: [turn.say('take_time')], notes, intent };
    case 'never_mind':
      return idle ? undefined : { ...followUp(turn, withoutGoal(withoutOffer(notes)), [turn.say('dropped')]), intent };
    case 'goodbye':
      return ending(notes, 'caller_goodbye', [turn.words(plan.goodbye)]);
    case 'nothing_else':
      return idle ? ending(notes, 'agent_goodbye', [turn.words(plan.goodbye)]) : undefined;
    case 'abilities':
      return aside(turn, notes, [abilities(turn), ...whatNext(turn, notes)], intent);
    case 'hear_me':
      return aside(turn, notes, [turn.say('hear_me'), ...whatNext(turn, notes)], intent);
    case 'how_are_you':
      return aside(turn, notes, [turn.say('how_are_you'), ...whatNext(turn, notes)], intent);
    case 'joke':
      return aside(turn, notes, [turn.say('joke'), ...whatNext(turn, notes)], intent);
    case 'greeting':
      return aside(turn, notes, [turn.say('hello'), ...whatNext(turn, notes)], intent);
    case 'thanks':
      if (!idle) return aside(turn, notes, [turn.say('welcome')], intent);
      return { ...followUp(turn, notes, [turn.say('welcome')]), intent };
  }
}

const whatNext = (turn: Turn, notes: Notes): readonly string[] =>
  notes.goal === undefined ? [openingQuestion(turn, notes) ?? turn.say('how_can_i_help')] : [];

/** Returns the question at the end of an outbound call's greeting, until a goal has been started or finished. */
export function openingQuestion({ plan, words }: Turn, notes: Notes): string | undefined {
  if (plan.openingGoal === undefined || notes.goal !== undefined || notes.finished.length > 0) return undefined;
  return /[^.!?]+\?$/.exec(words(plan.greeting))?.[0].trim();
}

/** A voicemail greeting can only occur at the start of a call. */
function voicemail(turn: Turn, notes: Notes): Reply | undefined {
  const callerLines = turn.request.history.filter((line) => line.speaker === 'caller').length;
  if (callerLines > 2 || notes.finished.length > 0) return undefined;
  const { voicemailMessage } = turn.plan;
  return ending(notes, 'voicemail', voicemailMessage === undefined ? [] : [turn.words(voicemailMessage)]);
}

function hostile(turn: Turn, notes: Notes): Reply {
  const times = notes.hostile + 1;
  const noted = { ...notes, hostile: times };
  if (times >= 3) return ending(noted, 'guardrail', [turn.say('hostile_end')]);
  return aside(turn, noted, [turn.say(times === 1 ? 'polite' : 'warn')], 'hostile');
}

/** Transfers the caller. Takes a message if the agent has no matching transfer target. */
export function person(turn: Turn, text: string, notes: Notes): Reply {
  const target = targetFor(turn.plan.transferTargets, text);
  if (target === undefined) {
    const goal = goalNamed(turn, 'message');
    const sorry = turn.say('no_person');
    return goal === undefined
      ? aside(turn, notes, [sorry], 'person')
      : leading(begin(turn, goal, { text: '' }, notes), sorry, 'person');
  }
  const action: AgentAction = { kind: 'transfer', target, brief: briefOf(turn, text, notes) };
  return { lines: [turn.say('connecting')], notes: withoutOffer(notes), intent: 'person', actions: [action] };
}

export const leading = (reply: Reply, line: string, intent: string): Reply => ({
  ...reply,
  lines: [line, ...reply.lines],
  intent,
});

/** Returns the target that the caller named ("billing"), or the first one. */
function targetFor(targets: readonly string[], text: string): string | undefined {
  const plain = plainOf(text);
  const named = targets.find((target) => plain.includes(target.toLowerCase().replace(/[_-]+/g, ' ')));
  return named ?? targets[0];
}

/** Returns the summary for the person who takes over. */
function briefOf(turn: Turn, text: string, notes: Notes): string {
  const answers = Object.entries(notes.slots)
    .filter(([, slot]) => slot.spoken !== '')
    .map(([id, slot]) => `${id}: ${slot.spoken}`);
  const about = notes.goal === undefined ? [] : [turn.say('brief_wants', { goal: notes.goal })];
  const answersText = answers.length === 0 ? [] : [`${answers.join('; ')}.`];
  const lines = turn.request.history.filter((line) => line.speaker === 'caller').map((line) => line.text);
  const statement = [...lines, text].findLast((line) => line.trim().split(/\s+/).length > 3);
  const quote = statement === undefined ? [] : [turn.say('brief_said', { words: statement.slice(0, 200) })];
  return [...about, ...answersText, ...quote].join(' ') || turn.say('brief_asked');
}

/** Handles a bare yes or no in reply to an offer. */
export function offered(turn: Turn, offer: string, agreed: boolean, notes: Notes): Reply {
  const rest = withoutOffer(notes);
  const goal = goalNamed(turn, rest.goal);
  if (offer === 'anything_else') {
    if (!agreed) return ending(rest, 'agent_goodbye', [turn.words(turn.plan.goodbye)]);
    const question = turn.say('how_can_i_help');
    return { lines: [turn.say('sure', { question })], notes: { ...rest, question }, intent: 'anything_else' };
  }
  if (agreed) {
    if (offer === 'transfer') return person(turn, '', rest);
    if (offer === 'more') return further(turn, rest);
    const next = goalNamed(turn, offer === 'message' ? 'message' : offer.replace(/^goal:/, ''));
    if (next !== undefined) return begin(turn, next, { text: '' }, rest);
  }
  const question = goal?.questions.find((each) => each.id === rest.asking);
  if (goal !== undefined) {
    const skipped = question === undefined ? rest : skip(rest, question);
    return advance(turn, goal, skipped, [turn.say('moving_on')]);
  }
  return followUp(turn, rest, [turn.say('okay')]);
}

/** Reads the next items of a list. */
function further(turn: Turn, notes: Notes): Reply {
  const reply = readList(turn, notes.more, notes);
  return reply.notes.offer === 'more' ? reply : { ...followUp(turn, reply.notes, reply.lines), intent: reply.intent };
}

/** Offers a transfer if the agent has a transfer target, else to take a message. */
export function offerHelp(turn: Turn, notes: Notes, lines: readonly string[], intent: string): Reply {
  const offer = turn.plan.transferTargets.length > 0 ? 'transfer' : 'message';
  const question = turn.say(offer === 'transfer' ? 'offer_person' : 'offer_message');
  return { lines: [...lines, question], notes: offering(notes, offer, question), intent };
}
