import { t } from '../../../language/text.ts';
import { listIn } from '../../../shared/form/list-in.ts';
import type { BranchDraft } from './branch-draft.ts';
import type { Reach } from './reach.ts';
import type { StepDraft } from './step-draft.ts';
import type { Comparison, Subject, TestDraft } from './test-draft.ts';

export const subjectNames: Readonly<Record<Subject, string>> = {
  slot: t('An answer'),
  intent: t('What the caller means'),
  tool: t('The result of a tool'),
  contact: t('A field of the contact'),
  time: t('The time'),
  language: t('The language of the call'),
};

export const comparisonNames: Readonly<Record<Comparison, string>> = {
  is: t('is one of'),
  not: t('is none of'),
  range: t('is a number in a range'),
  known: t('is known'),
  unknown: t('is not known'),
  ok: t('succeeded'),
  failed: t('failed'),
};

export const dayNames: readonly (readonly [string, string])[] = [
  ['1', t('Mon')],
  ['2', t('Tue')],
  ['3', t('Wed')],
  ['4', t('Thu')],
  ['5', t('Fri')],
  ['6', t('Sat')],
  ['7', t('Sun')],
];

/** The built-in step that takes a message. */
export const messageStep = 'message';

export const noSteps = t(
  'No steps yet. A step is something that callers want, such as an appointment, with the questions that the agent asks for it, and with what follows.',
);

/** What a branch is described with. */
export interface FlowNames {
  readonly steps: readonly StepDraft[];
  /** Names of agents by uuid. */
  readonly agents: ReadonlyMap<string, string>;
  /** What practice runs reached; undefined if it is not known of these steps. */
  readonly reach?: Reach | undefined;
}

/** Returns a branch as a sentence: "If plan is gold: step upgrade". */
export function branchText(branch: BranchDraft, names: FlowNames): string {
  const target = targetText(branch, names);
  return branch.tests.length === 0
    ? t('Otherwise: {target}', { target })
    : t('If {tests}: {target}', { tests: testsText(branch.tests), target });
}

export const testsText = (tests: readonly TestDraft[]): string => tests.map(testText).join(t(' and '));

function targetText({ target, go: key, agent }: BranchDraft, { steps, agents }: FlowNames): string {
  if (target === 'end') return t('the call ends');
  const go = steps.find((step) => step.key === key)?.id ?? key;
  const step = key === messageStep ? t('the agent takes a message') : t('step {go}', { go });
  if (target === 'step') return go === '' ? t('no step yet') : step;
  const name = agents.get(agent) ?? t('an agent that does not exist');
  return go === '' ? t('{name} takes over', { name }) : t('{name} takes over at step {go}', { name, go });
}

function testText(test: TestDraft): string {
  const { subject, name, field } = test;
  switch (subject) {
    case 'intent':
      return t('the caller means “{sentence}”', { sentence: test.values.split('\n')[0] ?? '' });
    case 'time':
      return timeText(test);
    case 'language':
      return t('the call is in {language}', { language: name });
    case 'tool':
      return comparedText(field === '' ? name : `${name}.${field}`, test);
    default:
      return comparedText(name, test);
  }
}

function comparedText(name: string, { comparison, values, min, max, kept }: TestDraft): string {
  if (kept !== undefined) return t('{name} meets a condition that was set by the API', { name });
  switch (comparison) {
    case 'is':
      return t('{name} is {values}', { name, values: listIn(values, ',').join(t(' or ')) });
    case 'not':
      return t('{name} is not {values}', { name, values: listIn(values, ',').join(t(' or ')) });
    case 'range':
      if (max === '') return t('{name} is at least {min}', { name, min });
      if (min === '') return t('{name} is at most {max}', { name, max });
      return t('{name} is {min} to {max}', { name, min, max });
    case 'known':
      return t('{name} is known', { name });
    case 'unknown':
      return t('{name} is not known', { name });
    case 'ok':
      return t('{name} succeeded', { name });
    default:
      return t('{name} failed', { name });
  }
}

function timeText({ from, to, days }: TestDraft): string {
  const named = dayNames.filter(([day]) => days.includes(day)).map(([, name]) => name);
  const clock = from === '' && to === '' ? '' : t('{from} to {to}', { from: from || '00:00', to: to || '24:00' });
  return t('it is {when}', { when: [clock, named.join(', ')].filter((part) => part !== '').join(' ') });
}
