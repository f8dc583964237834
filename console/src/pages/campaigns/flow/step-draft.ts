import { t } from '../../../language/text.ts';
import type { Campaign } from '../../../server/campaigns.ts';
import { type BranchDraft, branchDraftOf, branchOf } from './branch-draft.ts';
import { freshKey, listIn } from './draft-parts.ts';

export type Goal = Campaign['effective_config']['goals'][number];
type Question = Goal['questions'][number];
export type QuestionKind = Question['kind'];

/** An unsaved step. Lists are text. */
export interface StepDraft {
  /** Distinguishes drafts. */
  readonly key: string;
  readonly was: Goal | undefined;
  readonly id: string;
  readonly examples: string;
  readonly intro: string;
  readonly instructions: string;
  readonly questions: readonly QuestionDraft[];
  readonly tool: string;
  readonly done: string;
  readonly branches: readonly BranchDraft[];
}

export interface QuestionDraft {
  readonly key: string;
  readonly was: Question | undefined;
  readonly id: string;
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

/** Returns a question whose name no other question of the flow has. */
export const newQuestion = (steps: readonly StepDraft[]): QuestionDraft => ({
  key: freshKey(),
  was: undefined,
  id: freeName('question', new Set(steps.flatMap(({ questions }) => questions.map(({ id }) => id)))),
  ask: '',
  kind: 'text',
  choices: '',
});

export const newStep = (steps: readonly StepDraft[]): StepDraft => ({
  key: freshKey(),
  was: undefined,
  id: freeName('step', new Set(steps.map(({ id }) => id))),
  examples: '',
  intro: '',
  instructions: '',
  questions: [],
  tool: '',
  done: '',
  branches: [],
});

export const stepDraftOf = (goal: Goal): StepDraft => ({
  key: freshKey(),
  was: goal,
  id: goal.id,
  examples: goal.examples.join('\n'),
  intro: goal.intro ?? '',
  instructions: goal.instructions ?? '',
  questions: goal.questions.map((was) => ({
    key: freshKey(),
    was,
    id: was.id,
    ask: was.ask,
    kind: was.kind,
    choices: was.choices?.join(', ') ?? '',
  })),
  tool: goal.tool ?? '',
  done: goal.done,
  branches: (goal.next ?? []).map(branchDraftOf),
});

/** Returns the step as it is stored. Keeps the properties of the step and its questions that the form does not show. */
export function goalOf({ was, id, examples, questions, done, branches, ...texts }: StepDraft): Goal {
  const { intro: _, instructions: __, tool: ___, next: ____, ...rest } = was ?? {};
  const given = Object.entries({ intro: texts.intro, instructions: texts.instructions, tool: texts.tool })
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return {
    ...rest,
    id: id.trim(),
    examples: listIn(examples, '\n'),
    questions: questions.map(questionOf),
    done: done.trim(),
    ...Object.fromEntries(given),
    ...(branches.length === 0 ? {} : { next: branches.map(branchOf) }),
  };
}

function questionOf({ was, id, ask, kind, choices }: QuestionDraft): Question {
  const { choices: _, ...rest } = was ?? {};
  return {
    ...rest,
    id: id.trim(),
    ask: ask.trim(),
    kind,
    ...(kind === 'choice' ? { choices: listIn(choices, ',') } : {}),
  };
}

/** Returns all steps with one of them changed. Branches follow a step that gets another name. */
export function withStep(steps: readonly StepDraft[], changed: StepDraft): readonly StepDraft[] {
  const before = steps.find(({ key }) => key === changed.key);
  const replaced = steps.map((step) => (step.key === changed.key ? changed : step));
  if (before === undefined || before.id === changed.id) return replaced;
  const follow = (branch: BranchDraft): BranchDraft =>
    branch.go === before.id ? { ...branch, go: changed.id } : branch;
  return replaced.map((step) => ({ ...step, branches: step.branches.map(follow) }));
}

function freeName(word: string, taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`${word}_${number}`)) number += 1;
  return `${word}_${number}`;
}
