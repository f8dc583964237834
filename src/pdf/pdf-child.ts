/**
 * Child process that reads one PDF with pdf.js: an untrusted file whose parsing can loop or consume gigabytes.
 * Arguments: the file, the limits as JSON. Sends one page at a time to its parent, which terminates it.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { yieldToOthers } from '../../media/kit/yield-to-others.ts';
import { type Drawing, drawingOf, type Matrix, type OperatorNumbers } from './drawing.ts';
import { drawnOnce } from './drawn-once.ts';
import { formValues } from './form-values.ts';
import { hidesLayers, type LayerSettings, onShownLayers, type SectionMark, shownDrawing } from './layers.ts';
import { withoutNoteMarks } from './note-marks.ts';
import type { ChildLimits, PdfMessage, PdfMetadata, PdfPage } from './page.ts';
import { largestOf, piecesOf } from './paragraphs.ts';
import { createPictureReader, type PictureReader } from './picture/index.ts';
import { quarterTurnsOf } from './quarter-turns.ts';
import type { PageSize, TextItem } from './text-item.ts';

const packageDir = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** A megapixel takes 4 MB. */
const maxPicturePixels = 40_000_000;

const send = (message: PdfMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });

const nextMessage = (): Promise<void> => new Promise((resolve) => process.once('message', () => resolve()));

async function readPicture(path: string, { language }: ChildLimits): Promise<PdfMessage> {
  const page = await createPictureReader(language).file(path);
  if (typeof page === 'string') return { type: 'refused', code: page };
  await send({ type: 'opened', pages: 1, metadata: {} });
  const next = nextMessage();
  await send({ type: 'page', page });
  await next;
  return { type: 'done' };
}

async function read(path: string, limits: ChildLimits): Promise<PdfMessage> {
  const { getDocument, OPS, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const opening = getDocument({
    url: path,
    // Reads only the requested parts of a 500 MB file.
    disableAutoFetch: true,
    disableStream: true,
    // Larger pictures are not decoded.
    maxImageSize: maxPicturePixels,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    // Scanner pictures use compression that only these modules decode.
    wasmUrl: join(packageDir, 'wasm', sep),
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: join(packageDir, 'cmaps', sep),
    standardFontDataUrl: join(packageDir, 'standard_fonts', sep),
  });
  let pdf: PDFDocumentProxy;
  try {
    pdf = await opening.promise;
  } catch (error) {
    return { type: 'refused', code: nameOf(error) === 'PasswordException' ? 'encrypted' : 'damaged' };
  }
  if (pdf.numPages < 1) return { type: 'refused', code: 'no_pages' };
  if (pdf.numPages > limits.maxPages) return { type: 'refused', code: 'too_many_pages' };
  await send({ type: 'opened', pages: pdf.numPages, metadata: await metadataOf(pdf) });
  const layers = await pdf.getOptionalContentConfig();
  const reading = {
    limits,
    ops: OPS,
    pictures: createPictureReader(limits.language),
    ...(hidesLayers(layers) && { layers }),
  };
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await readPage(pdf, number, reading);
    if (typeof page === 'string') return { type: 'refused', code: page };
    const next = nextMessage();
    await send({ type: 'page', page });
    await next;
  }
  return { type: 'done' };
}

/** Compared by name: the class itself is not exported. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

async function metadataOf(pdf: PDFDocumentProxy): Promise<PdfMetadata> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { Title, Author } = info as { readonly Title?: unknown; readonly Author?: unknown };
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.slice(0, 300) : undefined);
  const [title, author] = [text(Title), text(Author)];
  return { ...(title === undefined ? {} : { title }), ...(author === undefined ? {} : { author }) };
}

interface Reading {
  readonly limits: ChildLimits;
  readonly ops: OperatorNumbers;
  readonly pictures: PictureReader;
  /** Only of a file that hides layers. */
  readonly layers?: LayerSettings;
}

async function readPage(
  pdf: PDFDocumentProxy,
  number: number,
  { limits, ops, pictures, layers }: Reading,
): Promise<PdfPage | 'damaged' | 'too_much_text'> {
  let page: PDFPageProxy;
  try {
    page = await pdf.getPage(number);
  } catch {
    return 'damaged';
  }
  const text = await textOf(page, limits);
  if (typeof text === 'string') return text;
  const operators = await page.getOperatorList();
  const shown =
    layers === undefined
      ? text.filter((item): item is DrawnText => 'str' in item)
      : onShownLayers<DrawnText>(text, shownDrawing(operators, ops, layers));
  const displayed = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
  const rotation = (page.rotate + quarterTurnsOf(shown, displayed) * 90) % 360;
  const size = page.getViewport({ scale: 1, rotation });
  const view = size.transform as unknown as Matrix;
  const drawn = shown.flatMap((item) => textItemOf(item, view) ?? []);
  const items = withoutNoteMarks(
    drawnOnce([...drawn, ...formValues(await page.getAnnotations({ intent: 'display' }), view)]),
  );
  const drawing = drawingOf(operators, ops, { view, size });
  const readDrawn = (): Promise<PdfPage> =>
    pictures.page(number, size, (canvas, scale) => draw(page, canvas, { scale, rotation }));
  if (isPicture(items, drawing, limits)) {
    const drawnPage = await readDrawn();
    page.cleanup();
    return drawnPage;
  }
  if (isStamped(items, drawing, size, limits)) {
    const drawnPage = await readDrawn();
    // A picture without letters, such as the background of a title, says less than the text in front of it.
    if (charactersOf(drawnPage) > items.reduce((sum, { text }) => sum + text.length, 0)) {
      page.cleanup();
      return drawnPage;
    }
  }
  const isBold = boldFonts(page);
  page.cleanup();
  const styled = items.map(({ font, ...item }) => ({ ...item, bold: isBold(font) }));
  const largest = largestOf(styled);
  const pieces = piecesOf(styled, size, drawing.rulings);
  return {
    number,
    pieces,
    ...(largest === undefined ? {} : { largest }),
    ...(pieces.length === 0 && shown.some(({ str }) => str.trim() !== '') && { isUnread: true as const }),
  };
}

const isPicture = (items: readonly DrawnItem[], { isEmpty }: Drawing, { pictures }: ChildLimits): boolean => {
  if (pictures === 'none' || (isEmpty && items.length === 0)) return false;
  return pictures === 'all' || items.every(({ text }) => text.trim() === '');
};

/** Share of a page from which a picture on it is a scan, and share below which its text is a stamp on the scan. */
const scanShare = 0.7;
const stampShare = 0.02;

/** Returns whether a page is a scan with a line of real text, such as that of a scanner or a fax. */
function isStamped(
  items: readonly DrawnItem[],
  { pictureShare }: Drawing,
  { width, height }: PageSize,
  { pictures }: ChildLimits,
): boolean {
  if (pictures !== 'without_text' || pictureShare < scanShare) return false;
  const covered = items.reduce((sum, item) => sum + (item.text.trim() === '' ? 0 : item.width * item.size), 0);
  return covered < stampShare * width * height;
}

const charactersOf = ({ pieces }: PdfPage): number =>
  pieces.reduce(
    (sum, piece) => sum + (piece.place === 'table' ? JSON.stringify(piece.table.rows) : piece.text).length,
    0,
  );

async function draw(page: PDFPageProxy, canvas: object, how: { scale: number; rotation: number }): Promise<void> {
  // Replaces the browser's canvas.
  await page.render({ canvas: canvas as never, viewport: page.getViewport(how), background: 'white' }).promise;
}

/** Fonts are known only after the page's operators have been read. */
function boldFonts(page: PDFPageProxy): (name: string) => boolean {
  const fontCache = new Map<string, boolean>();
  return (name) => {
    const cached = fontCache.get(name);
    if (cached !== undefined) return cached;
    const font = page.commonObjs.has(name) ? (page.commonObjs.get(name) as { name?: string; bold?: boolean }) : {};
    const isBold = font.bold === true || /bold|black|heavy|semibold/i.test(font.name ?? '');
    fontCache.set(name, isBold);
    return isBold;
  };
}

type DrawnItem = Omit<TextItem, 'bold'> & { readonly font: string };

/** Returns the text of a page with the marks of its sections, in drawing order. */
async function textOf(page: PDFPageProxy, limits: ChildLimits): Promise<(DrawnText | SectionMark)[] | 'too_much_text'> {
  const items: (DrawnText | SectionMark)[] = [];
  let characters = 0;
  const reader = page.streamTextContent({ includeMarkedContent: true }).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return items;
    for (const item of (value as { items: readonly (DrawnText | SectionMark)[] }).items) {
      characters += 'str' in item ? item.str.length : 0;
      if (items.length >= limits.maxPageItems || characters > limits.maxPageCharacters) {
        await reader.cancel(new Error('enough'));
        return 'too_much_text';
      }
      items.push(item);
    }
  }
}

interface DrawnText {
  readonly str: string;
  readonly transform: Matrix;
  readonly width: number;
  readonly fontName: string;
}

/** Undefined for text that does not run left to right on the displayed page: stamps and axis labels. */
function textItemOf({ str, transform, width, fontName }: DrawnText, view: Matrix): DrawnItem | undefined {
  const [a, b, c, d, e, f] = transform;
  const along = { x: view[0] * a + view[2] * b, y: view[1] * a + view[3] * b };
  const up = { x: view[0] * c + view[2] * d, y: view[1] * c + view[3] * d };
  const x = view[0] * e + view[2] * f + view[4];
  const y = view[1] * e + view[3] * f + view[5];
  const size = Math.hypot(up.x, up.y);
  const isAcross = along.x > 0 && Math.abs(along.y) < 0.3 * along.x;
  if (!isAcross || ![x, y, size, width].every(Number.isFinite) || size === 0) return undefined;
  return { text: str.normalize('NFC'), x, y, width, size, font: fontName };
}

const [path, limits] = process.argv.slice(2);
yieldToOthers();
try {
  // When memory runs out, the kernel kills this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux.
}
process.on('disconnect', () => process.exit(1));
const childLimits = JSON.parse(limits as string) as ChildLimits;
(childLimits.isPicture ? readPicture(path as string, childLimits) : read(path as string, childLimits)).then(send).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
