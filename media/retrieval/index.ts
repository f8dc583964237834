export { type Embed, similarity } from './embed.ts';
export {
  bestPassages,
  closest,
  createFinder,
  type Finder,
  type Found,
  type Near,
  nearPassages,
} from './finder.ts';
export { markdownParts, withoutMarks } from './markdown.ts';
export { otherHearings } from './misheard.ts';
export { openingHoursIn } from './opening-hours.ts';
export type { Hit } from './search.ts';
export type { Block, Part, Quote, Source, SourcedText, Table, Turn } from './source.ts';
export { type Style, styleOf } from './style.ts';
export { questionTerms, termsOf } from './terms.ts';
export { totalsOf } from './totals.ts';
export { type Passage, type Unit, type Units, unitsOf } from './units.ts';
export { asSpoken, cellsOf, quoteOf, spoken, textOf, worded } from './wording.ts';
