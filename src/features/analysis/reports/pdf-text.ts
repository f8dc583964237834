import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type PdfDocument from 'pdfkit';

export type Doc = InstanceType<typeof PdfDocument>;

export type Weight = 'plain' | 'bold';

interface Run {
  readonly script: 'latin' | 'devanagari';
  readonly text: string;
}

interface Style {
  readonly weight: Weight;
  /** Font size in points. */
  readonly size: number;
}

const folderOf = (name: string): string => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/** Registers the fonts, each in both weights. */
export function registerFonts(doc: Doc): void {
  const latin = join(folderOf('pdfjs-dist'), 'standard_fonts');
  const devanagari = join(folderOf('@fontsource/noto-sans-devanagari'), 'files');
  doc.registerFont('plain', join(latin, 'LiberationSans-Regular.ttf'));
  doc.registerFont('bold', join(latin, 'LiberationSans-Bold.ttf'));
  doc.registerFont('devanagari-plain', join(devanagari, 'noto-sans-devanagari-devanagari-400-normal.woff'));
  doc.registerFont('devanagari-bold', join(devanagari, 'noto-sans-devanagari-devanagari-700-normal.woff'));
}

const letters = '[\\u0900-\\u097f\\ua8e0-\\ua8ff\\u1cd0-\\u1cf9\\u200c\\u200d]';
/** Matches words in Devanagari with the spaces between them. */
const devanagari = new RegExp(`(${letters}+(?: +${letters}+)*)`, 'u');
/**
 * Matches letters that no font has; they are shown as a question mark. The Latin font has Latin, Greek and Cyrillic
 * letters.
 */
const unknown = /[^\u0020-\u024f\u0370-\u052f\u2010-\u2026\u20ac]/gu;

const runsOf = (text: string): Run[] =>
  text.split(devanagari).flatMap((part, index): Run[] => {
    if (part === '') return [];
    return index % 2 === 1
      ? [{ script: 'devanagari', text: part }]
      : [{ script: 'latin', text: part.replaceAll(unknown, '?') }];
  });

const styled = (doc: Doc, { script }: Pick<Run, 'script'>, { weight, size }: Style): Doc =>
  doc.font(script === 'latin' ? weight : `${script}-${weight}`).fontSize(size);

/** All fonts share the baseline of the Latin one, whose ascender is this share of the size. */
const baselineOf = ({ size }: Style): number => -0.905 * size;

/**
 * Draws a run. Devanagari glyphs are drawn in another order than they are read, and several letters may share a glyph,
 * so the text itself is stored beside them for search, copying and screen readers.
 */
function drawRun(doc: Doc, run: Run, draw: () => void): void {
  if (run.script === 'latin') return draw();
  doc.markContent('Span', { actual: run.text, lang: 'hi' } as never);
  draw();
  doc.endMarkedContent();
}

const widthOf = (doc: Doc, text: string, style: Style): number =>
  runsOf(text).reduce((sum, run) => sum + styled(doc, run, style).widthOfString(run.text), 0);

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/** Returns the text, shortened with an ellipsis if it does not fit. */
function fitted(doc: Doc, text: string, style: Style & { readonly width: number }): string {
  if (widthOf(doc, text, style) <= style.width) return text;
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment);
  while (parts.length > 0 && widthOf(doc, `${parts.join('')}…`, style) > style.width) parts.pop();
  return `${parts.join('').trimEnd()}…`;
}

/** Draws one line in a box, shortened if it does not fit. */
export function drawLine(
  doc: Doc,
  text: string,
  place: Style & { readonly x: number; readonly y: number; readonly width: number; readonly align?: 'left' | 'right' },
): void {
  const shown = fitted(doc, text, place);
  let x = place.align === 'right' ? place.x + place.width - widthOf(doc, shown, place) : place.x;
  for (const run of runsOf(shown)) {
    styled(doc, run, place);
    drawRun(doc, run, () => doc.text(run.text, x, place.y, { lineBreak: false, baseline: baselineOf(place) }));
    x += doc.widthOfString(run.text);
  }
}

/** Draws text over as many lines as needed, at the current position. */
export function drawParagraph(doc: Doc, text: string, style: Style & { readonly gap?: number }): void {
  const runs = runsOf(text);
  runs.forEach((run, index) => {
    styled(doc, run, style);
    const isLast = index === runs.length - 1;
    const options = { continued: !isLast, baseline: baselineOf(style), paragraphGap: isLast ? (style.gap ?? 0) : 0 };
    drawRun(doc, run, () => doc.text(run.text, options));
  });
}
