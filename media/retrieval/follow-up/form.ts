import { questionTerms, yearsIn } from '../terms.ts';

/** How a question leans on the one before it. */
export type Form =
  /**
   * "And in 2022?", "And operating profit in 2022?": the words take the place of its counterpart. Not led by "and" or
   * the like it may be a search of its own.
   */
  | { readonly kind: 'other'; readonly text: string; readonly year?: number; readonly isLed: boolean }
  /** "And the year before?" */
  | { readonly kind: 'shift'; readonly years: number }
  /** "And the second highest?", "the lowest", "the second one". */
  | { readonly kind: 'rank'; readonly ordinal: Ordinal | undefined; readonly degree: string | undefined }
  /** "When was that?", "Why?", "Who said that?": asks more of what was answered, and names nothing. */
  | { readonly kind: 'bare'; readonly text: string }
  /** "When will it be finished?" */
  | { readonly kind: 'about'; readonly text: string; readonly pronoun: string }
  /** "Which page is that on?" */
  | { readonly kind: 'place' };

export const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
export type Ordinal = (typeof ordinals)[number];

const lead =
  /^\s*(?:(?:and|but|or|so|ok|okay|then|also)\b[,\s]*)*(?:(?:what|how) about\b\s*|(?:the )?same (?:question )?for\b\s*)?/i;
const tail = /[\s?!.]*(?:\b(?:then|please|too|as well|instead)\b[\s?!.]*)?$/i;
const beginsAsQuestion =
  /^(?:(?:since|until|by|from|for|over|with|in|on|at|to|of) )?(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|tell|show|give|list|explain|describe|summar\w+)\b/i;
const shifts: readonly (readonly [RegExp, number])[] = [
  [
    /^(?:in |for )?the (?:year before|previous year|prior year|preceding year)(?: that)?$|^a year (?:before|earlier)$/i,
    -1,
  ],
  [/^(?:in |for )?the (?:year after|following year|next year)(?: that)?$|^a year later$/i, 1],
];
const asksPlace =
  /^(?:(?:on )?(?:which|what) page\b|(?:at )?(?:what|which) (?:minute|time) (?:is|was|do|does|did) (?:that|it|they|he|she) (?:say|said|mentioned)|where (?:is|was|does it|do they|did they) (?:that |it |this )?(?:say|said|stated|written|mentioned))/i;
/** Other words in "est" are none: "interest". */
export const superlatives =
  '(?:high|low|larg|small|bigg|great|strong|weak|long|short|old|young|cheap|few)est|best|worst';
const rank = new RegExp(
  `^(?:the )?(${ordinals.join('|')})?\\s*(most \\w+|least \\w+|${superlatives})?(?: ones?| item| point)?$`,
  'i',
);
/** Stands for what was spoken of; what is meant by "it" in these is the document, or nothing. */
const pronoun = /\b(it|its|he|him|his|she|her|hers|they|them|their|theirs|there|those|that|this|these)\b/i;
const ofItself =
  /\b(?:it|this|that|they) (?:say|says|said|mention\w*|tell|tells|cover|covers|true|possible)\b|\b(?:this|that|these|those) (?!(?:was|were|is|are|be|cost|one)\b)\w+|\b(?:is|are|was|were) there\b|\bthere (?:is|are|was|were|be|any)\b|\bthat (?:were|was|are|is|has|have|had|did) \w+ed\b|\bit (?:take|takes|took|cost|costs)(?: \w+)? to \w+ \w|\b(?:is|was) it \w+ to\b/i;
const bare =
  /^(?:(?:since|until|by|from|for|over|with|in|on|at|to|of) )?(?:who|whom|when|where|why|how (?:much|many(?: years| days| weeks| months| hours| people)?|long|far|old))(?: (?:is|are|was|were|do|does|did|has|have|had|been|be|that|this|it|they|he|she|so|exactly|said|say|says|happen|happened|comes?|from))*$/i;
/** What "it" means may be named before it in the same question. */
const own = /(?:\b(?:and|or|but|because|if|when|while|after|before|which|who|that)\b|,)/i;

/** Undefined for a question that stands by itself. */
export function formOf(given: string): Form | undefined {
  const [led = ''] = lead.exec(given) ?? [];
  const text = given.slice(led.length).replace(tail, '').trim();
  if (text === '') return undefined;
  // "Which page lists the directors?" asks where something else is.
  if (asksPlace.test(text)) return questionTerms(text.replace(asksPlace, ' ')).size > 0 ? undefined : { kind: 'place' };
  const [, years] = shifts.find(([pattern]) => pattern.test(text)) ?? [];
  if (years !== undefined) return { kind: 'shift', years };
  if (!beginsAsQuestion.test(text)) return fragmentOf(text, led);
  return bare.test(text) ? { kind: 'bare', text } : aboutOf(text);
}

function fragmentOf(text: string, led: string): Form | undefined {
  const ranked = rank.exec(text);
  if (ranked !== null && (ranked[1] ?? ranked[2]) !== undefined)
    return { kind: 'rank', ordinal: ranked[1]?.toLowerCase() as Ordinal | undefined, degree: ranked[2] };
  const [year] = yearsIn(text);
  const words = text.split(/\s+/);
  // Without "and" it is a heading or a search, unless it is short.
  if (words.length > 8 || (led.trim() === '' && words.length > 4)) return undefined;
  const rest = year === undefined ? text : text.replace(yearPhrase, ' ').trim();
  return { kind: 'other', text: rest, isLed: led.trim() !== '', ...(year === undefined ? {} : { year }) };
}

const yearPhrase =
  /\b(?:(?:in|for|of|during) )?(?:the )?(?:(?:fiscal |financial )?year |FY ?)?(?:18|19|20)\d\d(?:\s*[-/–]\s*\d\d)?\b|\bFY ?\d\d\b/gi;

function aboutOf(text: string): Form | undefined {
  const found = pronoun.exec(text);
  if (found === null || ofItself.test(text)) return undefined;
  const before = text.slice(0, found.index);
  const asked =
    /^(?:\w+ )?(?:how (?:many|much|large|long|high|far|old|often)|what|which|whose)(?: of)?(?: \w+)?\s/i.exec(
      before,
    )?.[0] ?? '';
  const named = before.slice(asked.length);
  if (own.test(named) && questionTerms(named).size > 0) return undefined;
  // "Do employees keep their days?" says whose.
  const isLast = text.slice(found.index + found[0].length).trim() === '';
  if (!isLast && /^(?:its|he|his|she|her|they|their|them)$/i.test(found[0]) && questionTerms(named).size > 0)
    return undefined;
  return { kind: 'about', text, pronoun: found[0].toLowerCase() };
}
