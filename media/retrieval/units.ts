import { setImmediate as breathe } from 'node:timers/promises';
import { patternOf } from '../language/match.ts';
import { sentencesOf } from '../text/sentences.ts';
import { openingHoursIn } from './opening-hours.ts';
import type { Block, Part, Table } from './source.ts';
import { termsOf, yearsIn } from './terms.ts';
import { totalsOf } from './totals.ts';

interface Placed {
  readonly place: string;
  readonly part: number;
  /** The heading above it. */
  readonly section: string;
  readonly terms: ReadonlySet<string>;
  /** Terms of its section, of its table's caption and header. */
  readonly context: ReadonlySet<string>;
  readonly years: ReadonlySet<number>;
  /** Index of its passage. Vectors exist per passage. */
  readonly passage: number;
}

/** The smallest possible answer: a sentence or a table row. */
export type Unit = SentenceUnit | RowUnit;

/** Returns the complete text of a unit; for a row including the column names. */
export const allTextOf = (unit: Unit): string =>
  unit.kind === 'sentence'
    ? unit.text
    : [unit.section, unit.table.caption ?? '', ...unit.table.header, ...unit.names, ...unit.cells].join(' ');

export interface SentenceUnit extends Placed {
  readonly kind: 'sentence';
  readonly text: string;
  /** Terms of the previous sentence, whose subject it may continue, and of those that the previous one continues. */
  readonly before: ReadonlySet<string>;
  /** Days that a statement of opening hours answers for without naming them. They are part of `context`. */
  readonly otherDays?: ReadonlyMap<string, number>;
  /** Whether it continues that subject regardless of its first words. */
  readonly isOfSame?: boolean;
  /** Number of the list that it is an item of. */
  readonly list?: number;
}

export interface RowUnit extends Placed {
  readonly kind: 'row';
  readonly table: Table;
  /** Label of the row, if any, followed by its own name. */
  readonly names: readonly string[];
  readonly cells: readonly string[];
}

/** Returns the share with which a unit answers for a day that it does not name; undefined if it does not. */
export const otherDayShare = (unit: Unit, term: string): number | undefined =>
  unit.kind === 'sentence' ? unit.otherDays?.get(term) : undefined;

/** A stretch of text about one subject: a paragraph with its heading, or a table. */
export interface Passage {
  readonly place: string;
  readonly text: string;
  /** Index of its part. */
  readonly part: number;
}

export interface Units {
  readonly units: readonly Unit[];
  readonly passages: readonly Passage[];
  /** Number of units that contain a term. */
  readonly frequency: ReadonlyMap<string, number>;
}

const maxPassage = 700;
/** Lists in some documents have no full stops. */
const longestSentence = 600;
const unitsAtOnce = 400;

/** Splits a source into units and passages, none of which crosses a section, page or table. */
export async function unitsOf(parts: readonly Part[]): Promise<Units> {
  const units: Unit[] = [];
  const passages: Passage[] = [];
  let section = '';
  let worked = 0;
  let lists = 0;
  let wasItem = false;
  for (const [part, { place, blocks }] of parts.entries()) {
    let open: { section: string; text: string } | undefined;
    const close = (): void => {
      if (open !== undefined) passages.push({ place, part, text: inContext(open.section, open.text) });
      open = undefined;
    };
    for (const block of announced(blocks).flatMap(withoutLong)) {
      if (units.length - worked > unitsAtOnce) {
        worked = units.length;
        await breathe();
      }
      if (block.kind !== 'text') wasItem = false;
      if (block.kind === 'heading') {
        close();
        section = block.text;
        continue;
      }
      if (block.kind === 'table') {
        close();
        units.push(...rowsOf(block.table, { place, part, section, passage: passages.length }));
        passages.push({ place, part, text: inContext(section, tableText(block.table)).slice(0, maxPassage * 2) });
        continue;
      }
      if (open !== undefined && open.text.length + block.text.length > maxPassage) close();
      const isItem = block.isItem === true;
      if (isItem && !wasItem) lists += 1;
      wasItem = isItem;
      const where = { place, part, section, passage: passages.length };
      units.push(...(isItem ? itemUnits(block, { ...where, list: lists }) : sentenceUnits(block, where)));
      open = open === undefined ? { section, text: block.text } : { section, text: `${open.text} ${block.text}` };
    }
    close();
  }
  const frequency = new Map<string, number>();
  for (const { terms } of units) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  return { units, passages, frequency };
}

const longestAnnounced = 300;

/** Joins a text that ends with a colon, and the short text that it announces: "Run this command:" */
function announced(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const isPlain = block.kind === 'text' && block.isItem !== true && block.places === undefined;
    if (isPlain && last?.kind === 'text' && /\w{2}:$/.test(last.text) && block.text.length <= longestAnnounced)
      joined[joined.length - 1] = { ...last, text: `${last.text} ${block.text}` };
    else joined.push(block);
  }
  return joined;
}

/** Splits a paragraph longer than a passage at sentence boundaries. */
function withoutLong(block: Block): Block[] {
  if (block.kind !== 'text' || block.text.length <= maxPassage || block.isItem || block.places !== undefined)
    return [block];
  const pieces: string[] = [];
  for (const sentence of sentencesOf(block.text, { longest: longestSentence })) {
    const last = pieces.at(-1);
    if (last === undefined || last.length + sentence.length > maxPassage) pieces.push(sentence);
    else pieces[pieces.length - 1] = `${last} ${sentence}`;
  }
  return pieces.map((text) => ({ kind: 'text', text }));
}

type Where = Pick<Placed, 'place' | 'part' | 'section' | 'passage'>;

/** Matches sentence openings that continue the subject of the previous sentence. */
export const goesOn = patternOf(({ retrieval }) => retrieval?.search.goesOn);

/** Matches comparisons with another year. */
const compared = patternOf(({ retrieval }) => retrieval?.units.compared, 'gi');

const inContext = (section: string, text: string): string => (section === '' ? text : `${section}: ${text}`);

function sentenceUnits({ text, places = [] }: Extract<Block, { kind: 'text' }>, where: Where): SentenceUnit[] {
  const section = termsOf(where.section);
  let before: ReadonlySet<string> = new Set();
  let at = 0;
  return sentencesOf(text, { longest: longestSentence }).map((sentence) => {
    const hours = openingHoursIn(sentence);
    const terms = termsOf(sentence);
    // Below a heading of opening hours, they are the subject of the whole list and not of one of its days.
    if (hours !== undefined) {
      for (const term of hours.subject) if (!section.has(term)) terms.add(term);
      for (const day of hours.days) terms.add(day);
    }
    const begin = text.indexOf(sentence, at);
    at = begin + sentence.length;
    const unit: SentenceUnit = {
      ...where,
      place: places.findLast(({ from }) => from <= begin)?.place ?? where.place,
      kind: 'sentence',
      text: sentence,
      terms,
      context: hours === undefined ? section : new Set([...section, ...hours.otherDays.keys()]),
      ...(hours !== undefined && { otherDays: hours.otherDays }),
      before,
      years: yearsIn(sentence.replaceAll(compared, ' ')),
    };
    before = goesOn.test(sentence) ? new Set([...before, ...terms]) : terms;
    return unit;
  });
}

/** An item is independent of the text before it, and all of its sentences are about the same subject. */
const itemUnits = (
  block: Extract<Block, { kind: 'text' }>,
  { list, ...where }: Where & { readonly list: number },
): SentenceUnit[] =>
  sentenceUnits(block, where).map((unit, i) => ({ ...unit, list, ...(i > 0 && { isOfSame: true }) }));

function rowsOf(table: Table, where: Where): RowUnit[] {
  const context = termsOf([where.section, table.caption ?? '', ...table.header].join(' '));
  const years = yearsIn([table.caption ?? '', ...table.header].join(' '));
  const units: RowUnit[] = [];
  const isTotalIn = totalsOf(table);
  let label: string | undefined;
  for (const [at, row] of table.rows.entries()) {
    const [name = '', ...values] = row;
    const number = table.rowNumbers?.[at];
    if (values.every((value) => value === '')) {
      label = name;
      continue;
    }
    const isTotal = isTotalIn(name);
    const names = [...(label === undefined || isTotal ? [] : [label]), name].filter((entryName) => entryName !== '');
    units.push({
      ...where,
      place: number === undefined ? where.place : `${where.place}, row ${number}`,
      kind: 'row',
      table,
      names,
      cells: row,
      terms: termsOf([...names, ...values].join(' ')),
      context,
      years,
    });
    if (isTotal) label = undefined;
  }
  return units;
}

const tableText = ({ caption = '', header, rows }: Table): string =>
  [caption, header.join(', '), ...rows.map((row) => row.filter((cell) => cell !== '').join(' '))].join('. ');
