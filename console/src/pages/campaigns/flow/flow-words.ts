import { t } from '../../../language/text.ts';
import { listIn } from '../../../shared/form/list-in.ts';
import type { BranchDraft } from './branch-draft.ts';
import type { Reach } from './reach.ts';
import type { StepDraft } from './step-draft.ts';
import type { ComparedDraft, Comparison, Subject, TestDraft } from './test-draft.ts';

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

/** Returns conditions as words. Alternatives beside other conditions are in brackets. */
export const testsText = (tests: readonly TestDraft[]): string =>
  tests
    .map((test) => {
      const text = [test, ...test.or].map(testText).join(t(' or '));
      return test.or.length > 0 && tests.length > 1 ? `(${text})` : text;
    })
    .join(t(' and '));

function targetText({ target, go: key, agent }: BranchDraft, { steps, agents }: FlowNames): string {
  if (target === 'end') return t('the call ends');
  const go = steps.find((step) => step.key === key)?.id ?? key;
  const step = key === messageStep ? t('the agent takes a message') : t('step {go}', { go });
  if (target === 'step') return go === '' ? t('no step yet') : step;
  const name = agents.get(agent) ?? t('an agent that does not exist');
  return go === '' ? t('{name} takes over', { name }) : t('{name} takes over at step {go}', { name, go });
}

function testText(test: TestDraft): string {
  const { subject, name, field, compared, kept } = test;
  switch (subject) {
    case 'intent':
      return t('the caller means “{sentence}”', { sentence: test.sentences.split('\n')[0] ?? '' });
    case 'time':
      return timeText(test);
    case 'language':
      return t('the call is in {language}', { language: name });
    default: {
      const value = field === '' ? name : `${name}.${field}`;
      if (kept !== undefined) return t('{name} meets a condition that was set by the API', { name: value });
      if (compared.length === 0) return t('{name} has run', { name });
      return compared.map((one) => comparedText(isOfValue(one.comparison) ? value : name, one)).join(t(' and '));
    }
  }
}

/** Whether a value is compared, not whether a tool succeeded. */
export const isOfValue = (comparison: Comparison): boolean => comparison !== 'ok' && comparison !== 'failed';

function comparedText(name: string, { comparison, values, min, max }: ComparedDraft): string {
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
