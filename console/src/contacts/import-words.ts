import type { ImportColumn } from '../server/contacts.ts';

type Target = ImportColumn['target'];

/** Where a column of a table may go. */
export const targetTexts: Readonly<Record<Target, string>> = {
  phone: 'Phone number',
  name: 'Name',
  name_if_empty: 'Name, if the contact has none',
  email: 'E-mail',
  language_code: 'Language, as en-IN',
  timezone: 'Time zone, as Asia/Kolkata',
  tags: 'Tags, several in a cell',
  tag: 'Tag',
  metadata: 'Custom field',
  ignore: 'Skip',
};

export const targetOptions = Object.entries(targetTexts).map(([value, label]) => ({ value, label }));

const nameOf = new Intl.DisplayNames('en', { type: 'region' });

/** Countries by their names, for numbers that lack a country code. */
export const countryOptions = (codes: readonly string[]): { value: string; label: string }[] => [
  { value: '', label: 'None: every number has its country code' },
  ...codes
    .map((code) => ({ value: code, label: nameOf.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label)),
];
