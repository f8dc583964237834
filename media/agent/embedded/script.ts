import { patternOf } from '../../language/match.ts';
import type { ScriptQuestion } from '../../line/agent.ts';
import { choiceOf, yesNoOf } from './answers/choice.ts';
import { type Answer, emailOf, phoneOf } from './answers/contact.ts';
import { nameOf } from './answers/name.ts';
import { quantityOf } from './answers/numbers.ts';
import { type OpenTime, openTimesIn } from './answers/open-times.ts';
import { clockIn, spokenWhen, todayIn, type When, weekAfter, whenOf } from './answers/when.ts';
import type { Notes } from './notes.ts';
import { plainOf } from './spoken.ts';
import type { Turn } from './turn.ts';
import { listed, type Say } from './wording.ts';

const noText = patternOf(({ agent }) => agent?.script.noText, '');
const formerDay = patternOf(({ agent }) => agent?.script.formerDay, 'gi');
const saysToday = patternOf(({ agent }) => agent?.script.saysToday);

export interface AnswerContext {
  readonly nowMs: number;
  readonly timezone: string;
  /** ISO 3166 code of the country assumed for telephone numbers without a country code. */
  readonly country: string;
  /** Lower-case words in the goals' examples. */
  readonly wants: ReadonlySet<string>;
  /** Returns the opening hours that the documents of the business state. */
  readonly openTimes?: () => readonly OpenTime[];
  /** Wording used to read an answer back. */
  readonly say: Say;
}

export const contextOf = ({ plan, request, say }: Turn): AnswerContext => ({
  nowMs: request.nowMs,
  timezone: plan.timezone,
  country: /[-_]([A-Z]{2})\b/.exec(plan.languageCode)?.[1] ?? 'US',
  wants: new Set(plan.goals.flatMap(({ examples }) => examples.flatMap(wantsIn))),
  openTimes: () => openTimesIn(plan.knowledge.map(({ text }) => text)),
  say,
});

/** Returns the words of four or more letters that an example writes in lower case. */
const wantsIn = (example: string): readonly string[] => example.match(/(?<![\p{L}'])\p{Ll}{4,}/gu) ?? [];

/** An answer, or the part of it that was said. */
export interface Heard {
  readonly answer?: Answer;
  readonly partial?: When;
  readonly digits?: string;
}

/** Interprets the words as an answer to the question that was just asked. */
export function answerTo(
  question: ScriptQuestion,
  text: string,
  begun: Pick<Notes, 'partial' | 'digits'>,
  context: AnswerContext,
): Heard {
  switch (question.kind) {
    case 'text':
      return freeText(text);
    case 'name':
      return answered(nameOf(text, { asked: true, wants: context.wants }));
    case 'date':
    case 'time':
    case 'datetime':
      return whenAnswer(question.kind, text, begun.partial ?? {}, { ...context, asked: true });
    case 'phone': {
      const { answer, digits, otherWords } = phoneOf(text, context.country, begun.digits);
      return answer !== undefined ? { answer } : digits.length > 2 && otherWords < 8 ? { digits } : {};
    }
    case 'email':
      return answered(emailOf(text, context.say));
    case 'number': {
      const value = quantityOf(plainOf(text));
      return value === undefined ? {} : answered({ value: String(value), spoken: String(value) });
    }
    case 'yes_no': {
      const yesNo = yesNoOf(text);
      return yesNo === undefined ? {} : answered(yesNoAnswer(yesNo.yes, context.say));
    }
    case 'choice': {
      const choice = choiceOf(text, question.choices ?? []);
      return choice === undefined ? {} : answered({ value: choice, spoken: choice });
    }
  }
}

/** Finds an answer to a question that was not asked. Accepts only unambiguous forms. */
export function volunteered(question: ScriptQuestion, text: string, begun: When, context: AnswerContext): Heard {
  switch (question.kind) {
    case 'name':
      return answered(nameOf(text, { asked: false, wants: context.wants }));
    case 'date':
      return whenAnswer('date', text, {}, { ...context, asked: false });
    case 'datetime':
      return whenAnswer('datetime', withoutFormerDay(text), begun, { ...context, asked: false });
    case 'phone':
      return answered(phoneOf(text, context.country).answer);
    case 'email':
      return answered(emailOf(text, context.say));
    case 'choice':
      return answered(namedChoice(text, question.choices ?? []));
    default:
      return {};
  }
}

const yesNoAnswer = (yes: boolean, say: Say): Answer => ({
  value: yes ? 'yes' : 'no',
  spoken: say(yes ? 'yes' : 'no'),
});

const answered = (answer: Answer | undefined): Heard => (answer === undefined ? {} : { answer });

function namedChoice(text: string, choices: readonly string[]): Answer | undefined {
  const plain = ` ${plainOf(text)} `;
  const choice = choices.find((each) => plain.includes(` ${plainOf(each)} `));
  return choice === undefined ? undefined : { value: choice, spoken: choice };
}

function freeText(text: string): Heard {
  const plain = plainOf(text);
  if (plain.length < 2 || noText.test(plain)) return {};
  const value = text.trim().slice(0, 500);
  return { answer: { value, spoken: value } };
}

/** Removes a day that is being given up: "I can't make it on Thursday", "my visit is on Friday". */
const withoutFormerDay = (text: string): string => text.replace(formerDay, ' ');

function whenAnswer(
  kind: 'date' | 'time' | 'datetime',
  text: string,
  begun: When,
  { asked, ...context }: AnswerContext & { readonly asked: boolean },
): Heard {
  const hourExpected = asked && kind !== 'date';
  const moment = whenOf(text, { ...context, hourExpected });
  if (moment === undefined) return {};
  const today = todayIn(context);
  if (kind === 'date')
    return moment.date === undefined ? {} : answered(whenAs(moment.date, { date: moment.date }, context));
  if (kind === 'time')
    return moment.time === undefined ? {} : answered(whenAs(moment.time, { time: moment.time }, context));
  const both = { ...begun, ...moment };
  if (both.date !== undefined && both.date < today) return {};
  if (both.date === undefined || both.time === undefined) return { partial: both };
  const passed = both.date === today && /^\d/.test(both.time) && both.time <= clockIn(context);
  if (passed && saysToday.test(text)) return {};
  // At noon on a Saturday, "Saturday at ten" means next week.
  const date = passed ? weekAfter(both.date) : both.date;
  return answered(whenAs(`${date}T${both.time}`, { ...both, date }, context));
}

const whenAs = (value: string, when: When, context: AnswerContext): Answer => ({
  value,
  spoken: spokenWhen(when, todayIn(context), context.say),
});

/** Returns the replacement for an earlier answer. "Tuesday" changes the day of "Monday at 3" and keeps the time. */
export function correctionOf(
  question: ScriptQuestion,
  text: string,
  old: Answer | undefined,
  context: AnswerContext,
): Answer | undefined {
  if (question.kind === 'text' || question.kind === 'yes_no') return undefined;
  if (question.kind !== 'datetime') return answerTo(question, text, { digits: '' }, context).answer;
  const [date, time] = old?.value.split('T') ?? [];
  const begun = { ...(date !== undefined && { date }), ...(time !== undefined && { time }) };
  return whenAnswer('datetime', text, begun, { ...context, asked: true }).answer;
}

/** Returns the wording of a question, given the parts of its answer that are already known. */
export function askFor(question: ScriptQuestion, notes: Notes, context: AnswerContext): string {
  const { partial } = notes;
  const { say } = context;
  if (question.kind === 'datetime' && partial?.date !== undefined && partial.time === undefined) {
    return say('ask_time', { day: spokenWhen({ date: partial.date }, todayIn(context), say) });
  }
  if (question.kind === 'datetime' && partial?.time !== undefined) {
    return say('ask_day', { time: spokenWhen({ time: partial.time }, todayIn(context), say) });
  }
  if (question.kind === 'phone' && notes.digits !== '') return say('ask_digits');
  const options =
    question.kind === 'choice' && notes.misses > 0
      ? ` ${say('choices', { choices: listed(question.choices ?? [], say('or')) })}`
      : '';
  return `${notes.misses > 0 ? (question.retry ?? question.ask) : question.ask}${options}`;
}
