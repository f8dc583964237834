import { patternOf } from '../../language/match.ts';
import type { AgentInput, ScriptGoal } from '../../line/agent.ts';
import type { Fact } from '../knowledge.ts';
import { answerFrom, grounded, search, searchVisit } from './answer.ts';
import { yesNoOf } from './answers/choice.ts';
import { converse, leading, offered, offerHelp, openingQuestion } from './conversation.ts';
import { inScript } from './dialogue.ts';
import { asksForInformation } from './forms.ts';
import { abilities, expressedIn, type GoalMatch, goalMatch, goalNamed } from './goals.ts';
import { heardQuestion } from './heard.ts';
import { type Intent, isEmergency } from './intents.ts';
import { type Notes, withoutOffer } from './notes.ts';
import { wordsOf } from './spoken.ts';
import { advance, begin, diverted, followUp, skip } from './steps.ts';
import { offering, type Reply, type Turn } from './turn.ts';

const yesNo = patternOf(({ agent }) => agent?.talk.yesNo);

type Said = Extract<AgentInput, { kind: 'said' }>;

/** Below this confidence the recognised words are unreliable. */
const confidenceFloor = 0.35;
/** Minimum score of a goal. Requests for information need 0.1 more. */
const goalFloor = 0.45;
/** A bare yes or no starts a goal only if it is one of its examples. */
const exactScore = 0.9;
/** A longer answer to an open question is free text, in which "hold" or "again" is not a command. */
const storyWords = 8;

/** Replies to the caller's words. The emergency notice comes first, once per call, followed by the normal reply. */
export async function answerSaid(turn: Turn, input: Said, notes: Notes): Promise<Reply> {
  const heard = { ...turn, expressed: await expressedIn(turn, input.text) };
  if (notes.warned || !isEmergency(input.text)) return answered(heard, input, notes);
  const reply = await answered(heard, input, { ...notes, warned: true });
  return leading(reply, turn.say('emergency'), reply.intent);
}

async function answered(turn: Turn, { text, confidence }: Said, notes: Notes): Promise<Reply> {
  const words = wordsOf(text);
  const intent = meant(await intentIn(turn, text, notes), notes);
  if (words.length === 0 || (confidence < confidenceFloor && intent === undefined)) return unclear(turn, notes);
  const goal = goalNamed(turn, notes.goal);
  const wasHeard = heardQuestion(notes, turn.request);
  const askedQuestion = goal?.questions.find((question) => question.id === notes.asking);
  const story = askedQuestion?.kind === 'text' && notes.confirming.length === 0 && words.length >= storyWords;
  const urgent = intent === 'dnc' || intent === 'hostile' || intent === 'wrong_number';
  const diversion = goal === undefined || urgent ? undefined : diverted(turn, goal, { text, heard: wasHeard }, notes);
  if (diversion !== undefined) return diversion;
  if (intent !== undefined && (!story || urgent)) {
    const reply = converse(turn, intent, text, notes);
    if (reply !== undefined) return reply;
  }
  const answer = yesNoOf(text);
  if (notes.offer !== undefined && answer !== undefined && (isBare(answer) || notes.offer !== 'anything_else')) {
    return wasHeard ? offered(turn, notes.offer, answer.yes, notes) : again(turn, notes);
  }
  if (goal !== undefined) return inScript(turn, goal, { text, heard: wasHeard }, withoutOffer(notes));
  return open(turn, answer !== undefined && answer.rest !== '' ? afterYesNo(text) : text, notes, answer);
}

const isBare = ({ rest }: NonNullable<ReturnType<typeof yesNoOf>>): boolean => wordsOf(rest).length <= 2;

/** While a goal is in progress, intents are matched strictly. */
const intentIn = ({ tools, plan }: Turn, text: string, notes: Notes): Promise<Intent | undefined> =>
  tools.intents.of(text, { languageCode: plan.languageCode, strict: notes.goal !== undefined });

/** After the caller has given details, "you have the wrong number" refers to one of them. */
const meant = (intent: Intent | undefined, notes: Notes): Intent | undefined =>
  intent === 'wrong_number' && Object.keys(notes.slots).length > 0 ? undefined : intent;

/** Returns the caller's words after "yes," or "no,". */
const afterYesNo = (text: string): string => text.replace(yesNo, '') || text;

const again = (turn: Turn, notes: Notes): Reply => {
  const goal = goalNamed(turn, notes.goal);
  return goal === undefined ? { lines: [notes.question], notes, intent: 'repeat' } : advance(turn, goal, notes, []);
};

/** Without an open goal: determines what the caller wants. */
async function open(turn: Turn, text: string, notes: Notes, answer: ReturnType<typeof yesNoOf>): Promise<Reply> {
  const { plan } = turn;
  const noted = withoutOffer(notes);
  const pending = openingQuestion(turn, notes) !== undefined && heardQuestion(notes, turn.request);
  const opening = pending && answer?.yes === true ? goalNamed(turn, plan.openingGoal) : undefined;
  const match = await goalMatch(turn, text);
  if (answer !== undefined && isBare(answer)) {
    if (match !== undefined && match.score >= exactScore) return begin(turn, match.goal, { text }, noted);
    if (opening !== undefined) return begin(turn, opening, { text }, noted);
    const question = openingQuestion(turn, notes) ?? turn.say('how_can_i_help');
    return { lines: [turn.say('okay'), question], notes: { ...noted, question }, intent: 'yes_no' };
  }
  const asks = asksForInformation(text);
  const callFacts = await search(turn, text, notes);
  const isOfGoal = (match?.score ?? 0) >= goalFloor;
  const facts = grounded(callFacts[0]) || isOfGoal ? callFacts : await searchVisit(turn, text, notes);
  const choice = choose(asks, match, facts[0]);
  if (choice === 'goal' && match !== undefined)
    return match.request ? request(turn, match.goal, text, noted) : begin(turn, match.goal, { text }, noted);
  if (choice === 'knowledge') return informed(turn, facts, noted, match);
  if (opening !== undefined) return begin(turn, opening, { text }, noted);
  return stumped(turn, asks, noted);
}

/** Takes a request that no goal covers as a message in the caller's own words. */
function request(turn: Turn, goal: ScriptGoal, text: string, notes: Notes): Reply {
  const question = goal.questions.find(({ kind }) => kind === 'text');
  const slots =
    question === undefined ? {} : { [question.id]: { value: text.trim().slice(0, 500), spoken: text.trim() } };
  const { intro: _intro, ...plain } = goal;
  return leading(begin(turn, plain, { text: '', slots }, notes), turn.say('take_request'), `request:${goal.id}`);
}

/** Decides between starting a goal and answering from the documents. */
function choose(asks: boolean, match: GoalMatch | undefined, fact: Fact | undefined): 'goal' | 'knowledge' | undefined {
  const goal = match?.score ?? 0;
  const answer = grounded(fact) ? fact : undefined;
  if (asks) {
    if (answer !== undefined) return goal >= 0.68 && answer.similarity < 0.6 ? 'goal' : 'knowledge';
    return goal >= goalFloor + 0.1 ? 'goal' : undefined;
  }
  if (goal >= goalFloor && (answer === undefined || goal + 0.15 >= answer.similarity)) return 'goal';
  if (answer !== undefined && (answer.similarity >= 0.5 || answer.coverage >= 0.8)) return 'knowledge';
  return undefined;
}

/** Answers from the documents and offers the matching goal, if any. */
function informed(turn: Turn, facts: readonly Fact[], notes: Notes, match: GoalMatch | undefined): Reply {
  const answer = answerFrom(turn, facts, notes);
  if (answer.notes.offer === 'more') return answer;
  if (match !== undefined && match.score >= 0.66) {
    const question = turn.say('offer_goal');
    return {
      ...answer,
      lines: [...answer.lines, question],
      notes: offering(answer.notes, `goal:${match.goal.id}`, question),
    };
  }
  const pending = openingQuestion(turn, notes);
  if (pending !== undefined)
    return { ...answer, lines: [...answer.lines, pending], notes: { ...answer.notes, question: pending } };
  return { ...followUp(turn, answer.notes, answer.lines), intent: answer.intent, sources: answer.sources ?? [] };
}

/** Says that nothing matched, then what the agent can do. The second time it offers a person. */
function stumped(turn: Turn, asks: boolean, notes: Notes): Reply {
  const noted = { ...notes, unclear: notes.unclear + 1 };
  const honest = turn.say(asks ? 'unknown' : 'unsure');
  const intent = asks ? 'unknown' : 'not_understood';
  const pending = openingQuestion(turn, notes);
  if (pending !== undefined && noted.unclear < 2) {
    return { lines: [honest, pending], notes: { ...noted, question: pending }, intent };
  }
  if (asks || noted.unclear >= 2) {
    const help = noted.unclear < 2 ? [honest, abilities(turn)] : [honest];
    return offerHelp(turn, noted, help, intent);
  }
  const question = turn.say('how_can_i_help');
  return { lines: [honest, abilities(turn), question], notes: { ...noted, question }, intent };
}

/** The words were not recognised: asks twice, then continues without them. */
function unclear(turn: Turn, notes: Notes): Reply {
  const noted = { ...notes, unclear: notes.unclear + 1 };
  if (noted.unclear === 1) return { lines: [turn.say('clarify')], notes: noted, intent: 'unclear' };
  if (noted.unclear === 2) return { lines: [turn.say('clarify_again')], notes: noted, intent: 'unclear' };
  const goal = goalNamed(turn, notes.goal);
  const question = goal?.questions.find((each) => each.id === notes.asking);
  const sorry = turn.say('hard_to_hear');
  if (goal === undefined || question === undefined || turn.plan.transferTargets.length > 0) {
    return offerHelp(turn, { ...noted, unclear: 1 }, [sorry], 'unclear');
  }
  return {
    ...advance(turn, goal, skip({ ...noted, unclear: 0 }, question), [turn.say('moving_on')]),
    intent: 'unclear',
  };
}
