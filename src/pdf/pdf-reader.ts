import { type ProcessEnd, runWatched } from '../watched-process/index.ts';
import { lengthOf, messageSchema, type PdfMetadata, type PdfPage, type refusalCodes } from './page.ts';

export type PdfFault =
  | (typeof refusalCodes)[number]
  | 'too_slow'
  | 'too_large'
  /** The parser failed. */
  | 'failed'
  /** Too many are being read, or the reader is closing. */
  | 'busy';

export type PdfOutcome =
  | { readonly kind: 'read'; readonly pages: number; readonly metadata: PdfMetadata }
  | { readonly kind: 'fault'; readonly code: PdfFault; readonly detail?: string };

export interface PdfReader {
  /**
   * Reads the file at a path and hands over page after page; the next is read when the promise for the last is kept. What
   * `onPage` throws is thrown.
   */
  read(path: string, onPage: (page: PdfPage, pages: number) => unknown, how?: HowToRead): Promise<PdfOutcome>;
  /** Ends what is being read. */
  close(): void;
}

export interface HowToRead {
  /** Which pages are read as pictures; those that have no text by default. */
  readonly pictures?: 'without_text' | 'all' | 'none';
  /** The file itself is one. */
  readonly isPicture?: boolean;
}

export interface PdfReaderOptions {
  /** The module that reads; ours by default. */
  readonly child?: URL;
  readonly limits?: Partial<PdfLimits>;
  /** Language of pictures, as a code of three letters; English by default. */
  readonly language?: string;
}

export interface PdfLimits {
  /** Read at the same time, and waiting for that. */
  readonly atOnce: number;
  readonly waiting: number;
  readonly memoryBytes: number;
  /** For one page; opening the file is like one. */
  readonly pageMs: number;
  readonly fileMs: number;
  readonly maxPages: number;
  readonly maxPageItems: number;
  readonly maxPageCharacters: number;
  /** Of all pages. */
  readonly maxCharacters: number;
}

const defaults: PdfLimits = {
  atOnce: 1,
  waiting: 16,
  memoryBytes: 768 * 2 ** 20,
  // A picture of a page takes seconds to read, and more where the cores are busy.
  pageMs: 60_000,
  fileMs: 1_800_000,
  maxPages: 5000,
  maxPageItems: 200_000,
  maxPageCharacters: 1_000_000,
  maxCharacters: 20_000_000,
};

/** Of the 768 MiB; the buffers of pdf.js are not in it. */
const heapMebibytes = 512;

const ourChild = new URL(import.meta.url.endsWith('.ts') ? './pdf-child.ts' : './pdf-child.js', import.meta.url);

export function createPdfReader(options: PdfReaderOptions = {}): PdfReader {
  const { child = ourChild, language = 'eng' } = options;
  const limits = { ...defaults, ...options.limits };
  const queue: (() => void)[] = [];
  const closing = new AbortController();
  let running = 0;

  return {
    async read(path, onPage, how = {}) {
      if (running + queue.length >= limits.atOnce + limits.waiting) return { kind: 'fault', code: 'busy' };
      // A finished run passes its slot on, so that nobody gets in between.
      if (running >= limits.atOnce) await new Promise<void>((resolve) => queue.push(resolve));
      else running += 1;
      try {
        return await readWith(child, path, { limits, language, onPage, how, signal: closing.signal });
      } finally {
        const next = queue.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    close: () => closing.abort(),
  };
}

interface Reading {
  readonly limits: PdfLimits;
  readonly language: string;
  readonly onPage: (page: PdfPage, pages: number) => unknown;
  readonly how: HowToRead;
  readonly signal: AbortSignal;
}

async function readWith(
  module: URL,
  path: string,
  { limits, language, onPage, how, signal }: Reading,
): Promise<PdfOutcome> {
  const { maxPages, maxPageItems, maxPageCharacters, memoryBytes, pageMs, fileMs } = limits;
  const { pictures = 'without_text', isPicture = false } = how;
  let pages = 0;
  let metadata: PdfMetadata = {};
  let characters = 0;
  let told: PdfFault | 'read' | undefined;
  const end = await runWatched({
    ...{ module, heapMebibytes, memoryBytes, signal, stallMs: pageMs, lifeMs: fileMs },
    // Pictures of pages are drawn by machine code, which Node does not hold to its files.
    confinement: { reads: [path], addons: true },
    args: [path, JSON.stringify({ maxPages, maxPageItems, maxPageCharacters, pictures, isPicture, language })],
    async onMessage(given, reply) {
      const message = messageSchema.parse(given);
      switch (message.type) {
        case 'opened':
          ({ pages, metadata } = message);
          return;
        case 'page':
          characters += message.page.pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
          if (characters > limits.maxCharacters) {
            told = 'too_much_text';
            throw new Error('too much text');
          }
          await onPage(message.page, pages);
          return reply('next');
        case 'refused':
          told = message.code;
          return;
        case 'done':
          told = 'read';
      }
    },
  });
  if (told !== undefined && told !== 'read') return { kind: 'fault', code: told };
  if (end.kind === 'done' && told === 'read') return { kind: 'read', pages, metadata };
  const fault = faultOf(end);
  // What unpacks pictures is machine code, which a broken one may bring down.
  const isBroken = isPicture && told === undefined && fault.kind === 'fault' && fault.code === 'failed';
  return isBroken ? { kind: 'fault', code: 'damaged' } : fault;
}

function faultOf(end: ProcessEnd): PdfOutcome {
  switch (end.kind) {
    case 'stalled':
    case 'overdue':
      return { kind: 'fault', code: 'too_slow' };
    case 'too_large':
      return { kind: 'fault', code: 'too_large' };
    case 'aborted':
      return { kind: 'fault', code: 'busy' };
    case 'failed':
      if (end.cause !== undefined) throw end.cause;
      return { kind: 'fault', code: 'failed', detail: end.detail };
    case 'done':
      return { kind: 'fault', code: 'failed', detail: 'the reader ended without a result' };
  }
}
