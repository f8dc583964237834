import { t } from '../../language/text.ts';
import type { PracticeRun, Scenario } from '../../server/coaching.ts';

export const statusNames = {
  queued: { text: t('Queued'), color: 'gray' },
  running: { text: t('Running'), color: 'blue' },
  completed: { text: t('Completed'), color: 'teal' },
  failed: { text: t('Failed'), color: 'red' },
  timeout: { text: t('Timed out'), color: 'orange' },
} as const satisfies Readonly<Record<PracticeRun['status'], object>>;

export const verdictNames = {
  pass: { text: t('Pass'), color: 'teal' },
  partial: { text: t('Partial'), color: 'yellow' },
  fail: { text: t('Fail'), color: 'red' },
} as const satisfies Readonly<Record<NonNullable<PracticeRun['verdict']>, object>>;

export const endTexts = {
  satisfied: t('The customer was satisfied'),
  hangup: t('The customer hung up'),
  max_turns: t('The turn limit was reached'),
  agent_ended: t('The agent ended or transferred the call'),
  error: t('An error ended it'),
} as const satisfies Readonly<Record<NonNullable<PracticeRun['ended_reason']>, string>>;

export const difficultyNames = {
  easy: t('Easy'),
  medium: t('Medium'),
  hard: t('Hard'),
  adversarial: t('Adversarial'),
} as const;

export const modeNames = { text: t('In writing'), voice: t('By voice') } as const;

export const clockNames = { virtual: t('Virtual time'), real: t('Real time') } as const;

export const scoreText = (score: number | null): string =>
  score === null ? t('Not judged') : t('{score} of 100', { score });

export const customerAndAgent = { agent: t('Agent'), customer: t('Customer') } as const;

const bar = 70;

/** Returns the reason for the server's verdict, from the objective and the scores. */
export function verdictReason({ verdict, scores }: Pick<PracticeRun, 'verdict' | 'scores'>): string {
  const judged = scores.flatMap(({ score }) => (score === null ? [] : [score]));
  if (judged.length === 0)
    return verdict === 'pass'
      ? t('The objective was met. No criterion was judged.')
      : t('The objective was not met. No criterion was judged.');
  if (verdict === 'pass') return t('The objective was met, and every score is at least 70.');
  if (verdict === 'fail') return t('The objective was not met, and no score is at least 70.');
  if (judged.every((score) => score >= bar)) return t('The objective was not met.');
  if (judged.every((score) => score < bar)) return t('The objective was met, but no score is at least 70.');
  return t('Some scores are below 70.');
}

/** Quality of the customer's line in voice runs. */
export const lineNames: Readonly<Record<Scenario['line_quality'], string>> = {
  clear: t('Clear'),
  noisy: t('Noisy'),
  poor: t('Noisy, with lost packets'),
};
