import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const forms: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID such as 7c9e6679-7425-40de-944b-e07fc1f90ae7',
  date: 'write a date as 2026-01-31',
  datetime: 'write a time as 2026-01-31T09:00:00Z',
  email: 'must be an e-mail address',
  url: 'must be an address that begins with https:// or http://',
};

/** Returns what to write instead of an invalid input, as the rest of a sentence. Never includes what was sent. */
export function inputAdvice(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? `a ${issue.expected}`}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return sizeAdvice(issue.origin, Number(issue.minimum), issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return sizeAdvice(issue.origin, Number(issue.maximum), issue.inclusive === false ? 'less than' : 'at most');
    case 'invalid_format':
      return forms[issue.format] ?? 'must have the required format';
    case 'not_multiple_of':
      return issue.divisor === 1 ? 'must be a whole number' : `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map(({ message }) => message))].join(', or ') || 'has an unknown type';
    case 'unrecognized_keys':
      return 'has an unknown key';
    case 'invalid_key':
    case 'invalid_element':
      return 'has an entry that is not valid';
    default:
      return 'is not valid';
  }
}

const units: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'entries',
  set: 'entries',
  map: 'entries',
};

function sizeAdvice(origin: string, size: number, bound: string): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${bound} ${size}`;
  return bound === 'at least' && size === 1 ? 'must not be empty' : `must have ${bound} ${size} ${unit}`;
}
