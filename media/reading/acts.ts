import { patternOf } from '../language/match.ts';
import { sentenceSpans } from '../text/sentences.ts';
import { type Span, straight } from '../text/words.ts';

/** What a clause does, by its words. Several may hold: "Can we move it to Friday?" moves and offers. */
const actNames = [
  ...(['offers', 'accepts', 'declines', 'refuses', 'defers', 'cancels', 'cancelled', 'moves', 'books'] as const),
  ...([
    'noSlot',
    'escalates',
    'optOut',
    'machine',
    'meets',
    'calls',
    'settles',
    'requests',
    'existing',
    'interested',
    'concedes',
    'wrapsUp',
    'terms',
    'renounces',
    'closes',
  ] as const),
] as const;
export type ActName = (typeof actNames)[number];

/** How the speaker holds a clause. */
export interface Clause extends Span {
  readonly text: string;
  readonly isQuestion: boolean;
  /** Asked only by the end of its sentence: "Tomorrow at nine, is that okay?". */
  readonly isTagged: boolean;
  /** "Not", "never", "no table", "impossible"; "no problem" and "not bad" deny nothing. */
  readonly isNegative: boolean;
  /** About what has happened: "I missed my visit". */
  readonly isPast: boolean;
  readonly isConditional: boolean;
  /** "Maybe", "I guess". */
  readonly isHedged: boolean;
  /** An attempt: "I tried to book it". */
  readonly isFailed: boolean;
  /** About another person: "my sister has a booking". */
  readonly isOthers: boolean;
  /** Words about the conversation itself, or of others: "the agent books a visit", "he said". */
  readonly isReported: boolean;
  /** What others want or do, or what the speaker would do: "whether we can offer it", "we only do so if". */
  readonly isWithheld: boolean;
  readonly acts: ReadonlySet<ActName>;
}

const named = (name: Parameters<typeof pick>[0]): RegExp => patternOf(pick(name), 'iu');
type Words = NonNullable<Parameters<Parameters<typeof patternOf>[0]>[0]['reading']>['acts'];
type PatternName = Exclude<keyof Words, 'source' | 'set'>;
function pick(name: PatternName): Parameters<typeof patternOf>[0] {
  return ({ reading }) => reading?.acts[name];
}

const separator = new RegExp(named('clause').source, 'giu');
const denial = new RegExp(named('denial').source, 'giu');
const negation = named('negation');
const question = named('question');
const tag = named('tag');
const withheld = named('withheld');
const past = named('past');
const condition = named('condition');
const modal = named('modal');
const failed = named('failed');
const others = named('others');
const report = named('report');
const notMachine = named('notMachine');
const actPatterns = actNames.map((name) => [name, named(name)] as const);

/**
 * Returns the clauses of a text, each with what it does and how it is meant. Polarity, tense, condition and holder are
 * read here alone. A question or condition covers its whole sentence.
 */
export function clausesIn(text: string): Clause[] {
  const plain = straight(text);
  return sentenceSpans(plain, { anyStart: true }).flatMap((span) => clausesOf(plain, span));
}

function clausesOf(text: string, sentence: Span): Clause[] {
  const whole = text.slice(sentence.start, sentence.end);
  const isAsked = /\?["')\]”’]*$/u.test(whole) || (question.test(whole) && !/[.!]["')\]”’]*$/u.test(whole));
  const isReported = report.test(whole);
  const isConditional = condition.test(whole);
  const isOthers = others.test(whole);
  const parts = partsOf(whole);
  const last = parts.at(-1);
  const hasTag = isAsked && parts.length > 1 && last !== undefined && tag.test(whole.slice(last.start, last.end));
  return parts.map(({ start, end }): Clause => {
    const said = whole.slice(start, end);
    const rest = said.replace(denial, ' ');
    const acts = new Set(actPatterns.flatMap(([name, pattern]) => (pattern.test(said) ? [name] : [])));
    if (acts.has('machine') && notMachine.test(whole)) acts.delete('machine');
    return {
      start: sentence.start + start,
      end: sentence.start + end,
      text: said,
      isQuestion: isAsked,
      isTagged: hasTag && end !== last?.end && !question.test(whole),
      isNegative: negation.test(rest),
      isPast: past.test(said),
      isConditional,
      isHedged: modal.test(said),
      isFailed: failed.test(said),
      isOthers,
      isReported,
      isWithheld: withheld.test(said),
      acts,
    };
  });
}

/** Cuts a sentence at its separators; parts without a letter or digit belong to the part before. */
function partsOf(sentence: string): Span[] {
  const parts: { start: number; end: number }[] = [];
  let start = 0;
  const add = (end: number): void => {
    const last = parts.at(-1);
    if (/[\p{L}\p{N}]/u.test(sentence.slice(start, end)) || last === undefined) parts.push({ start, end });
    else last.end = end;
  };
  for (const match of sentence.matchAll(separator)) {
    // "8,500" and "ten, twenty" keep numbers together only without a space, which the separator needs.
    add(match.index + match[0].trimEnd().length);
    start = match.index + match[0].length;
  }
  add(sentence.length);
  return parts;
}

/** Returns whether a clause states something as a fact of now, whether or not it denies it. */
export const isStated = ({ isQuestion, isFailed, isReported }: Clause): boolean =>
  !isQuestion && !isFailed && !isReported;

/** Returns whether a clause states something and does not deny it. */
export const isAsserted = (clause: Clause): boolean => isStated(clause) && !clause.isNegative;
