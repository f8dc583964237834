import { expect, test } from 'vitest';
import { estimateOf, passToThe } from '../../src/cli/simulate/estimates.ts';
import { readSuite } from '../../src/cli/simulate/suite.ts';

const good = `name: Lamps
target: Shop
personas:
  nora: { name: Nora }
cases:
  - name: Buy a lamp
    persona: nora
    scenario: { situation: You want a lamp. }
`;

const problemsIn = (text: string): string[] => {
  const read = readSuite(text);
  return read.ok ? [] : read.problems.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`);
};

test('readSuite returns the suite with its defaults when the file is well formed', () => {
  const read = readSuite(good);
  expect(read).toMatchObject({
    ok: true,
    suite: { name: 'Lamps', parallel: 4, cases: [{ name: 'Buy a lamp', expect: { verdict: ['pass'] } }] },
  });
});

test('readSuite names the line of each mistake when the file is not a suite', () => {
  expect(problemsIn(good.replace('name: Lamps', 'name: [Lamps'))[0]).toMatch(/^2:\d+ /);
  expect(problemsIn(good.replace('persona: nora', 'persona: nobody'))).toEqual([
    '7:5 cases[0].persona names "nobody", which is not in personas',
  ]);
  expect(problemsIn(good.replace('target: Shop', 'target: Shop\ntaget: Shop'))).toEqual([
    '3:1 taget is not a known field',
  ]);
  expect(
    problemsIn(good.replace('{ situation: You want a lamp. }', '{ situation: You want a lamp., difficulty: odd }')),
  ).toEqual([expect.stringMatching(/^8:\d+ cases\[0\]\.scenario\.difficulty must be one of easy, medium/)]);
  expect(problemsIn(`${good}    repeat: 0\n    extra: 1\n`)).toEqual([
    expect.stringMatching(/^9:5 cases\[0\]\.repeat /),
    '10:5 cases[0].extra is not a known field',
  ]);
  expect(problemsIn(good.replace('target: Shop\n', ''))).toEqual([
    '5:5 cases[0] must have a target, or the suite must',
  ]);
  expect(problemsIn(`${good}  - { name: Buy a lamp, scenario_uuid: x }\n`)).toEqual([
    '9:7 cases[1].name repeats the name "Buy a lamp"',
  ]);
  expect(problemsIn(`${good}  - { name: Neither }\n`)).toEqual([
    expect.stringContaining('cases[1] must have either scenario or scenario_uuid'),
  ]);
  expect(problemsIn('')).toHaveLength(1);
  expect(problemsIn('- a\n- b\n')).toHaveLength(1);
});

test('readSuite rejects a file when its aliases multiply', () => {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(', ')}]`,
  );
  expect(problemsIn(`a0: &a0 [x]\n${levels.join('\n')}\n`)).toEqual([expect.stringContaining('alias')]);
});

test('passToThe is the mean of C(c, k) / C(n, k) over the cases', () => {
  const cases = [
    { passed: 3, runs: 4 },
    { passed: 4, runs: 4 },
  ];
  expect(passToThe(1, cases)).toBeCloseTo(7 / 8);
  expect(passToThe(2, cases)).toBeCloseTo((3 / 6 + 1) / 2);
  expect(passToThe(4, cases)).toBeCloseTo(0.5);
  expect(passToThe(5, cases)).toBeUndefined();
  expect(passToThe(1, [])).toBeUndefined();
});

test('estimateOf has Wilson’s interval, and is undefined without cases', () => {
  expect(estimateOf(0, 0)).toBeUndefined();
  const all = estimateOf(10, 10);
  expect(all).toMatchObject({ rate: 1, high: 1 });
  expect(all?.low).toBeCloseTo(0.722, 3);
});
