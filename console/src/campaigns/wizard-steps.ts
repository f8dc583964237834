import type { Campaign, PreflightCheck } from '../server/campaigns.ts';

export type StepId = 'agent' | 'audience' | 'number' | 'hours' | 'pace' | 'check';

export const stepTexts: Readonly<Record<StepId, { readonly label: string; readonly title: string }>> = {
  agent: { label: 'Agent', title: 'Who speaks, and what the agent says' },
  audience: { label: 'Audience', title: 'Whom to call' },
  number: { label: 'Number', title: 'Which number to answer' },
  hours: { label: 'Hours', title: 'When to call' },
  pace: { label: 'Pace', title: 'How many calls at once, and retries' },
  check: { label: 'Launch', title: 'Check and launch' },
};

export const stepsOf = (kind: Campaign['kind']): readonly StepId[] =>
  kind === 'outbound' ? ['agent', 'audience', 'hours', 'pace', 'check'] : ['agent', 'number', 'hours', 'check'];

/** The step whose fields a check is about. */
export const stepOfCheck = (code: PreflightCheck['code'], kind: Campaign['kind']): StepId =>
  code === 'hours' || code === 'dates' ? 'hours' : isOfAudience(code) ? reachOf(kind) : 'agent';

/** The step that has the field of a path of the API. */
export function stepOfFault(path: string, kind: Campaign['kind']): StepId {
  if (path.startsWith('config.dialer') || path.startsWith('dialer')) return 'pace';
  if (path === 'phone_number' || path.startsWith('branches')) return reachOf(kind);
  if (path.startsWith('time_window') || path === 'start_date' || path === 'end_date') return 'hours';
  return 'agent';
}

const reachOf = (kind: Campaign['kind']): StepId => (kind === 'outbound' ? 'audience' : 'number');
const isOfAudience = (code: string): boolean => code === 'number' || code === 'audience';
