import { t } from '../../language/text.ts';

/** Names of fields, as a form calls them, by their names in the API. */
export type FieldNames = Readonly<Record<string, string>>;

/** Returns the name of a field such as `turn.endpointing_ms`. Parts without a name of their own keep that of the API. */
export function nameIn(names: FieldNames, field: string): string {
  const parts = field.split('.');
  for (let length = parts.length; length > 0; length--) {
    const name = names[parts.slice(0, length).join('.')];
    if (name !== undefined) return [name, ...parts.slice(length)].join(' · ');
  }
  return parts.join(' · ');
}

/** Returns a value as a person can compare it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('Nothing');
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ') || t('Nothing');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
