import { momentsIn } from '../../media/reading/moments.ts';
import type { ReadTurn, Sentence } from './conversation.ts';
import type { OutcomeResult } from './outcome.ts';
import { polarityOf } from './polarity.ts';
import { timingScoreOf, wordShareOf } from './timing.ts';
import type { Evidence, Facts, Field, FieldValue, Measure } from './types.ts';
import type { CueHit } from './words.ts';

export interface MeasuredBy {
  readonly turns: readonly ReadTurn[];
  /** Index of the last turn of a person in place of the agent; -1 if there is none. */
  readonly lastOfPerson?: number;
  readonly facts: Facts;
  readonly result: OutcomeResult;
}

interface Measured {
  /** 0 to 100. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

/** A criterion that cannot be measured is left out of every total. */
type Measurement = Measured | 'not_applicable' | undefined;

/**
 * Returns the score of a criterion that names what is measured. A measure that rests on words needs a transcript in a
 * language whose words are known; one that rests on times needs measured times.
 */
export function measuredScoreOf(measure: Measure, field: Field, measures: MeasuredBy): FieldValue {
  // What a person said who took over, and the answers to it, are not the agent's.
  const lastOfPerson = measures.turns.findLast(({ isWithPerson }) => isWithPerson)?.index ?? -1;
  const by = { ...measures, turns: measures.turns.filter(({ isWithPerson }) => !isWithPerson), lastOfPerson };
  const none: FieldValue = {
    key: field.key,
    state: 'not_mentioned',
    value: null,
    confidence: 0,
    evidence: [],
    method: 'not_measured',
  };
  const byWords = ofWords[measure];
  if (byWords === undefined) {
    const timed =
      timingScoreOf(measures.turns, { ...field, key: measure }, by.facts) ?? wordShareOf(by.turns, field, measure);
    return timed === undefined ? none : { ...timed, key: field.key };
  }
  const measured = isKnownLanguage(by.facts.languageCode) ? byWords(by) : undefined;
  if (measured === undefined) return none;
  if (measured === 'not_applicable') return { ...none, method: 'not_applicable' };
  const { score, evidence } = measured;
  return { key: field.key, state: 'found', value: score, confidence: 0.7, evidence, method: 'measured' };
}

const isKnownLanguage = (code: string | null | undefined): boolean =>
  code === null || code === undefined || /^(en|auto)\b/i.test(code);

const ofWords: Readonly<Partial<Record<Measure, (by: MeasuredBy) => Measurement>>> = {
  greeting: ({ turns }) => {
    const opening = turns.filter(({ isAgents }) => isAgents).slice(0, 2);
    const [first] = opening;
    if (first === undefined) return undefined;
    for (const turn of opening) {
      const hit = turn.cues.find(({ cue }) => cue === 'greeting') ?? spanOf(greets.exec(turn.text));
      if (hit !== undefined) return { score: 100, evidence: [{ turn: turn.index, start: hit.start, end: hit.end }] };
    }
    return { score: 0, evidence: [whole(first)] };
  },
  next_step: ({ turns, result }) => {
    const { found: finding, undecided } = result;
    const last = turns.findLast(({ isAgents }) => isAgents);
    if (last === undefined) return undefined;
    if (finding?.value === 'visit_scheduled' || finding?.value === 'follow_up_scheduled') {
      const evidence = finding.evidence.filter(({ turn }) => turns.some(({ index }) => index === turn));
      return evidence.length === 0 ? 'not_applicable' : { score: 100, evidence: evidence };
    }
    const isMentioned = turns.some(({ clauses }) => clauses.some(({ acts }) => acts.has('calls') || acts.has('meets')));
    if (undecided === 'nothing_proposed' && !isMentioned) return { score: 0, evidence: [whole(last)] };
    // Interest, or a mention, may be an agreement that the rules do not recognise.
    return finding === null || finding.value === 'interested' ? undefined : 'not_applicable';
  },
  question_answered: ({ turns, facts, lastOfPerson = -1 }) => {
    const questions = questionsIn(turns);
    if (questions.length === 0) return 'not_applicable';
    const judged = questions.flatMap((question) => {
      const answer = answerTo(question, turns, facts);
      // A person may have answered it.
      const isOpen = answer?.isAnswered === false && question.turn.index < lastOfPerson;
      return answer === undefined || isOpen ? [] : [answer];
    });
    if (judged.length === 0) return undefined;
    const score = Math.round((100 * judged.filter(({ isAnswered }) => isAnswered).length) / judged.length);
    const shown = judged.filter(({ isAnswered }) => isAnswered === (score === 100));
    // One reply may answer several questions.
    const evidence = new Map(shown.map(({ at }) => [`${at.turn} ${at.start}`, at]));
    return { score, evidence: [...evidence.values()] };
  },
};

/** Greetings beside the cues of that name, which other rules weigh. */
const greets =
  /\b(?:hey|howdy|greetings|welcome|good (?:\w+ )?(?:day|morning|afternoon|evening)|how are you|how(?:'|’| i)s (?:it going|your day)|nice to (?:meet|speak|talk))\b/i;

const spanOf = (match: RegExpExecArray | null) =>
  match === null ? undefined : { start: match.index, end: match.index + match[0].length };

const whole = ({ index, text }: ReadTurn): Evidence => ({ turn: index, start: 0, end: text.length });

interface Question {
  readonly turn: ReadTurn;
  readonly sentence: Sentence;
}

/** Content words that a question needs to be about something: "Really?" and "How are you?" ask for nothing. */
const leastWords = 2;

/** "Have a nice day" begins like a question. */
const isParting = ({ cue }: CueHit): boolean => cue === 'closing' || cue === 'thanks';

const questionsIn = (turns: readonly ReadTurn[]): Question[] =>
  turns.flatMap((turn) =>
    turn.speaker === 'customer'
      ? turn.sentences
          .filter(({ isQuestion, stems, cues }) => isQuestion && stems.length >= leastWords && !cues.some(isParting))
          .map((sentence) => ({ turn, sentence }))
      : [],
  );

interface Answer {
  readonly isAnswered: boolean;
  readonly at: Evidence;
}

/** Share of a question's words that repeats it. */
const repeats = 0.75;

/**
 * Returns whether the agent answered: the next turn states something with a word of the question, says yes or no, or
 * gives a number or a moment. Not answered if no such reply follows and the customer repeats the question, or if nobody
 * replies before the end. Undefined for other replies, whose words do not show it.
 */
function answerTo({ turn, sentence }: Question, turns: readonly ReadTurn[], facts: Facts): Answer | undefined {
  const rest = turns.filter(({ index }) => index > turn.index);
  const reply = rest.find(({ isAgents }) => isAgents);
  const at = { turn: turn.index, start: sentence.start, end: sentence.end };
  const isRepeated = rest.some(
    ({ speaker, sentences }) => speaker === 'customer' && sentences.some((one) => sharesMost(one, sentence)),
  );
  if (reply === undefined) return { isAnswered: false, at };
  const stated = reply.sentences.filter(({ isQuestion }) => !isQuestion);
  const isOn = stated.some(({ stems }) => stems.some((stem) => sentence.stems.includes(stem)));
  const isYesOrNo = polarityOf(reply) !== undefined;
  const hasFigure = stated.some(({ text }) => /\d/.test(text) || momentsIn(text, facts).length > 0);
  const isAnswer = isOn || isYesOrNo || hasFigure;
  // An answer that the customer asks for again may not have been one.
  if (isAnswer === isRepeated) return undefined;
  return isAnswer ? { isAnswered: true, at: whole(reply) } : { isAnswered: false, at };
}

const sharesMost = (later: Sentence, question: Sentence): boolean =>
  later.isQuestion &&
  question.stems.filter((stem) => later.stems.includes(stem)).length >= repeats * question.stems.length;
