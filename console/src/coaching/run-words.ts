import type { PracticeRun, Scenario } from '../server/coaching.ts';

export const statusNames = {
  queued: { text: 'Queued', color: 'gray' },
  running: { text: 'Running', color: 'blue' },
  completed: { text: 'Completed', color: 'teal' },
  failed: { text: 'Failed', color: 'red' },
  timeout: { text: 'Timed out', color: 'orange' },
} as const satisfies Readonly<Record<PracticeRun['status'], object>>;

export const verdictNames = {
  pass: { text: 'Pass', color: 'teal' },
  partial: { text: 'Partial', color: 'yellow' },
  fail: { text: 'Fail', color: 'red' },
} as const satisfies Readonly<Record<NonNullable<PracticeRun['verdict']>, object>>;

export const endTexts = {
  satisfied: 'The customer was satisfied',
  hangup: 'The customer hung up',
  max_turns: 'The turn limit was reached',
  agent_ended: 'The agent ended or transferred the call',
  error: 'An error ended it',
} as const satisfies Readonly<Record<NonNullable<PracticeRun['ended_reason']>, string>>;

export const difficultyNames = {
  easy: 'Easy',
  medium: 'Medium',
  hard: 'Hard',
  adversarial: 'Adversarial',
} as const;

export const modeNames = { text: 'In writing', voice: 'By voice' } as const;

export const clockNames = { virtual: 'Virtual time', real: 'Real time' } as const;

export const scoreText = (score: number | null): string => (score === null ? 'Not judged' : `${score} of 100`);

export const customerAndAgent = { agent: 'Agent', customer: 'Customer' } as const;

const bar = 70;

/** Why the server decided so: by the objective and the scores. */
export function verdictReason({ verdict, scores }: Pick<PracticeRun, 'verdict' | 'scores'>): string {
  const judged = scores.flatMap(({ score }) => (score === null ? [] : [score]));
  if (judged.length === 0) return `The objective was ${verdict === 'pass' ? '' : 'not '}met. No criterion was judged.`;
  if (verdict === 'pass') return 'The objective was met, and every score is at least 70.';
  if (verdict === 'fail') return 'The objective was not met, and no score is at least 70.';
  if (judged.every((score) => score >= bar)) return 'The objective was not met.';
  if (judged.every((score) => score < bar)) return 'The objective was met, but no score is at least 70.';
  return 'Some scores are below 70.';
}

/** Of the customer's line in runs by voice. */
export const lineNames: Readonly<Record<Scenario['line_quality'], string>> = {
  clear: 'Clear',
  noisy: 'Noisy',
  poor: 'Noisy, with lost packets',
};
