import { describe, expect, test } from 'vitest';
import { isTooDeep, mostJsonLevels, parseJson } from '../../media/kit/parse-json.ts';

const nested = (levels: number, inside = '1'): string => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`;

describe('the depth of JSON', () => {
  test('is accepted up to the limit and refused beyond it', () => {
    expect(parseJson(nested(mostJsonLevels))).toEqual(JSON.parse(nested(mostJsonLevels)));
    expect(() => parseJson(nested(mostJsonLevels + 1))).toThrow(SyntaxError);
    expect(() => parseJson('{"a":'.repeat(100_000))).toThrow('64 levels');
  });

  test('counts levels and not brackets', () => {
    expect(isTooDeep(`[${Array.from({ length: 1000 }, () => '[{}]').join(',')}]`)).toBe(false);
  });

  test.each([
    ['brackets in a text', JSON.stringify('['.repeat(200))],
    ['an escaped quotation mark before brackets', JSON.stringify(`"${'{'.repeat(200)}`)],
    ['a backslash at the end of a text', JSON.stringify([`\\`, 'x', `${'['.repeat(200)}\\`])],
    ['brackets in a key', JSON.stringify({ [`\\"${'['.repeat(200)}`]: 1 })],
  ])('ignores %s', (_, text) => {
    expect(isTooDeep(text)).toBe(false);
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('is counted behind texts that end in backslashes', () => {
    expect(isTooDeep(`["\\\\",${nested(mostJsonLevels)}]`)).toBe(true);
  });
});
