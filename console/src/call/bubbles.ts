import type { Bubble } from '../../../client/call/bubbles.ts';
import { t } from '../language/text.ts';
import { personLabel } from './person.ts';

/** Text prefixes of bubbles for screen readers. */
export const spokenBy =
  (agentName: string, callerName = t('You')) =>
  ({ speaker, person, runs }: Bubble): string => {
    const words = runs.map(({ heard, text }) => (heard === 'no' ? t('(not heard: {text})', { text }) : text)).join(' ');
    const agent = person === undefined ? agentName : personLabel(person);
    return `${speaker === 'agent' ? agent : callerName}: ${words}`;
  };
