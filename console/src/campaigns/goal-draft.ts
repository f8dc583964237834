import { t } from '../language/text.ts';
import type { Campaign } from '../server/campaigns.ts';

export type Goal = Campaign['effective_config']['goals'][number];
export type Question = Goal['questions'][number];
export type QuestionKind = Question['kind'];

/** A goal while it is written: lists are text. */
export interface GoalDraft {
  readonly id: string;
  readonly examples: string;
  readonly intro: string;
  readonly questions: readonly QuestionDraft[];
  readonly done: string;
}

export interface QuestionDraft {
  /** Tells drafts apart. */
  readonly key: string;
  readonly was: Question | undefined;
  readonly ask: string;
  readonly kind: QuestionKind;
  /** Of a question with choices, separated by commas. */
  readonly choices: string;
}

export const kindNames: Readonly<Record<QuestionKind, string>> = {
  text: t('Any words'),
  name: t('A name'),
  date: t('A date'),
  time: t('A time'),
  datetime: t('A date and a time'),
  phone: t('A phone number'),
  email: t('An e-mail address'),
  number: t('A number'),
  yes_no: t('Yes or no'),
  choice: t('One of several choices'),
};

export const newQuestion = (): QuestionDraft => ({
  ...{ key: crypto.getRandomValues(new Uint32Array(2)).join('-'), was: undefined },
  ...{ ask: '', kind: 'text', choices: '' },
});

/** Without a goal: a new one, whose name none of the others has. */
export function draftOf(goal: Goal | undefined, others: readonly Goal[]): GoalDraft {
  if (goal === undefined)
    return { id: freeId('goal', idsOf(others)), examples: '', intro: '', questions: [], done: '' };
  return {
    id: goal.id,
    examples: goal.examples.join('\n'),
    intro: goal.intro ?? '',
    questions: goal.questions.map((was) => ({
      ...{ key: was.id, was, ask: was.ask, kind: was.kind, choices: was.choices?.join(', ') ?? '' },
    })),
    done: goal.done,
  };
}

/** What the form does not show of a goal and of its questions stays. */
export function goalOf({ id, examples, intro, questions, done }: GoalDraft, was: Goal | undefined): Goal {
  const { intro: _, ...rest } = was ?? {};
  const made: Question[] = [];
  for (const question of questions) made.push(questionOf(question, made));
  return {
    ...rest,
    ...{ id, examples: listIn(examples, '\n'), questions: made, done: done.trim() },
    ...(intro.trim() === '' ? {} : { intro: intro.trim() }),
  };
}

function questionOf({ was, ask, kind, choices }: QuestionDraft, earlier: readonly Question[]): Question {
  const { choices: _, ...rest } = was ?? {};
  const id = was?.id ?? freeId(kind, idsOf(earlier));
  return { ...rest, id, ask: ask.trim(), kind, ...(kind === 'choice' ? { choices: listIn(choices, ',') } : {}) };
}

const idsOf = (list: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(list.map(({ id }) => id));

function freeId(word: string, taken: ReadonlySet<string>): string {
  if (!taken.has(word)) return word;
  let number = 2;
  while (taken.has(`${word}_${number}`)) number += 1;
  return `${word}_${number}`;
}

const listIn = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
