import { patternOf } from '../../media/language/match.ts';
import {
  cellsOf,
  type Part,
  questionTerms,
  quoteOf,
  type Source,
  type SourcedText,
  textOf,
  type Unit,
  type Units,
} from '../../media/retrieval/index.ts';
import { isValue } from '../pdf/index.ts';

const maxFullText = 200_000;
const summarySentences = 7;
const summaryFigures = 5;
const highlightCount = 8;
const minWords = 6;
const maxWords = 60;

/** Returns the whole text, place by place. */
export function fullTextOf(parts: readonly Part[]): string {
  const pieces: string[] = [];
  let length = 0;
  for (const { place, blocks } of parts) {
    const text = blocks.map((block) =>
      block.kind === 'table' ? tableLines(block.table.header, block.table.rows) : block.text,
    );
    if (text.length === 0) continue;
    const piece = `[${place}]\n${text.join('\n\n')}`;
    length += piece.length;
    if (length > maxFullText) {
      pieces.push(`The text continues. An answer is limited to ${maxFullText} characters.`);
      break;
    }
    pieces.push(piece);
  }
  return pieces.join('\n\n');
}

const tableLines = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, ...rows].map((row) => row.join(' | ')).join('\n');

/** Returns the sentences about the text's most common topics, in text order, followed by figures from its tables. */
export function summaryOf(source: Source, all: Units): SourcedText {
  const best = central(all, summarySentences);
  const figures = figuresIn(all, summaryFigures);
  if (best.length === 0 && figures.length === 0)
    return { text: 'There is too little text in it for a summary.', sources: [] };
  const lines = best.map((unit) => `${textOf(unit)} (${unit.place})`);
  const head = `A summary of ${source.title}, put together from its own sentences:`;
  const tail = figures.length === 0 ? [] : [`Figures: ${figures.join('; ')}.`];
  return { text: [head, ...lines, ...tail].join('\n'), sources: best.map(quoteOf) };
}

/** Returns sentences with figures or emphasis and table figures, each with its place. */
export function highlightsOf(source: Source, all: Units): SourcedText {
  const telling = central(all, highlightCount, (unit) => (marked.test(textOf(unit)) ? 1.5 : 1));
  const lines = [
    ...telling.map((unit) => `${textOf(unit)} (${unit.place})`),
    ...figuresIn(all, summaryFigures).map((figure) => `${figure}.`),
  ];
  if (lines.length === 0) return { text: 'There is too little text in it to tell what stands out.', sources: [] };
  const text = [`What stands out in ${source.title}:`, ...lines.map((line) => `- ${line}`)].join('\n');
  return { text, sources: telling.map(quoteOf) };
}

const marked = patternOf(({ retrieval }) => retrieval?.whole.marked);

function central({ units, frequency }: Units, count: number, weigh: (unit: Unit) => number = () => 1): Unit[] {
  const sentences = units.filter((unit) => {
    if (unit.kind !== 'sentence') return false;
    const words = unit.text.split(/\s+/).length;
    return words >= minWords && words <= maxWords && /[.!?]["')]*$/.test(unit.text);
  });
  const total = units.length;
  const scoreOf = (unit: Unit): number => {
    // Counts terms that occur in many sentences but not in all.
    const weights = [...unit.terms].map((term) => {
      const often = frequency.get(term) ?? 0;
      return often < 2 && total > 20 ? 0 : Math.log(1 + often) * Math.log(1 + total / (1 + often));
    });
    const sum = weights.reduce((a, b) => a + b, 0);
    return (weigh(unit) * sum) / Math.sqrt(4 + unit.terms.size);
  };
  const ranked = sentences.map((unit) => ({ unit, score: scoreOf(unit) })).toSorted((a, b) => b.score - a.score);
  const chosen: Unit[] = [];
  for (const { unit } of ranked) {
    if (chosen.length === count) break;
    if (chosen.every((other) => overlap(unit.terms, other.terms) < 0.5)) chosen.push(unit);
  }
  return chosen.toSorted((a, b) => units.indexOf(a) - units.indexOf(b));
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((term) => b.has(term)).length / Math.max(1, Math.min(a.size, b.size));

const headline = [
  ...questionTerms('revenue'),
  ...questionTerms('net income'),
  ...questionTerms('operating profit'),
  ...questionTerms('profit before tax'),
  ...questionTerms('employees'),
  ...questionTerms('earnings per share'),
  ...questionTerms('carbon emissions'),
  ...questionTerms('dividend'),
];

function figuresIn({ units }: Units, count: number): string[] {
  const names: string[] = [];
  for (const term of headline) {
    const unit = units.find(
      (each) =>
        each.kind === 'row' && each.names.length > 0 && each.terms.has(term) && each.cells.slice(1).some(isValue),
    );
    if (unit?.kind !== 'row') continue;
    const column = unit.cells.findIndex((cell, i) => i > 0 && isValue(cell));
    const statement = `${cellsOf(unit, [column])} (${unit.place})`;
    if (!names.includes(statement)) names.push(statement);
    if (names.length === count) break;
  }
  return names;
}
