import { t } from '../../language/text.ts';
import type { CallSummary } from '../../server/answers.ts';

type Party = Pick<CallSummary, 'call_type' | 'from_number' | 'to_number'>;

/** Returns the number of the other party, as far as it is known. */
export function partyOf({ call_type: kind, from_number: from, to_number: to }: Party): string {
  if (kind === 'test') return t('the browser');
  if (from === 'website') return t('a visitor of {site}', { site: to.replace(/^https?:\/\//, '') });
  return (kind === 'outbound' ? to : from) || t('a withheld number');
}

/** Returns the contact's name of the other party, or the number. */
export const personOf = (call: Party & Pick<CallSummary, 'contact_name'>): string => call.contact_name ?? partyOf(call);
