import { t } from '../../language/text.ts';
import type { Campaign, PreflightCheck } from '../../server/campaigns.ts';

export type StepId = 'agent' | 'audience' | 'number' | 'hours' | 'pace' | 'check';

export const stepTexts: Readonly<Record<StepId, { readonly label: string; readonly title: string }>> = {
  agent: { label: t('Agent'), title: t('Who speaks, and what the agent says') },
  audience: { label: t('Audience'), title: t('Whom to call') },
  number: { label: t('Number'), title: t('Which number to answer') },
  hours: { label: t('Hours'), title: t('When to call') },
  pace: { label: t('Pace'), title: t('How many calls at once, and retries') },
  check: { label: t('Launch'), title: t('Check and launch') },
};

export const stepsOf = (kind: Campaign['kind']): readonly StepId[] =>
  kind === 'outbound' ? ['agent', 'audience', 'hours', 'pace', 'check'] : ['agent', 'number', 'hours', 'check'];

/** Returns the step with the fields that a check concerns. */
export const stepOfCheck = (code: PreflightCheck['code'], kind: Campaign['kind']): StepId =>
  code === 'hours' || code === 'dates' ? 'hours' : isOfAudience(code) ? reachOf(kind) : 'agent';

/** Returns the step with the field of an API path. */
export function stepOfFault(path: string, kind: Campaign['kind']): StepId {
  if (path.startsWith('config.dialer') || path.startsWith('dialer')) return 'pace';
  if (path === 'phone_number' || path.startsWith('branches')) return reachOf(kind);
  if (path.startsWith('time_window') || path === 'start_date' || path === 'end_date') return 'hours';
  return 'agent';
}

const reachOf = (kind: Campaign['kind']): StepId => (kind === 'outbound' ? 'audience' : 'number');
const isOfAudience = (code: string): boolean => code === 'number' || code === 'audience';
