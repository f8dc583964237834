#!/usr/bin/env node
/**
 * Counts phrases that make sentences hard to read, by area, and fails if an area exceeds its stored limit: text may
 * only get plainer. `--list` prints each occurrence, `--update` stores the new, lower limits.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const limitsFile = fileURLToPath(new URL('prose-limits.json', import.meta.url));

/**
 * Phrase and its replacement. A space also matches the line break of a wrapped comment.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const phrases = [
  [/\bwhoever\b/, 'name the subject'],
  [/\bwhosever\b/, 'of any organisation, of any user'],
  [/\bwho asks\b/, 'the client, the caller'],
  [/\b(?:of|for|by|to|with) whom\b/, 'name the person'],
  [/\bwhat becomes of\b/, 'the result of'],
  [/\bwhat (?:came|comes) of\b/, 'the result of'],
  [/\bwhat is (?:not|said|told|asked)\b/, 'name the thing'],
  [/\b(?:is|are|was|were|be|been) told\b/, 'receives, is logged, is returned'],
  [/\b(?:tells|telling) (?:of|that|who|what|whether|apart)\b/, 'returns, logs, reports'],
  [/\banswers (?:how|whether)\b/, 'returns'],
  [/\b(?:is|are|was|were) believed\b/, 'is trusted'],
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|later\b|less\b|fewer\b|different\b)[a-z]+/, 'is not a'],
  [/\btakes? no\b/, 'rejects, does not accept'],
  [/\bholds? (?:no|neither|too)\b/, 'contains'],
  [/\b(?:bears?|bore|borne)\b/, 'has, includes'],
  [/\bturn(?:s|ed|ing)? away\b/, 'rejects'],
  [/\btak(?:e|es|en|ing) back\b/, 'undoes, reclaims'],
  [/\blets? go of\b/, 'releases'],
  [/\bwritten down\b/, 'stored'],
  [/\bsigns? of life\b/, 'heartbeat'],
  [/\bcalled off\b/, 'cancelled'],
  [/\bhanded on\b/, 'transferred'],
  [/\bgo(?:es|ne)? on with\b/, 'continues'],
  [/\bgoes on(?! with\b)\b/, 'continues'],
  [/(?<!\bfar )\bas (?:it|they) (?:was|were)\b/, 'unchanged'],
  [/\bstays? as (?:it|they) (?:is|are)\b/, 'is unchanged'],
  [/\bin the place of\b/, 'instead of, replaces'],
  [/\bunless (?:given|told)\b/, 'defaults to'],
  [/\bnobody wants?\b/, 'is cancelled, is not needed'],
  [/\bgood (?:once|for one|for nothing)\b/, 'valid, single-use'],
  [/\b(?:is|are) so many\b/, 'give the number'],
  [/\banew\b/, 'again'],
  [/\bfor good\b/, 'permanently'],
];
const patterns = phrases.map(([{ source }, instead]) => {
  const wrapped = source.replaceAll(' ', String.raw`(?:[ \t]+|[ \t]*\n[ \t]*(?:(?:\*|//)[ \t]+)?)`);
  return { pattern: new RegExp(wrapped, 'gi'), instead };
});

/** Text that people read: whole documents, test titles, and string literals and comments of code. */
const areas = {
  docs: { files: ['README.md', 'CHANGELOG.md', ':(glob)docs/*.md', 'examples/*.md'], text: wholeFile },
  decisions: { files: ['docs/adr/*.md'], text: wholeFile },
  'test titles': { files: ['test/*.ts'], text: testTitles },
  console: { files: ['client/*.ts', 'console/src/*.ts', 'console/src/*.tsx'], text: wholeFile },
  'control plane': { files: ['src/*.ts'], text: wholeFile },
  'media plane': { files: ['media/*.ts'], text: wholeFile },
  tools: { files: ['bench/*.ts', 'bin/*.mjs', 'models/*.ts'], text: wholeFile },
};

/** @param {string} content @returns {string} */
function wholeFile(content) {
  return content;
}

const titleStart = /\b(?:test|it|describe)(?:\.\w+)*\(|^\s*[\])}]+\(\s*['"`]/;

/** @param {string} content @returns {string} lines without a title are empty, so that line numbers stay correct */
function testTitles(content) {
  const lines = content.split('\n');
  const isOpen = (/** @type {string | undefined} */ line) =>
    line !== undefined && titleStart.test(line) && line.trimEnd().endsWith('(');
  return lines.map((line, at) => (titleStart.test(line) || isOpen(lines[at - 1]) ? line : '')).join('\n');
}

/** @param {readonly string[]} globs */
const tracked = (globs) =>
  execFileSync('git', ['ls-files', '--', ...globs], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && path !== 'bin/check/prose.mjs');

/** @param {{ files: readonly string[], text: (content: string) => string }} area */
function findIn({ files, text }) {
  /** @type {string[]} */
  const found = [];
  for (const path of tracked(files)) {
    const content = text(readFileSync(`${root}/${path}`, 'utf8'));
    for (const { pattern, instead } of patterns) {
      for (const match of content.matchAll(pattern)) {
        const line = content.slice(0, match.index).split('\n').length;
        found.push(`${path}:${line}: "${match[0].replaceAll(/\s+/g, ' ')}": ${instead}`);
      }
    }
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
