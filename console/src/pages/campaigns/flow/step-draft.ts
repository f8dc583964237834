import { t } from '../../../language/text.ts';
import type { paths } from '../../../server/api.d.ts';
import { freshKey } from '../../../shared/form/fresh-key.ts';
import { type BranchDraft, branchDraftOf, branchOf } from './branch-draft.ts';
import { editedList, listText } from './list-field.ts';

type Listed = paths['/v1/campaigns']['get']['responses'][200]['content']['application/json'];
export type Goal = Listed['campaigns'][number]['effective_config']['goals'][number];
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

/**
 * Returns the steps of a flow as drafts. Branches lead to the key of a step, which stays when its name changes. Steps
 * keep the keys that they have in `before`.
 */
export function stepDraftsOf(goals: readonly Goal[], before: readonly StepDraft[] = []): readonly StepDraft[] {
  const keys = goals.map((goal) => before.find(({ id }) => id.trim() === goal.id)?.key ?? freshKey());
  const byName = new Map(goals.map(({ id }, index) => [id, keys[index] as string]));
  return goals.map((goal, index) => stepDraftOf(goal, keys[index] as string, (name) => byName.get(name) ?? name));
}

const stepDraftOf = (goal: Goal, key: string, keyOf: (name: string) => string): StepDraft => ({
  key,
  was: goal,
  id: goal.id,
  examples: listText(goal.examples, '\n'),
  intro: goal.intro ?? '',
  instructions: goal.instructions ?? '',
  questions: goal.questions.map((was) => ({
    key: freshKey(),
    was,
    id: was.id,
    ask: was.ask,
    kind: was.kind,
    choices: listText(was.choices, ','),
  })),
  tool: goal.tool ?? '',
  done: goal.done,
  branches: (goal.next ?? []).map((branch) => branchDraftOf(branch, keyOf)),
});

/** Returns the steps as they are stored. Keeps the properties of steps and questions that the form does not show. */
export function goalsOf(steps: readonly StepDraft[]): readonly Goal[] {
  const names = new Map(steps.map(({ key, id }) => [key, id.trim()]));
  return steps.map((step) => goalOf(step, (key) => names.get(key) ?? key));
}

function goalOf(
  { was, id, examples, questions, done, branches, ...texts }: StepDraft,
  nameOf: (key: string) => string,
): Goal {
  const { intro: _, instructions: __, tool: ___, next: ____, ...rest } = was ?? {};
  const given = Object.entries({ intro: texts.intro, instructions: texts.instructions, tool: texts.tool })
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return {
    ...rest,
    id: id.trim(),
    examples: editedList(examples, '\n', was?.examples),
    questions: questions.map(questionOf),
    done: done.trim(),
    ...Object.fromEntries(given),
    ...(branches.length === 0 ? {} : { next: branches.map((branch) => branchOf(branch, nameOf)) }),
  };
}

function questionOf({ was, id, ask, kind, choices }: QuestionDraft): Question {
  const { choices: before, ...rest } = was ?? {};
  return {
    ...rest,
    id: id.trim(),
    ask: ask.trim(),
    kind,
    ...(kind === 'choice' ? { choices: editedList(choices, ',', before) } : {}),
  };
}

/** Returns all steps with one of them changed. */
export const withStep = (steps: readonly StepDraft[], changed: StepDraft): readonly StepDraft[] =>
  steps.map((step) => (step.key === changed.key ? changed : step));

/** Returns the steps without one of them. Branches that lead to it keep its name. */
export function withoutStep(steps: readonly StepDraft[], { key, id }: StepDraft): readonly StepDraft[] {
  const renamed = (branch: BranchDraft): BranchDraft => (branch.go === key ? { ...branch, go: id } : branch);
  return steps.filter((step) => step.key !== key).map((step) => ({ ...step, branches: step.branches.map(renamed) }));
}

function freeName(word: string, taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`${word}_${number}`)) number += 1;
  return `${word}_${number}`;
}
