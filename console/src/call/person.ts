import type { Person } from '../../../client/call/person.ts';
import { t } from '../language/text.ts';

/** Returns the name above a bubble of such a person. */
export function personLabel({ kind, name, through }: Person): string {
  if (through !== undefined)
    return name === null ? t('Agent, told by a supervisor') : t('Agent, told by {name}', { name });
  if (kind === 'human') return name === null ? t('Teammate') : t('{name}, teammate', { name });
  return name === null ? t('Supervisor') : t('{name}, supervisor', { name });
}
