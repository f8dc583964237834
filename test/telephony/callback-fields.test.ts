import { expect, test } from 'vitest';
import { field, idField, ourUuid, step } from '../../src/telephony/callback-fields.ts';

test.each([field, idField, ourUuid, step])(
  'a repeated field is its first text; other lists are refused (%#)',
  (schema) => {
    const [first, second] = schema === step ? ['caller', 'teammate'] : [crypto.randomUUID(), crypto.randomUUID()];
    expect(schema.parse([first, second])).toBe(first);
    expect(schema.parse(undefined)).toBeUndefined();
    for (const wrong of [[null, null], [first, null], [[first]], [1], {}])
      expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  },
);
