import { outcomes } from '../../../analysis/types.ts';
import type { ExtractionField } from '../extraction-fields/index.ts';
import type { Edits, StoredAnalysis } from '../interactions/index.ts';

type Kind = ExtractionField['field_type'];

const day = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/;
const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const isDay = (value: unknown): boolean =>
  typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value.slice(0, 10)));

/** Returns what a value has to be; undefined if it is that. Null, which clears a value, always is. */
function requirementOf(kind: Kind, options: readonly string[], value: unknown): string | undefined {
  if (value === null) return undefined;
  const expected: Readonly<Record<Kind, readonly [boolean, string]>> = {
    text: [typeof value === 'string', 'a text'],
    enum: [options.some((option) => option === value), `one of ${options.join(', ')}`],
    boolean: [typeof value === 'boolean', 'true or false'],
    number: [typeof value === 'number', 'a number'],
    date: [isDay(value), 'a day such as 2026-03-31 or 2026-03-31T14:30'],
    time: [typeof value === 'string' && time.test(value), 'a time such as 14:30'],
    score: [typeof value === 'number', 'a score from 0 to 100'],
  };
  const [isRight, form] = expected[kind];
  return isRight ? undefined : form;
}

/** Returns what is wrong with the values of an edit; undefined if they have the types of their fields. */
export function faultOfEdits({ extraction = {} }: Edits, fields: readonly ExtractionField[]): string | undefined {
  for (const [group, values] of Object.entries(extraction))
    for (const [key, value] of Object.entries(values)) {
      const field = fields.find((each) => each.key === key && each.group === group);
      const isOutcome = key === 'outcome' && field !== undefined;
      const requirement =
        field && requirementOf(isOutcome ? 'enum' : field.field_type, isOutcome ? outcomes : field.options, value);
      if (requirement !== undefined) return `key_details.extraction.${group}.${key} must be ${requirement}.`;
    }
  return undefined;
}

/** Keeps the outcome and its field one: an edit of either changes both. */
export function withOneOutcome(edits: Edits, analysis: StoredAnalysis | null): Edits {
  const group = analysis?.groups.outcome;
  if (group === undefined) return edits;
  const chosen = edits.extraction?.[group]?.outcome;
  const outcome = edits.outcome === undefined ? (chosen as string | null | undefined) : edits.outcome;
  if (outcome === undefined) return edits;
  return { ...edits, outcome, extraction: { ...edits.extraction, [group]: { ...edits.extraction?.[group], outcome } } };
}
