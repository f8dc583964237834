import { describe, expect, test } from 'vitest';
import { exceededLimit, mostJsonLevels, mostJsonMembers, parseJson } from '../../media/kit/parse-json.ts';

const nested = (levels: number, inside = '1'): string => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`;

describe('the depth of JSON', () => {
  test('is accepted up to the limit and refused beyond it', () => {
    expect(parseJson(nested(mostJsonLevels))).toEqual(JSON.parse(nested(mostJsonLevels)));
    expect(() => parseJson(nested(mostJsonLevels + 1))).toThrow(SyntaxError);
    expect(() => parseJson('{"a":'.repeat(100_000))).toThrow('64 levels');
  });

  test('counts levels and not brackets', () => {
    expect(exceededLimit(`[${Array.from({ length: 1000 }, () => '[{}]').join(',')}]`)).toBeUndefined();
  });

  test.each([
    ['brackets in a text', JSON.stringify('['.repeat(200))],
    ['an escaped quotation mark before brackets', JSON.stringify(`"${'{'.repeat(200)}`)],
    ['a backslash at the end of a text', JSON.stringify([`\\`, 'x', `${'['.repeat(200)}\\`])],
    ['brackets in a key', JSON.stringify({ [`\\"${'['.repeat(200)}`]: 1 })],
  ])('ignores %s', (_, text) => {
    expect(exceededLimit(text)).toBeUndefined();
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('is counted behind texts that end in backslashes', () => {
    expect(exceededLimit(`["\\\\",${nested(mostJsonLevels)}]`)).toBe('at most 64 levels');
  });
});

describe('the number of members of a JSON object', () => {
  const object = (members: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, [index, {}]])));

  test('is accepted up to the limit and refused beyond it', () => {
    expect(parseJson(`{"a":[${object(mostJsonMembers)}]}`)).toHaveProperty('a');
    expect(() => parseJson(`{"a":[${object(mostJsonMembers + 1)}]}`)).toThrow('5000 members in one object');
    expect(() => parseJson(`[${object(2)},${object(mostJsonMembers + 1)}]`)).toThrow(SyntaxError);
  });

  test('does not limit lists, nor objects beside each other', () => {
    const objects = Array.from({ length: 4 }, () => object(mostJsonMembers - 1)).join(',');
    expect(exceededLimit(`[${objects}]`)).toBeUndefined();
    expect(exceededLimit(JSON.stringify({ list: Array.from({ length: 50_000 }, () => [1, {}]) }))).toBeUndefined();
  });

  test('survives closing brackets that nothing opened', () => {
    expect(exceededLimit(`${']'.repeat(100)}${'{,'.repeat(10)}`)).toBeUndefined();
  });
});
