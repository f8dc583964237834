import { dateLocale, numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { ExtractionField } from '../../server/answers.ts';

type FieldType = ExtractionField['field_type'];

const day = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns a programmatic name as words. */
export const readableKey = (key: string): string => {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** Returns a field's value as text for display; empty if there is none. */
export function valueText(value: unknown, type: FieldType | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (type === 'score') return t('{value} of 100', { value: String(value) });
  if (typeof value === 'number') return value.toLocaleString(numberLocale);
  const text = String(value);
  if (type === 'date' && /^\d{4}-\d\d-\d\d$/.test(text)) return day.format(new Date(`${text}T00:00:00Z`));
  return type === 'enum' && /^[a-z][a-z0-9_]*$/.test(text) ? readableKey(text) : text;
}

/** Parses the typed text; undefined if it is not a value of the type. */
export function typedValue(text: string, type: FieldType | undefined): string | number | boolean | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  if (type === 'boolean') return given === 'true';
  if (type !== 'number' && type !== 'score') return given;
  const count = Number(given);
  const isValid =
    Number.isFinite(count) && (type === 'number' || (Number.isInteger(count) && count >= 0 && count <= 100));
  return isValid ? count : undefined;
}

const advice: Readonly<Record<FieldType, string>> = {
  text: t('Enter a text.'),
  enum: t('Choose a value.'),
  boolean: t('Choose Yes or No.'),
  number: t('Enter a number.'),
  date: t('Enter a date.'),
  time: t('Enter a time as HH:MM.'),
  score: t('Enter a whole number from 0 to 100.'),
};
export const adviceFor = (type: FieldType | undefined): string => advice[type ?? 'text'];

export const outcomeNames = {
  resolved: t('Resolved'),
  visit_scheduled: t('Visit scheduled'),
  follow_up_scheduled: t('Follow-up scheduled'),
  escalated: t('Escalated'),
  interested: t('Interested'),
  no_interest: t('Not interested'),
  voicemail: t('Voicemail'),
  failed: t('Failed'),
} as const;
export type OutcomeName = keyof typeof outcomeNames;

export const outcomeName = (outcome: string): string =>
  (outcomeNames as Readonly<Record<string, string>>)[outcome] ?? readableKey(outcome);

export const undecidedTexts = {
  customer_silent: t('The customer said nothing.'),
  nothing_proposed: t('No step was proposed.'),
  not_done: t('The agent reported that it could not be done.'),
  contradictory: t('The signs contradict each other.'),
  no_clear_answer: t('The customer gave no clear answer.'),
} as const;
