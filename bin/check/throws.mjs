#!/usr/bin/env node
/**
 * Counts `throw new Error(...)` and its siblings among all throws of the production code, and fails if they exceed the
 * limit. An error must have its own type or be an `invariant()`. `--list` prints each occurrence.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mostBareShare = 0.01;
const anyThrow = /^(?!\s*(?:\*|\/\/)).*?\bthrow\s+\S/;
const bareThrow = /\bthrow new (?:Error|TypeError|RangeError)\(/;

const paths = execFileSync('git', ['ls-files', 'src/*.ts', 'media/*.ts', 'models/*.ts'], {
  cwd: root,
  encoding: 'utf8',
});
let all = 0;
const bare = [];
for (const path of paths.trim().split('\n')) {
  if (path === 'media/kit/invariant.ts') continue;
  for (const [at, line] of readFileSync(`${root}/${path}`, 'utf8').split('\n').entries()) {
    if (!anyThrow.test(line)) continue;
    all += 1;
    if (bareThrow.test(line)) bare.push(`${path}:${at + 1}: ${line.trim()}`);
  }
}

const share = `${bare.length} of ${all} throws are bare (${((100 * bare.length) / all).toFixed(1)} %)`;
if (process.argv.includes('--list')) console.log([...bare, share].join('\n'));
if (bare.length / all > mostBareShare) {
  console.error(`${share}; at most ${100 * mostBareShare} % may be. Use a fault table or invariant().`);
  process.exitCode = 1;
}
