import { textOf } from '../callback-fields.ts';
import { endedAs, type HowEnded } from '../how-ended.ts';

/** Result of Twilio's own detection, if it is enabled: machine_start, machine_end_beep and others, or fax. */
const isMachine = (answeredBy: unknown): boolean => /^(machine|fax)/.test(textOf(answeredBy));

/** Maps the status of a call; undefined for a call in progress. */
export function endedBy(status: unknown, answeredBy: unknown): HowEnded | undefined {
  const ended = endedAs(textOf(status));
  return ended?.status === 'completed' && isMachine(answeredBy) ? { status: 'no_answer', reason: 'voicemail' } : ended;
}
