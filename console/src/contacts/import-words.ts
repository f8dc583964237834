import { numberLocale } from '../language/language.ts';
import { t } from '../language/text.ts';
import type { ImportColumn } from '../server/contacts.ts';

type Target = ImportColumn['target'];

/** Where a column of a table may go. */
export const targetTexts: Readonly<Record<Target, string>> = {
  phone: t('Phone number'),
  name: t('Name'),
  name_if_empty: t('Name, if the contact has none'),
  email: 'E-mail',
  language_code: t('Language, as en-IN'),
  timezone: t('Time zone, as Asia/Kolkata'),
  tags: t('Tags, several in a cell'),
  tag: t('Tag'),
  metadata: t('Custom field'),
  ignore: t('Skip'),
};

export const targetOptions = Object.entries(targetTexts).map(([value, label]) => ({ value, label }));

const nameOf = new Intl.DisplayNames(numberLocale, { type: 'region' });

/** Countries by their names, for numbers that lack a country code. */
export const countryOptions = (codes: readonly string[]): { value: string; label: string }[] => [
  { value: '', label: t('None: every number has its country code') },
  ...codes
    .map((code) => ({ value: code, label: nameOf.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label)),
];
