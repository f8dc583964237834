import type { ExtractionField } from '../../server/answers.ts';

type FieldType = ExtractionField['field_type'];

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** Words of a name that programs use. */
export const readableKey = (key: string): string => {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** A value of a field as people read it; empty for none. */
export function valueText(value: unknown, type: FieldType | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (type === 'score') return `${value} of 100`;
  if (typeof value === 'number') return value.toLocaleString('en');
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
  text: 'Enter a text.',
  enum: 'Choose a value.',
  boolean: 'Choose Yes or No.',
  number: 'Enter a number.',
  date: 'Enter a date.',
  score: 'Enter a whole number from 0 to 100.',
};
export const adviceFor = (type: FieldType | undefined): string => advice[type ?? 'text'];

export const outcomeNames = {
  resolved: 'Resolved',
  visit_scheduled: 'Visit scheduled',
  follow_up_scheduled: 'Follow-up scheduled',
  escalated: 'Escalated',
  interested: 'Interested',
  no_interest: 'Not interested',
  voicemail: 'Voicemail',
  failed: 'Failed',
} as const;
export type OutcomeName = keyof typeof outcomeNames;

export const outcomeName = (outcome: string): string =>
  (outcomeNames as Readonly<Record<string, string>>)[outcome] ?? readableKey(outcome);

export const undecidedTexts = {
  customer_silent: 'The customer said nothing.',
  nothing_proposed: 'No step was proposed.',
  not_done: 'The agent reported that it could not be done.',
  contradictory: 'The signs contradict each other.',
  no_clear_answer: 'The customer gave no clear answer.',
} as const;
