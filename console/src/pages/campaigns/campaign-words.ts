import { t } from '../../language/text.ts';
import type { Campaign, Target } from '../../server/campaigns.ts';

export const kindTexts: Readonly<Record<Campaign['kind'], string>> = {
  outbound: t('Calls contacts'),
  inbound: t('Answers a number'),
};

export const statusTexts: Readonly<Record<Campaign['status'], string>> = {
  draft: t('Draft'),
  active: t('Running'),
  paused: t('Paused'),
  completed: t('Completed'),
};

/** Starts with Monday, which is day 1 of the API. */
export const weekdayNames = [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')] as const;

/** "09:00 to 17:00 on Mon, Wed, Asia/Kolkata". */
export function hoursText({ start, end, timezone, weekdays }: NonNullable<Campaign['time_window']>): string {
  const days =
    weekdays === undefined
      ? ''
      : t(' on {weekdays}', { weekdays: weekdays.map((day) => weekdayNames[day - 1]).join(', ') });
  return t('{start} to {end}{days}, {timezone}', { start, end, days, timezone });
}

export const contactsText = (count: number): string =>
  t('{count, plural, one {# contact} other {# contacts}}', { count });

export const optedOutText = (count: number): string =>
  t('{count, plural, one {# opted-out contact} other {# opted-out contacts}}', { count });

export const targetTexts: Readonly<Record<Target['status'], string>> = {
  queued: t('In the queue'),
  waiting: t('Later'),
  dialing: t('On the phone'),
  finished: t('Done'),
  skipped: t('Not called'),
};

export const targetStatuses = Object.keys(targetTexts) as Target['status'][];

const reasons: Readonly<Record<string, string>> = {
  opted_out: t('does not want to be called'),
  outside_window: t('outside the calling hours, here or where they are'),
  callback: t('asked to be called back'),
  recently_dialled: t('was called within 24 hours'),
  in_a_call: t('is in a call'),
  retry: t('is tried again'),
  out_of_attempts: t('was called as often as may be'),
  invalid_number: t('the number is not valid'),
  not_targeted: t('no longer has a tag of the campaign'),
  provider_rejected: t('the provider rejected the call'),
  telephony_not_connected: t('no provider was connected'),
  over_capacity: t('the server was at capacity'),
  public_base_url_missing: t('the server’s public address is not set'),
  placing_unknown: t('it is not known whether the phone rang'),
  not_placed: t('the provider did not know the call twice in a row'),
  internal_error: t('an internal error, which the log of the server has'),
};

const outcomes: Readonly<Record<string, string>> = {
  connected: t('reached'),
  voicemail: t('voicemail'),
  'no-answer': t('no answer'),
  busy: t('busy'),
  failed: t('failed'),
  unknown: t('not known'),
};

export function outcomeText(outcome: string): string {
  const text = outcomes[outcome] ?? outcome;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the result for a contact, or why no more attempts are made, in lower case. */
export function resultText({ outcome, reason }: Pick<Target, 'outcome' | 'reason'>): string {
  const parts = [outcome && (outcomes[outcome] ?? outcome), reason && reasonText(reason)];
  return parts.filter(Boolean).join('; ');
}

const invalidZone = 'invalid_timezone: ';

const reasonText = (reason: string): string =>
  reason.startsWith(invalidZone)
    ? t('{zone} is not a valid time zone', { zone: reason.slice(invalidZone.length) })
    : (reasons[reason] ?? reason);
