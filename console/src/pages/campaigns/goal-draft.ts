import { t } from '../../language/text.ts';
import type { Campaign } from '../../server/campaigns.ts';

export type Goal = Campaign['effective_config']['goals'][number];
export type Question = Goal['questions'][number];
export type QuestionKind = Question['kind'];

/** An unsaved goal. Lists are text. */
export interface GoalDraft {
  readonly id: string;
  readonly examples: string;
  readonly intro: string;
  readonly questions: readonly QuestionDraft[];
  readonly done: string;
}

export interface QuestionDraft {
  /** Distinguishes drafts. */
  readonly key: string;
  readonly was: Question | undefined;
  readonly ask: string;
  readonly kind: QuestionKind;
  /** Choices of a question, separated by commas. */
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
  key: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  was: undefined,
  ask: '',
  kind: 'text',
  choices: '',
});

/** Returns a draft of a goal, or of a new one with an unused id. */
export function draftOf(goal: Goal | undefined, others: readonly Goal[]): GoalDraft {
  if (goal === undefined)
    return { id: freeId('goal', idsOf(others)), examples: '', intro: '', questions: [], done: '' };
  return {
    id: goal.id,
    examples: goal.examples.join('\n'),
    intro: goal.intro ?? '',
    questions: goal.questions.map((was) => ({
      key: was.id,
      was,
      ask: was.ask,
      kind: was.kind,
      choices: was.choices?.join(', ') ?? '',
    })),
    done: goal.done,
  };
}

/** Returns the goal of a draft. Keeps the properties of the goal and its questions that the form does not show. */
export function goalOf({ id, examples, intro, questions, done }: GoalDraft, was: Goal | undefined): Goal {
  const { intro: _, ...rest } = was ?? {};
  const made: Question[] = [];
  for (const question of questions) made.push(questionOf(question, made));
  return {
    ...rest,
    id,
    examples: listIn(examples, '\n'),
    questions: made,
    done: done.trim(),
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
