#!/usr/bin/env node
/**
 * Counts phrases that make sentences hard to read, by area, and fails when an area has more than it had: text may only get
 * plainer. `--list` prints each place, `--update` stores the new, lower numbers.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const limitsFile = fileURLToPath(new URL('prose-limits.json', import.meta.url));

/** Phrase and what to write instead. @type {readonly (readonly [RegExp, string])[]} */
const phrases = [
  [/\bwhoever\b/i, 'name the subject'],
  [/\bwhat becomes of\b/i, 'the result of'],
  [/\b(?:is|are|was|were|be|been) told\b/i, 'receives, is logged, is returned'],
  [/\b(?:tells|telling) (?:of|that|who|what|whether|apart)\b/i, 'returns, logs, reports'],
  [/\bwho(?:ever)? asks\b/i, 'the client, the caller'],
  [/\banew\b/i, 'again'],
  [/\bfor good\b/i, 'permanently'],
  [/\b(?:is|are|was|were) no (?!longer\b|more\b|later\b|less\b|fewer\b|different\b)[a-z]+/i, 'is not a'],
  [/\btakes? no\b/i, 'rejects, does not accept'],
  [/\b(?:of|for|by|to|with) whom\b/i, 'name the person'],
  [/\bwhat is (?:not|said|told|asked|no)\b/i, 'name the thing'],
  [/\bcalled off\b/i, 'cancelled'],
  [/\bhanded on\b/i, 'transferred'],
  [/\bgoes on\b/i, 'continues'],
  [/\bas it was\b/i, 'unchanged'],
];

/** Where people read: whole documents, titles of tests, and string literals and comments of code. */
const areas = {
  docs: { files: ['README.md', 'CHANGELOG.md', 'docs/*.md', 'examples/*.md'], text: wholeFile },
  decisions: { files: ['docs/adr/*.md'], text: wholeFile },
  'test titles': { files: ['test/*.ts'], text: testTitles },
  console: { files: ['console/src/*.ts', 'console/src/*.tsx'], text: wholeFile },
  'control plane': { files: ['src/*.ts'], text: wholeFile },
  'media plane': { files: ['media/*.ts'], text: wholeFile },
  tools: { files: ['bench/*.ts', 'bin/*.mjs', 'models/*.ts'], text: wholeFile },
};

/** @param {string} content @returns {string[]} */
function wholeFile(content) {
  return content.split('\n');
}

/** @param {string} content @returns {string[]} lines that are no title are empty, so that line numbers hold */
function testTitles(content) {
  return content.split('\n').map((line) => (/\b(?:test|it|describe)(?:\.\w+)*\(/.test(line) ? line : ''));
}

/** @param {readonly string[]} globs */
const tracked = (globs) =>
  execFileSync('git', ['ls-files', '--', ...globs], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && path !== 'bin/check/prose.mjs' && !path.endsWith('api.d.ts'));

/** @param {{ files: readonly string[], text: (content: string) => readonly string[] }} area */
function findIn({ files, text }) {
  /** @type {string[]} */
  const found = [];
  for (const path of tracked(files)) {
    text(readFileSync(`${root}/${path}`, 'utf8')).forEach((line, at) => {
      for (const [phrase, instead] of phrases) {
        const match = line.match(phrase);
        if (match) found.push(`${path}:${at + 1}: "${match[0]}": ${instead}`);
      }
    });
  }
  return found;
}

const argv = process.argv.slice(2);
const limits = JSON.parse(readFileSync(limitsFile, 'utf8'));
const found = Object.fromEntries(Object.entries(areas).map(([name, area]) => [name, findIn(area)]));
const counts = Object.fromEntries(Object.entries(found).map(([name, places]) => [name, places.length]));
if (argv.includes('--list')) console.log(Object.values(found).flat().join('\n'));
if (argv.includes('--update')) writeFileSync(limitsFile, `${JSON.stringify(counts, null, 2)}\n`);
else {
  const worse = Object.entries(counts).filter(([name, count]) => count > (limits[name] ?? 0));
  for (const [name, count] of worse) {
    console.error(
      `${name}: ${count} phrases to avoid, ${limits[name] ?? 0} allowed. Run "npm run check:prose -- --list".`,
    );
  }
  if (worse.length > 0) process.exitCode = 1;
}
