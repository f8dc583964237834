import { patternOf } from '../../language/match.ts';
import type { AgentInput, ScriptGoal, ScriptQuestion, ScriptTest } from '../../line/agent.ts';
import { similarity } from '../../retrieval/index.ts';
import { yesNoOf } from './answers/choice.ts';
import { whenOf } from './answers/when.ts';
import { affirmedIn, asksForInformation, corrects, isInterrogative, reports, withoutQuestions } from './forms.ts';
import { expressedIn, goalMatch, goalNamed } from './goals.ts';
import { type AnswerContext, answerTo, contextOf, volunteered } from './script.ts';
import { plainOf, wordsOf } from './spoken.ts';
import type { Turn } from './turn.ts';

/** Where a flow with branches is. */
export interface Whereabouts {
  /** Step in progress. */
  readonly step?: string | undefined;
  /** Answers so far, by id of the question. */
  readonly facts: Readonly<Record<string, string>>;
}

/** What the caller's words say in a flow with branches. */
export interface Wishes {
  /** Step that the words clearly ask for. */
  readonly step: string | undefined;
  /** How clearly the words express the intents of branches, 0 to 1. */
  readonly expressed: ReadonlyMap<ScriptTest, number>;
  /** Answers to open questions of the step, except those in free words. */
  readonly answers: Readonly<Record<string, string>>;
  /** Whether the words are a yes. */
  readonly agrees: boolean;
}

const purpose = patternOf(({ agent }) => agent?.quantities.purpose, 'gi');
const exception = patternOf(({ agent }) => agent?.dialogue.exception, '');

const none: Wishes = { step: undefined, expressed: new Map(), answers: {}, agrees: false };

/** Below this confidence the recognised words are unreliable. */
const confidenceFloor = 0.35;
/** Minimum score of a step: with none in progress, and in another step, where the words may be an answer. */
const stepFloor = { idle: 0.66, inside: 0.8 } as const;
/** Added for a request for information, which the documents may answer. */
const questionShare = 0.1;
/** Minimum likeness of the agent's last question and the one of the flow that it asks in words of its own. */
const askedFloor = 0.6;

/** Kinds of answer that are not taken for another one. */
const measured: ReadonlySet<ScriptQuestion['kind']> = new Set(['number', 'date', 'time', 'datetime']);

type Said = Extract<AgentInput, { kind: 'said' }>;

export async function wishesIn(turn: Turn, { text, confidence }: Said, at: Whereabouts): Promise<Wishes> {
  if (confidence < confidenceFloor || wordsOf(text).length === 0) return none;
  const yesNo = yesNoOf(text);
  const isBare = yesNo !== undefined && wordsOf(yesNo.rest).length <= 2;
  const goal = at.step === undefined ? undefined : goalNamed(turn, at.step);
  const stated = withoutQuestions(text);
  const answers =
    goal === undefined || stated === '' || corrects(text) ? {} : await answersIn(turn, goal, stated, at.facts);
  const agrees = yesNo?.yes === true && !exception.test(yesNo.rest) && !isInterrogative(yesNo.rest);
  if (isBare) return { ...none, answers, agrees };
  const expressed = await expressedIn(turn, text);
  const step = Object.keys(answers).length > 0 ? undefined : await stepIn(turn, text, at.step);
  return { step, expressed, answers, agrees };
}

async function stepIn(turn: Turn, text: string, current: string | undefined): Promise<string | undefined> {
  // Steps that the caller denies or reports are left to the model.
  const affirmed = affirmedIn(text);
  if (affirmed === '' || reports(text)) return undefined;
  const match = await goalMatch(turn, affirmed);
  if (match === undefined || match.request || match.goal.id === current) return undefined;
  const floor =
    (current === undefined ? stepFloor.idle : stepFloor.inside) + (asksForInformation(text) ? questionShare : 0);
  return match.score >= floor && turn.plan.goals.some(({ id }) => id === match.goal.id) ? match.goal.id : undefined;
}

/** Reads the answer to the question that the agent asked, and unmistakable ones to others. */
async function answersIn(
  turn: Turn,
  { questions }: ScriptGoal,
  text: string,
  facts: Whereabouts['facts'],
): Promise<Readonly<Record<string, string>>> {
  const open = questions.filter(({ id, kind }) => kind !== 'text' && facts[id] === undefined);
  const context = contextOf(turn);
  const resembled = await askedOf(turn, questions);
  // A model that asks in no question of the flow is expected to want the first one.
  const [first] = open;
  const askedQuestion = resembled ?? (first !== undefined && isMeasure(first, text, context) ? first : undefined);
  const answers = open.flatMap((question) => {
    const isAsked = question === askedQuestion && !(question.kind === 'number' && saysClock(text, context));
    const { answer } = isAsked
      ? answerTo(question, text, { digits: '' }, context)
      : volunteered(question, text, {}, context);
    return answer === undefined ? [] : [[question.id, answer.value] as const];
  });
  return Object.fromEntries(answers);
}

/** In longer words a number may belong to anything. */
const mostNumberWords = 6;

/** Whether words that answer no question of the flow may be a measure that a question wants. */
function isMeasure({ kind }: ScriptQuestion, text: string, context: AnswerContext): boolean {
  if (kind !== 'number') return measured.has(kind);
  return wordsOf(text).length <= mostNumberWords && whenIn(text, context) === undefined;
}

/** "At eight" is a time; "for eight" is a number of people. */
const saysClock = (text: string, context: AnswerContext): boolean => /^\d/.test(whenIn(text, context)?.time ?? '');

const whenIn = (text: string, context: AnswerContext) =>
  whenOf(text.replace(purpose, ' '), { ...context, hourExpected: false });

/** Returns the question that is most alike the last one of the agent. */
async function askedOf(
  { request, tools }: Turn,
  questions: readonly ScriptQuestion[],
): Promise<ScriptQuestion | undefined> {
  const line = request.history.findLast(({ speaker }) => speaker === 'agent')?.text ?? '';
  const sentence = line.match(/[^.!?]+\?/g)?.at(-1);
  if (sentence === undefined || questions.length === 0) return undefined;
  const [spoken, ...vectors] = await tools.embedder.embed([sentence, ...questions.map(({ ask }) => ask)].map(plainOf));
  let best: { readonly question: ScriptQuestion; readonly likeness: number } | undefined;
  for (const [index, question] of questions.entries()) {
    const vector = vectors[index];
    const likeness = spoken === undefined || vector === undefined ? 0 : similarity(spoken, vector);
    if (likeness >= Math.max(askedFloor, best?.likeness ?? 0)) best = { question, likeness };
  }
  return best?.question;
}
