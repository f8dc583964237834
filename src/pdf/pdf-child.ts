/**
 * A process of its own that reads one PDF with pdf.js, a stranger's file with a parser that a small file can keep busy
 * or fill with gigabytes. Arguments: the file, the limits as JSON. Sends page after page to its parent, which ends it.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { z } from 'zod';
import { childLimitsSchema, type PdfMessage } from './page.ts';
import { piecesOf } from './paragraphs.ts';
import type { TextItem } from './text-item.ts';

type Limits = z.output<typeof childLimitsSchema>;

const packageDir = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

const send = (message: PdfMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });

const asked = (): Promise<void> => new Promise((resolve) => process.once('message', () => resolve()));

async function read(path: string, limits: Limits): Promise<PdfMessage> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const opening = getDocument({
    url: path,
    // Only what is asked for is read of a file of 500 MB.
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
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
  await send({ type: 'opened', pages: pdf.numPages });
  for (let number = 1; number <= pdf.numPages; number++) {
    const pieces = await readPage(pdf, number, limits);
    if (typeof pieces === 'string') return { type: 'refused', code: pieces };
    const next = asked();
    await send({ type: 'page', page: { number, pieces } });
    await next;
  }
  return { type: 'done' };
}

/** The class itself is not exported. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

async function readPage(pdf: PDFDocumentProxy, number: number, limits: Limits) {
  let page: PDFPageProxy;
  try {
    page = await pdf.getPage(number);
  } catch {
    return 'damaged';
  }
  const view = page.getViewport({ scale: 1 });
  const items = await itemsOf(page, view.transform as unknown as Matrix, limits);
  page.cleanup();
  return typeof items === 'string' ? items : piecesOf(items, view);
}

type Matrix = readonly [number, number, number, number, number, number];

async function itemsOf(page: PDFPageProxy, view: Matrix, limits: Limits): Promise<TextItem[] | 'too_much_text'> {
  const items: TextItem[] = [];
  let characters = 0;
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return items;
    for (const item of (value as { items: readonly DrawnText[] }).items) {
      characters += item.str.length;
      if (items.length >= limits.maxPageItems || characters > limits.maxPageCharacters) {
        await reader.cancel(new Error('enough'));
        return 'too_much_text';
      }
      const text = textItemOf(item, view);
      if (text !== undefined) items.push(text);
    }
  }
}

interface DrawnText {
  readonly str: string;
  readonly transform: Matrix;
  readonly width: number;
}

/** Undefined for what is not written from left to right on the page as it is shown: stamps and labels of axes. */
function textItemOf({ str, transform, width }: DrawnText, view: Matrix): TextItem | undefined {
  const [a, b, c, d, e, f] = transform;
  const along = { x: view[0] * a + view[2] * b, y: view[1] * a + view[3] * b };
  const up = { x: view[0] * c + view[2] * d, y: view[1] * c + view[3] * d };
  const x = view[0] * e + view[2] * f + view[4];
  const y = view[1] * e + view[3] * f + view[5];
  const size = Math.hypot(up.x, up.y);
  const isAcross = along.x > 0 && Math.abs(along.y) < 0.3 * along.x;
  if (!isAcross || ![x, y, size, width].every(Number.isFinite) || size === 0) return undefined;
  return { text: str.normalize('NFC'), x, y, width, size };
}

const [path, limits] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
try {
  // Where memory runs out, this process is the one to go.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux.
}
process.on('disconnect', () => process.exit(1));
read(path as string, childLimitsSchema.parse(JSON.parse(limits as string)))
  .then(send)
  .then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(error instanceof Error ? error.message : String(error));
      process.exit(1);
    },
  );
