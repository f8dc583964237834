import { expect, test } from 'vitest';
import { ownObject } from '../../src/http/json-fields.ts';

const faultOf = (value: unknown): string | undefined => ownObject(16).safeParse(value).error?.issues[0]?.message;
const nested = (levels: number): unknown => (levels === 0 ? 'x' : { a: nested(levels - 1) });

test('an object of the client is limited in levels and size, however many values a list has', () => {
  expect(faultOf(nested(20))).toBeUndefined();
  expect(faultOf(nested(21))).toBe('must have at most 20 levels');
  expect(faultOf({ list: new Array(300_000).fill(0) })).toBe('must have at most 16 KiB');
});
