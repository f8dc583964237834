#!/usr/bin/env node
/**
 * Checks the texts of the console: every text that people read must be a message of the catalogue, every message must
 * match its values, and every language must translate each message with exactly the same values. `--update` removes
 * translations of deleted messages and adds an empty one for each new message.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from '@messageformat/parser';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const catalogues = ['hi'];

/** Properties and attributes that people read or hear; any letter in them is text. */
const shown = new Set([
  ...['label', 'title', 'description', 'placeholder', 'message', 'alt', 'advice', 'lead', 'legend', 'empty', 'hint'],
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'searchLabel', 'heading'],
]);
/** Properties and attributes read only by programs, whatever they look like. */
const hidden =
  /^(?:class|className|style|variant|color|href|id|key|data-.*|aria-(?:labelledby|describedby)|path|url|pattern|accept|src|value|fontFamily.*|name)$/;
/** Calls whose arguments are not shown to people. */
const forPrograms =
  /(?:^|\.)(?:Error|RangeError|RequestError|querySelector(?:All)?|addEventListener|getItem|setItem|matches|closest|test|exec|replace|replaceAll|split|startsWith|endsWith|includes|Blob|File|append|set|get|has|useHotkeys|DisplayNames|DateTimeFormat|fetch)$|^console\.(?:error|warn)$/;
/** Elements that show code. */
const codeElements = new Set(['Code', 'code', 'Kbd', 'kbd', 'pre']);
/** Names and symbols that are the same in every language. */
const same = new Set([
  ...[
    'Parley',
    'English',
    'API',
    'UTC',
    'K',
    'A',
    'B',
    'B − A',
    'dBFS',
    'Ctrl',
    'Esc',
    'Escape',
    'Shift',
    'Authorization',
    'Bearer',
  ],
]);

const word = /\p{L}{2}/u;
/** Matches a capital followed by lower-case letters, or words separated by spaces. */
const sentence = /^\p{Lu}\p{Ll}+|\p{L}[\p{L}’',.:;]* +[\p{L}(“]{2}/u;

/**
 * @typedef {{ text: string, values: readonly string[] | undefined, place: string }} Message `values` is undefined for a
 * text without values, and empty if they are not listed at the call.
 */

/** @type {Map<string, Message>} */
const messages = new Map();
/** @type {string[]} */
const faults = [];

/** @param {ts.Node} node @param {string} what */
function fault(node, what) {
  const file = node.getSourceFile();
  const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  faults.push(`${file.fileName}:${line}: ${what}`);
}

/** @param {ts.Node} node @returns {node is ts.CallExpression} */
const isMessage = (node) =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && ['t', 'rich'].includes(node.expression.text);

/** @param {ts.CallExpression} call */
function addMessage(call) {
  const [english, values] = call.arguments;
  if (english === undefined || !ts.isStringLiteralLike(english)) return fault(call, 'a message must be a plain string');
  const place = call.getSourceFile().fileName;
  messages.set(english.text, { text: english.text, values: values && namesIn(values), place });
  if (values === undefined) return;
  const { names, trouble } = readMessage(english.text);
  if (trouble !== undefined) return fault(call, `${trouble}: ${english.text}`);
  if (!ts.isObjectLiteralExpression(values)) return;
  const given = namesIn(values);
  for (const name of names) if (!given.includes(name)) fault(call, `no value for {${name}}: ${english.text}`);
  for (const name of given) if (!names.includes(name)) fault(call, `{${name}} is not in the message: ${english.text}`);
}

/** @param {ts.Expression} values */
const namesIn = (values) =>
  ts.isObjectLiteralExpression(values)
    ? values.properties.flatMap(({ name }) => (name === undefined ? [] : [name.getText()]))
    : [];

/**
 * Returns the names in a message, and an error if it contains anything but plain arguments and plurals. @param {string}
 * text
 */
function readMessage(text) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {readonly import('@messageformat/parser').Token[]} tokens @returns {string | undefined} */
  const read = (tokens) => {
    for (const token of tokens) {
      if (token.type === 'content' || token.type === 'octothorpe') continue;
      names.add(token.arg);
      if (token.type === 'argument') continue;
      if (token.type !== 'plural') return `a message has no ${token.type}`;
      if (!token.cases.some(({ key }) => key === 'other')) return 'a plural needs the case "other"';
      for (const { tokens: inner } of token.cases) {
        const trouble = read(inner);
        if (trouble !== undefined) return trouble;
      }
    }
    return undefined;
  };
  // The console does not parse quotes, so an apostrophe is always literal.
  if (/''|'[{}#]/.test(text)) return { names: [], trouble: 'a message has no quoted braces' };
  try {
    const trouble = read(parse(text, { cardinal: ['one', 'other'] }));
    return { names: [...names], trouble };
  } catch (error) {
    return { names: [], trouble: error instanceof Error ? error.message.split('\n')[0] : 'not a message' };
  }
}

/** Returns the use of a string: `shown` to people, for programs, or unknown. @param {ts.Node} node */
function purposeOf(node) {
  let child = node;
  let parent = node.parent;
  while (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== child) ||
    (ts.isBinaryExpression(parent) && ['??', '||', '&&'].includes(parent.operatorToken.getText()))
  ) {
    child = parent;
    parent = parent.parent;
  }
  if (ts.isJsxExpression(parent)) {
    if (!ts.isJsxAttribute(parent.parent)) return codeElements.has(elementOf(parent)) ? 'programs' : 'shown';
    return purposeOfName(parent.parent.name.getText());
  }
  if (ts.isJsxAttribute(parent)) return purposeOfName(parent.name.getText());
  if (ts.isPropertyAssignment(parent))
    return parent.name === child ? 'programs' : purposeOfName(parent.name.getText().replace(/^['"]|['"]$/g, ''));
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return forPrograms.test(parent.expression.getText()) ? 'programs' : 'unknown';
  const isForPrograms =
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isBinaryExpression(parent);
  return isForPrograms ? 'programs' : 'unknown';
}

/** @param {string} name */
const purposeOfName = (name) => (hidden.test(name) ? 'programs' : shown.has(name) ? 'shown' : 'unknown');

/** @param {ts.Node} node */
const elementOf = ({ parent }) => (ts.isJsxElement(parent) ? parent.openingElement.tagName.getText() : '');

/** Reports a text that is not a message. @param {ts.Node} node @param {string} text */
function judge(node, text) {
  const bare = text.replace(/^[…\s]+|[…\s]+$/g, '');
  if (!word.test(bare) || same.has(bare) || bare.startsWith('{"') || /^(?:https?:)?\/|^[a-z]+\(|^<[a-z]/.test(bare))
    return;
  const purpose = purposeOf(node);
  // Where text is shown, a lower-case word may be an option's value.
  const isText = purpose === 'shown' ? !/^[a-z0-9_.:-]+$/.test(bare) : purpose === 'unknown' && sentence.test(bare);
  if (isText) fault(node, `outside the catalogue: ${bare}`);
}

/** @param {ts.Node} node */
function visit(node) {
  if (isMessage(node)) {
    addMessage(node);
    node.arguments.slice(1).forEach(visit);
    return;
  }
  if (ts.isJsxText(node)) {
    const text = node.text.trim();
    if (word.test(text) && !same.has(text) && !codeElements.has(elementOf(node)))
      fault(node, `outside the catalogue: ${text.replace(/\s+/g, ' ')}`);
  } else if (ts.isStringLiteralLike(node)) judge(node, node.text);
  else if (ts.isTemplateExpression(node))
    judge(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
  ts.forEachChild(node, visit);
}

const paths = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'console/src/*.ts', 'console/src/*.tsx', 'client/widget/*.ts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
);
for (const path of paths.trim().split('\n')) {
  if (path.endsWith('.d.ts')) continue;
  visit(ts.createSourceFile(path, readFileSync(`${root}/${path}`, 'utf8'), ts.ScriptTarget.Latest, true));
}

/** @param {string} text */
const edgesOf = (text) => [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]].join('|');

/** @param {Message} message @param {string | undefined} translation @returns {string | undefined} */
function faultOf({ text, values }, translation) {
  if (translation === undefined || translation === '') return 'has no translation';
  if (edgesOf(text) !== edgesOf(translation)) return 'begins or ends with another blank';
  if (values === undefined) return undefined;
  const { names, trouble } = readMessage(translation);
  if (trouble !== undefined) return trouble;
  const wanted = readMessage(text).names;
  const isComplete = wanted.every((name) => names.includes(name)) && names.every((name) => wanted.includes(name));
  return isComplete ? undefined : `has the values ${names.join(', ')} and needs ${wanted.join(', ')}`;
}

for (const language of catalogues) {
  const path = `console/src/language/${language}.json`;
  /** @type {Record<string, string>} */
  const catalogue = JSON.parse(readFileSync(`${root}/${path}`, 'utf8'));
  if (process.argv.includes('--update')) {
    const kept = [...messages.keys()].sort().map((text) => [text, catalogue[text] ?? '']);
    writeFileSync(`${root}/${path}`, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
  }
  for (const message of messages.values()) {
    const trouble = faultOf(message, catalogue[message.text]);
    if (trouble !== undefined) faults.push(`${path}: ${trouble}: ${message.text} (${message.place})`);
  }
  for (const text of Object.keys(catalogue)) if (!messages.has(text)) faults.push(`${path}: no longer used: ${text}`);
}

if (faults.length > 0) {
  console.error(`${faults.join('\n')}\n${faults.length} faults in the texts of the console.`);
  process.exitCode = 1;
}
