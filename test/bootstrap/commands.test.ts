import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { benchmarks } from '../../bin/set-up/benchmarks.mjs';
import { trials } from '../../bin/set-up/trials.mjs';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** Values of the first argument of scripts that run one of several programs. */
const programs: Readonly<Record<string, readonly string[]>> = { bench: benchmarks, trial: [...trials, 'all'] };
const placeholder = /^[A-Z]+$/;

/** Returns the commands of a text that npm does not know. */
function unknownCommands(text: string): string[] {
  return [...text.matchAll(/\bnpm run ([a-z][\w:-]*)(?: -- ([\w-]+))?/g)]
    .filter(([, script = '', program]) => {
      const known = programs[script];
      if (known === undefined || program === undefined) return !(script in scripts);
      return !known.includes(program) && !placeholder.test(program);
    })
    .map(([command]) => command);
}

test('every command that a text names exists', () => {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const texts = names.filter(
    (name) => /^(\.ci\/|deploy\/)|\.(md|ts|tsx|mjs|json|ya?ml)$/.test(name) && !/^(CHANGELOG\.md$|test\/)/.test(name),
  );
  expect(texts.length).toBeGreaterThan(1000);
  const unknown = texts.flatMap((name) =>
    unknownCommands(readFileSync(join(root, name), 'utf8')).map((command) => `${name}: ${command}`),
  );
  expect(unknown).toEqual([]);
});

test.each([
  ['npm run bench -- call --calls 2', []],
  ['`npm run trial -- all`', []],
  ['npm run bench -- NAME', []],
  ['npm run bench -- nothing', ['npm run bench -- nothing']],
  ['npm run trail', ['npm run trail']],
])('"%s" has the unknown commands %j', (text, unknown) => expect(unknownCommands(text)).toEqual(unknown));
