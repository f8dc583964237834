import { t } from '../../../language/text.ts';
import type { Faults } from '../../../server/readable.ts';
import type { StepDraft } from './step-draft.ts';

const ofStep = (index: number): string => `config.goals.${index}`;

/** Returns the places of a flow whose faults its steps show. */
export const faultPaths = (steps: readonly StepDraft[]): readonly string[] =>
  steps.flatMap(({ questions, branches }, index) => [
    ofStep(index),
    ...['id', 'examples', 'done', 'tool', 'next'].map((field) => `${ofStep(index)}.${field}`),
    ...questions.map((_, at) => `${ofStep(index)}.questions.${at}`),
    ...branches.flatMap(({ tests }, at) => [
      `${ofStep(index)}.next.${at}`,
      ...tests.flatMap(({ or }, test) => [
        `${ofStep(index)}.next.${at}.when.${test}`,
        ...or.map((_, other) => `${ofStep(index)}.next.${at}.when.${test}.or.${other}`),
      ]),
    ]),
  ]);

/** Returns whether a loop through this step was refused. The server names all of its branches, not one of them. */
export const isLoopFault = (faults: Faults, index: number): boolean => faults[`${ofStep(index)}.next`] !== undefined;

/** Returns what is wrong with a step, each as a sentence with its place. */
export const stepFaults = (faults: Faults, index: number): readonly string[] =>
  Object.entries(faults)
    .filter(([path]) => path === ofStep(index) || path.startsWith(`${ofStep(index)}.`))
    .map(([path, sentence]) => {
      const place = placeOf(path.slice(ofStep(index).length + 1));
      return place === '' ? sentence : `${place}: ${sentence}`;
    });

function placeOf(path: string): string {
  const [, branch, test] = /^next\.(\d+)(?:\.when\.(\d+))?/.exec(path) ?? [];
  const [, question] = /^questions\.(\d+)/.exec(path) ?? [];
  const one = (index: string): number => Number(index) + 1;
  if (question !== undefined) return t('Question {index}', { index: one(question) });
  if (branch !== undefined && test !== undefined)
    return t('Branch {index}, condition {test}', { index: one(branch), test: one(test) });
  if (branch !== undefined) return t('Branch {index}', { index: one(branch) });
  return placeNames[path] ?? '';
}

const placeNames: Readonly<Record<string, string>> = {
  id: t('Name of the step'),
  examples: t('What callers say'),
  done: t('The agent says at the end'),
  tool: t('Tool'),
};
