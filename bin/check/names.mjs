#!/usr/bin/env node
/**
 * Counts variables, parameters, functions and properties whose name is a bare participle or "one", which says nothing
 * about what they hold, and fails if an area has more than its limit. `--list` prints each.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const empty = new Set('asked found given going kept known looked made one own said taken'.split(' '));
/** Lower a limit when its area has fewer. */
const limits = { src: 223, media: 111 };

/**
 * @param {ts.Node} node
 * @returns {node is ts.NamedDeclaration}
 */
const isDeclared = (node) =>
  [
    ts.isVariableDeclaration,
    ts.isParameter,
    ts.isBindingElement,
    ts.isFunctionDeclaration,
    ts.isPropertySignature,
    ts.isMethodSignature,
    ts.isMethodDeclaration,
    ts.isPropertyAssignment,
    ts.isShorthandPropertyAssignment,
    ts.isGetAccessor,
  ].some((is) => is(node));

/** @param {string} path */
function namesIn(path) {
  const source = ts.createSourceFile(path, readFileSync(`${root}/${path}`, 'utf8'), ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const places = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const name = isDeclared(node) ? node.name : undefined;
    if (name !== undefined && ts.isIdentifier(name) && empty.has(name.text)) {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart());
      places.push(`${path}:${line + 1}: ${name.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

for (const [area, most] of Object.entries(limits)) {
  const paths = execFileSync('git', ['ls-files', `${area}/*.ts`], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  const places = paths.flatMap(namesIn);
  if (process.argv.includes('--list')) console.log(places.join('\n'));
  if (places.length <= most) continue;
  console.error(`${area}: ${places.length} names say nothing about what they hold; at most ${most} may. See --list.`);
  process.exitCode = 1;
}
