import { patternOf } from '../../../../media/language/match.ts';
import { sentencesOf } from '../../../../media/text/sentences.ts';
import { plainWords } from '../../../../media/text/words.ts';
import type { Exchange } from './exchanges.ts';

export interface StatedFact {
  readonly key: string;
  readonly value: string;
  readonly askedWhen: readonly string[];
  /** Whether the fact is of a kind that everybody has, such as a name or a phone number. */
  readonly isCommon: boolean;
}

export interface RaisedObjection {
  readonly text: string;
  /** Number of times in a row that it was raised. */
  readonly strength: number;
  /** Words of the reply that settled it. */
  readonly answeredBy: readonly string[];
}

/** The customer's wishes, known facts and objections. */
export interface Agenda {
  /** Unprompted statements, in order; the first is the reason for the call. */
  readonly wishes: readonly string[];
  readonly facts: readonly StatedFact[];
  readonly objections: readonly RaisedObjection[];
  /** Number of questions that the customer refused to answer. */
  readonly withheld: number;
}

const most = { wishes: 20, facts: 60, objections: 20, words: 400 } as const;

const objecting = patternOf(({ scenario }) => scenario?.agenda.objecting);
const withholding = patternOf(({ scenario }) => scenario?.agenda.withholding);
const greeting = patternOf(({ scenario }) => scenario?.agenda.greeting);
/** What comes before the reason of a call: a greeting, thanks, the own name. The case of letters marks names. */
const courtesy = patternOf(({ scenario }) => scenario?.agenda.courtesy, '');
const closing = patternOf(({ scenario }) => scenario?.agenda.closing);
const assent = patternOf(({ scenario }) => scenario?.agenda.assent);

const filler = patternOf(({ scenario }) => scenario?.agenda.filler);
const denial = patternOf(({ scenario }) => scenario?.agenda.denial);

const wordsIn = (text: string): string[] => plainWords(text, { inside: "'" });
const cut = (text: string): string =>
  text.length <= most.words ? text : text.slice(0, most.words).replace(/\s\S*$/u, '');
/** Replaces double quotation marks, which mark speech in a situation. */
const unquoted = (text: string): string => text.replaceAll(/["“”]/gu, "'").trim();
const isAsking = (sentence: string): boolean => /\?\s*$/u.test(sentence);
const sentences = (text: string): string[] => sentencesOf(text, { anyStart: true });

/** Extracts a customer's agenda from the exchanges of a call. */
export function agendaOf(exchanges: readonly Exchange[]): Agenda {
  const wishes: string[] = [];
  const facts: StatedFact[] = [];
  const objections: RaisedObjection[] = [];
  let withheld = 0;
  for (const [at, exchange] of exchanges.entries()) {
    const { customer, question } = exchange;
    if (customer === '') continue;
    const sentence = unquoted(customer).replace(filler, '');
    if (withholding.test(sentence)) {
      withheld += 1;
      continue;
    }
    const isAnswer = question !== undefined && ['common', 'other'].includes(question.kind);
    const isGoal = wishes.length === 0 && (question === undefined || question.kind === 'help');
    const wish = wishIn(sentence);
    if (isGoal && wish !== '') wishes.push(wish);
    else if (isObjection(sentence, isAnswer)) raise(objections, sentence, exchanges[at + 1]?.agent ?? '');
    else if (isAnswer) {
      const questions = sentences(sentence).filter(isAsking);
      const answer = sentences(sentence)
        .filter((plainSentence) => !isAsking(plainSentence))
        .join(' ');
      wishes.push(...questions.map(cut));
      if (answer === '') continue;
      note(facts, exchange, isOnlyAssent(answer) ? (denial.test(answer) ? 'no' : 'yes') : cut(answer));
    } else if (question?.kind !== 'confirm' && question?.kind !== 'still' && wish !== '' && !closing.test(sentence))
      wishes.push(wish);
  }
  return {
    wishes: [...new Set(wishes.map(capitalised))].slice(0, most.wishes),
    facts: facts.slice(0, most.facts),
    objections: objections.slice(0, most.objections),
    withheld,
  };
}

/** Returns what a customer wants to say, without courtesies and assent before and after it; empty if nothing else is said. */
function wishIn(text: string): string {
  const wishes = sentences(text).filter((sentence) => !isOnlyCourtesy(sentence) && !isOnlyAssent(sentence));
  const wish = wishes.join(' ').replace(greeting, '');
  return wordsIn(wish).length < 2 ? '' : cut(wish);
}

/** Courtesies are removed one by one: an expression for any number of them would try all ways to divide the words. */
function isOnlyCourtesy(text: string): boolean {
  let rest = text.trim();
  for (let match = courtesy.exec(rest); match !== null; match = rest === '' ? null : courtesy.exec(rest))
    rest = rest.slice(match[0].length);
  return rest === '';
}

/** Matches replies such as "Yes, please." and "Okay, thank you." */
const isOnlyAssent = (text: string): boolean => wordsIn(text).length <= 6 && assent.test(text) && !isAsking(text);

const isObjection = (text: string, isAnswer: boolean): boolean =>
  objecting.test(text) && !isAsking(text) && wordsIn(text).length >= (isAnswer ? 5 : 3);

function raise(objections: RaisedObjection[], spokenText: string, answer: string): void {
  const text = cut(spokenText);
  const words = wordsIn(text);
  const earlierAt = objections.findIndex(
    (each) => wordsIn(each.text).filter((word) => words.includes(word)).length >= 0.6 * words.length,
  );
  const answeredBy = [...new Set(wordsIn(answer).filter((word) => word.length > 4))];
  const fact = { answeredBy: answeredBy.slice(0, 6) };
  const earlier = objections[earlierAt];
  if (earlier === undefined) objections.push({ text, strength: 1, ...fact });
  else objections[earlierAt] = { ...earlier, ...fact, strength: Math.min(5, earlier.strength + 1) };
}

/** Records a fact. A rephrased question is about the same fact, and its last value counts. */
function note(facts: StatedFact[], { question }: Exchange, value: string): void {
  if (question === undefined) return;
  const askedWhen = question.text.replace(/[?\s]+$/u, '');
  const isNew = !facts.some(({ key: known }) => known === question.topic);
  const words = question.about.slice(0, 4).join('_') || `question_${facts.length + 1}`;
  const key = question.topic !== undefined && isNew ? question.topic : words;
  const isCommon = question.kind === 'common';
  const same = facts.findIndex((fact) => fact.key === key || sharesWords(fact.key, question.about));
  const earlier = facts[same];
  if (earlier === undefined) facts.push({ key, value, askedWhen: [askedWhen], isCommon });
  else facts[same] = { ...earlier, value, askedWhen: [...new Set([...earlier.askedWhen, askedWhen])].slice(0, 6) };
}

/** Returns whether the longer question contains all words of the shorter one. */
function sharesWords(key: string, about: readonly string[]): boolean {
  const keyWords = key.split('_');
  const shared = keyWords.filter((word) => about.includes(word)).length;
  return shared > 0 && shared >= Math.min(keyWords.length, about.length) && Math.min(keyWords.length, about.length) > 1;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
