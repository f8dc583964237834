import type { SpokenToken } from '../spoken-token.ts';
import { type Rule, type Surroundings, say } from './rule.ts';

/** Tags, entities and Markdown marks are never spoken or interpreted. */
const tag: Rule = { pattern: /<\/?[a-zA-Z!][^<>]{0,300}>/y, anywhere: true, read: () => [] };
const linkTarget: Rule = { pattern: /\]\([^()\s]{0,500}\)/y, anywhere: true, read: () => [] };
const emphasis: Rule = { pattern: /\*+|`+|~~|_+(?=\p{L}|\s|$|[.,!?])/uy, anywhere: true, read: () => [] };
const heading: Rule = {
  pattern: /#{1,6}\s+/y,
  read: (_, { before }) => (/(?:^|\n)\s*$/.test(before) ? [] : undefined),
};
const bullet: Rule = {
  pattern: /[-•–]\s+/y,
  read: (_, { before }) => (/(?:^|\n)\s*$/.test(before) ? [] : undefined),
};

const entities: Readonly<Record<string, string>> = {
  amp: 'and',
  lt: 'less than',
  gt: 'greater than',
  nbsp: '',
  quot: '',
  apos: '',
};
const entity: Rule = {
  pattern: /&([a-z]{2,6}|#\d{1,6});/y,
  anywhere: true,
  read: ([, name = '']) => say(entities[name] ?? ''),
};

/** A dash between two figures. */
const to: Rule = {
  pattern: /\s?[-–—]\s?(?=[\d$€£₹])/y,
  anywhere: true,
  read: (_, { afterFigure }) => (afterFigure ? say('to') : undefined),
};

/** Multiplication, minus and other operators between figures. */
const arithmetic: Rule = {
  pattern: /\s?([*×÷=+<>])\s?(?=[-$€£\d])/y,
  anywhere: true,
  read: ([, sign = ''], { afterFigure }) => (afterFigure ? say(calculation[sign] ?? '') : undefined),
};

const calculation: Readonly<Record<string, string>> = {
  '*': 'times',
  '×': 'times',
  '÷': 'divided by',
  '=': 'equals',
  '+': 'plus',
  '<': 'is less than',
  '>': 'is greater than',
};

/** Repeated marks count once. A question mark takes precedence over an exclamation mark. */
const marks: Rule = {
  pattern: /(?:\.\s?){3,}|…|[.,!?;:]+/y,
  anywhere: true,
  read: ([all], around) => {
    if (/^(?:\.\s?){3,}$|^…/.test(all)) return markAfter('…', around);
    const mark = [...'?!.;:,'].find((candidate) => all.includes(candidate)) ?? ',';
    return markAfter(mark, around);
  },
};

/** flow.json, but not a full stop with a missing space. */
const dot: Rule = {
  pattern: /\.(?=[\p{Ll}\d])/uy,
  anywhere: true,
  read: (_, { before }) => (/[\p{L}\d]$/u.test(before) ? say('dot') : undefined),
};

const dash: Rule = {
  pattern: /\s*(?:—|–|--+|(?<=\s)-(?=\s))\s*/y,
  anywhere: true,
  read: (_, around) => markAfter('—', around),
};

/** Square and curly brackets are editorial and not spoken. */
const bracket: Rule = { pattern: /[()|]/y, anywhere: true, read: (_, around) => markAfter(',', around) };
const lineBreak: Rule = {
  pattern: /\s*\n\s*/y,
  anywhere: true,
  read: ([all], around) => markAfter(/\n\s*\n/.test(all) ? '.' : ',', around),
};

/** Two marks in a row would produce two pauses, and a text never begins with one. */
function markAfter(mark: string, { lastToken, after }: Surroundings): readonly SpokenToken[] {
  if (lastToken === undefined || lastToken.kind === 'mark') return [];
  return mark === ',' && after.trim() === '' ? [] : say(mark);
}

const spokenSigns: Readonly<Record<string, string>> = {
  '&': 'and',
  '@': 'at',
  '%': 'percent',
  '+': 'plus',
  '=': 'equals',
  $: 'dollar',
  '€': 'euro',
  '£': 'pound',
  '₹': 'rupee',
  '°': 'degrees',
  '#': 'hash',
};

const sign: Rule = {
  pattern: /[&@%+=$€£₹°#~/<>]/y,
  anywhere: true,
  read: ([all], around) => {
    const { before, after } = around;
    if (all === '#') return say(/^\s?\d/.test(after) ? 'number' : /^\p{L}/u.test(after) ? 'hashtag' : 'hash');
    if (all === '/') return slash(around);
    if (all === '~') return /^\s?[\d$]/.test(after) ? say('about') : [];
    if (all === '<' || all === '>')
      return /\s$/.test(before) && /^\s?[\d$]/.test(after) ? say(all === '<' ? 'less than' : 'more than') : [];
    return say(spokenSigns[all] ?? '');
  },
};

function slash({ before, after }: Surroundings): readonly SpokenToken[] {
  if (!/[\p{L}\d]\s?$/u.test(before) || !/^\s?[\p{L}\d]/u.test(after)) return [];
  if (/\band$/i.test(before) || /^or\b/i.test(after)) return [];
  return say(/^\s?(?:month|week|day|hour|year|person|night|minute|unit)\b/i.test(after) ? 'per' : 'slash');
}

export const markupRules: readonly Rule[] = [tag, linkTarget, entity, heading, bullet];
export const symbolRules: readonly Rule[] = [to, arithmetic, lineBreak, emphasis, dot, marks, dash, bracket, sign];
