import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import type { PreflightCheck } from '../../server/campaigns.ts';
import { Link } from '../../shared/navigation/router.tsx';

/** Checks that are fixed on another page. */
export const elsewhere: Partial<Record<PreflightCheck['code'], ReactNode>> = {
  line: <Link href="/telephony">{t('Open Telephony')}</Link>,
  audience: <Link href="/contacts">{t('Add contacts')}</Link>,
};

/** Labels of the buttons that lead to the fields of a check. */
export const fixes: Readonly<Record<PreflightCheck['code'], string>> = {
  agent: t('Choose an agent'),
  number: t('Edit the number'),
  line: t('Connect a provider'),
  audience: t('Choose other tags'),
  dates: t('Edit the days'),
  hours: t('Set calling hours'),
  disclosure: t('Add a disclosure'),
  script: t('Edit the conversation'),
};
