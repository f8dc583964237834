import type { Campaign, Target } from '../server/campaigns.ts';

export const kindTexts: Readonly<Record<Campaign['kind'], string>> = {
  outbound: 'Calls contacts',
  inbound: 'Answers a number',
};

export const statusTexts: Readonly<Record<Campaign['status'], string>> = {
  draft: 'Draft',
  active: 'Running',
  paused: 'Paused',
  completed: 'Completed',
};

/** From Monday, which is day 1 of the API. */
export const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** "09:00 to 17:00 on Mon, Wed, Asia/Kolkata". */
export function hoursText({ start, end, timezone, weekdays }: NonNullable<Campaign['time_window']>): string {
  const days = weekdays === undefined ? '' : ` on ${weekdays.map((day) => weekdayNames[day - 1]).join(', ')}`;
  return `${start} to ${end}${days}, ${timezone}`;
}

/** "1 contact", "2 contacts". */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

export const targetTexts: Readonly<Record<Target['status'], string>> = {
  queued: 'In the queue',
  waiting: 'Later',
  dialing: 'On the phone',
  finished: 'Done',
  skipped: 'Not called',
};

export const targetStatuses = Object.keys(targetTexts) as Target['status'][];

const reasons: Readonly<Record<string, string>> = {
  opted_out: 'does not want to be called',
  outside_window: 'outside the calling hours, here or where they are',
  recently_dialled: 'was called within 24 hours',
  in_a_call: 'is in a call',
  retry: 'is tried again',
  out_of_attempts: 'was called as often as may be',
  invalid_number: 'the number is not valid',
  not_targeted: 'no longer has a tag of the campaign',
  provider_rejected: 'the provider rejected the call',
  telephony_not_connected: 'no provider was connected',
  over_capacity: 'the server was at capacity',
  public_base_url_missing: 'the server’s public address is not set',
  placing_unknown: 'it is not known whether the phone rang',
  not_placed: 'the provider did not know the call twice in a row',
};

const outcomes: Readonly<Record<string, string>> = {
  connected: 'reached',
  voicemail: 'voicemail',
  'no-answer': 'no answer',
  busy: 'busy',
  failed: 'failed',
  unknown: 'not known',
};

export function outcomeText(outcome: string): string {
  const text = outcomes[outcome] ?? outcome;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The result for a contact, and why there are no more attempts: in small letters. */
export function resultText({ outcome, reason }: Pick<Target, 'outcome' | 'reason'>): string {
  const parts = [outcome && (outcomes[outcome] ?? outcome), reason && (reasons[reason] ?? reason)];
  return parts.filter(Boolean).join('; ');
}
