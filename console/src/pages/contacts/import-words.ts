import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { ImportColumn } from '../../server/contacts.ts';

type Target = ImportColumn['target'];

/** Labels of the targets of a column. */
export const targetTexts: Readonly<Record<Target, string>> = {
  phone: t('Phone number'),
  name: t('Name'),
  name_if_empty: t('Name, if the contact has none'),
  email: 'E-mail',
  language_code: t('Language, as en-IN'),
  timezone: t('Time zone, as Asia/Kolkata'),
  tags: t('Tags, several in a cell'),
  tag: t('Tag'),
  opted_out: t('Do not call'),
  call_permission: t('Consent to calls'),
  metadata: t('Custom field'),
  ignore: t('Skip'),
};

export const targetOptions = Object.entries(targetTexts).map(([value, label]) => ({ value, label }));

const nameOf = new Intl.DisplayNames(numberLocale, { type: 'region' });

/** Country names by code, in their order. */
export const countryNames = (codes: readonly string[]): ReadonlyMap<string, string> =>
  new Map(codes.map((code) => [code, nameOf.of(code) ?? code] as const).sort(([, a], [, b]) => a.localeCompare(b)));
