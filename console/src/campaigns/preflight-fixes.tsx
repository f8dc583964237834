import type { ReactNode } from 'react';
import { Link } from '../frame/router.tsx';
import type { PreflightCheck } from '../server/campaigns.ts';

/** Checks that are fixed on another page. */
export const elsewhere: Partial<Record<PreflightCheck['code'], ReactNode>> = {
  line: <Link href="/telephony">Open Telephony</Link>,
  audience: <Link href="/contacts">Add contacts</Link>,
};

/** What the button says that leads to the fields of a check. */
export const fixes: Readonly<Record<PreflightCheck['code'], string>> = {
  agent: 'Choose an agent',
  number: 'Edit the number',
  line: 'Connect a provider',
  audience: 'Choose other tags',
  dates: 'Edit the days',
  hours: 'Set calling hours',
  disclosure: 'Add a disclosure',
};
