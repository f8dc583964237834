import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trials } from '../../bin/set-up/trials.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

it('each runnable module of bench/trials is a trial by name', () => {
  const runnable = readdirSync(join(root, 'bench/trials'))
    .filter((file) => file.endsWith('.ts') && /^export async function main\(/m.test(read(`bench/trials/${file}`)))
    .map((file) => file.slice(0, -3));
  expect([...trials].sort()).toEqual(runnable.sort());
});
