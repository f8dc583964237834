import { createSlots } from '../slots.ts';
import { type ProcessEnd, runWatched, type WatchedProcess } from '../watched-process/index.ts';
import {
  type ChildLimits,
  lengthOf,
  messageSchema,
  type PdfMetadata,
  type PdfPage,
  type refusalCodes,
} from './page.ts';

export type PdfFault =
  | (typeof refusalCodes)[number]
  | 'too_slow'
  | 'too_large'
  /** The parser failed. */
  | 'failed'
  /** Too many files are being read, or the reader is closing. */
  | 'busy';

export type PdfOutcome =
  | { readonly kind: 'read'; readonly pages: number; readonly metadata: PdfMetadata }
  | { readonly kind: 'fault'; readonly code: PdfFault; readonly detail?: string };

export interface PdfReader {
  /**
   * Reads a file and passes on one page at a time; the next page is read once the returned promise resolves. Errors
   * from `onPage` are rethrown.
   */
  read(path: string, onPage: (page: PdfPage, pages: number) => unknown, how?: HowToRead): Promise<PdfOutcome>;
  /** Aborts all reads in progress. */
  close(): void;
}

export interface HowToRead {
  /** Pages to read as pictures; by default those without text. */
  readonly pictures?: 'without_text' | 'all' | 'none';
  /** Whether the file itself is a picture. */
  readonly isPicture?: boolean;
}

export interface PdfReaderOptions {
  readonly limits?: Partial<PdfLimits>;
  /** Language of text in pictures, as a three-letter code; English by default. */
  readonly language?: string;
}

export interface PdfLimits {
  /** Maximum files read at once and maximum waiting. */
  readonly atOnce: number;
  readonly waiting: number;
  readonly memoryBytes: number;
  /** Time limit for one page, and for opening the file. */
  readonly pageMs: number;
  readonly fileMs: number;
  readonly maxPages: number;
  readonly maxPageItems: number;
  readonly maxPageCharacters: number;
  /** Limit across all pages. */
  readonly maxCharacters: number;
}

const defaults: PdfLimits = {
  atOnce: 1,
  waiting: 16,
  memoryBytes: 768 * 2 ** 20,
  // Reading a picture of a page takes seconds, longer on busy cores.
  pageMs: 60_000,
  fileMs: 1_800_000,
  maxPages: 5000,
  maxPageItems: 200_000,
  maxPageCharacters: 1_000_000,
  maxCharacters: 20_000_000,
};

/** Part of the 768 MiB limit; pdf.js buffers are not in the heap. */
const heapMebibytes = 512;

const module = new URL('./pdf-child.js', import.meta.url);

export function createPdfReader(options: PdfReaderOptions = {}): PdfReader {
  const { language = 'eng' } = options;
  const limits = { ...defaults, ...options.limits };
  const closing = new AbortController();
  const slots = createSlots(limits);

  return {
    async read(path, onPage, how = {}) {
      const leave = await slots.enter();
      if (leave === undefined) return { kind: 'fault', code: 'busy' };
      try {
        return await readWith(path, { limits, language, onPage, how, signal: closing.signal });
      } finally {
        leave();
      }
    },
    close: () => closing.abort(),
  };
}

interface Reading {
  readonly limits: PdfLimits;
  readonly language: string;
  readonly onPage: OnPage;
  readonly how: HowToRead;
  readonly signal: AbortSignal;
}

type OnPage = (page: PdfPage, pages: number) => unknown;

async function readWith(path: string, { limits, language, onPage, how, signal }: Reading): Promise<PdfOutcome> {
  const { maxPages, maxPageItems, maxPageCharacters } = limits;
  const { pictures = 'without_text', isPicture = false } = how;
  const given: ChildLimits = { maxPages, maxPageItems, maxPageCharacters, pictures, isPicture, language };
  const outcome = await readApart({
    ...limits,
    module,
    signal,
    onPage,
    args: [path, JSON.stringify(given)],
    // Pages are drawn by native code, which Node's file permissions do not restrict.
    confinement: { reads: [path], addons: true },
  });
  // Pictures are decoded by native code, which a corrupt one may crash.
  const isBroken = isPicture && outcome.kind === 'fault' && outcome.code === 'failed';
  return isBroken ? { kind: 'fault', code: 'damaged' } : outcome;
}

/** A process that sends the pages of a file as `PdfMessage`. */
export type ReadingProcess = Pick<WatchedProcess, 'module' | 'args' | 'confinement' | 'signal'> &
  Pick<PdfLimits, 'memoryBytes' | 'pageMs' | 'fileMs' | 'maxCharacters'> & { readonly onPage: OnPage };

/** Runs the process and passes on its pages, one at a time. Errors from `onPage` are rethrown. */
export async function readApart({ onPage, pageMs, fileMs, maxCharacters, ...child }: ReadingProcess) {
  let pages = 0;
  let metadata: PdfMetadata = {};
  let characters = 0;
  let report: PdfFault | 'read' | undefined;
  const end = await runWatched({
    ...child,
    heapMebibytes,
    stallMs: pageMs,
    lifeMs: fileMs,
    async onMessage(sent, reply) {
      const message = messageSchema.parse(sent);
      switch (message.type) {
        case 'opened':
          ({ pages, metadata } = message);
          return;
        case 'page':
          characters += message.page.pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
          if (characters > maxCharacters) {
            report = 'too_much_text';
            throw new Error('too much text');
          }
          await onPage(message.page, pages);
          return reply('next');
        case 'refused':
          report = message.code;
          return;
        case 'done':
          report = 'read';
      }
    },
  });
  return outcomeOf(end, report, { pages, metadata });
}

function outcomeOf(
  end: ProcessEnd,
  report: PdfFault | 'read' | undefined,
  read: { readonly pages: number; readonly metadata: PdfMetadata },
): PdfOutcome {
  if (report !== undefined && report !== 'read') return { kind: 'fault', code: report };
  return end.kind === 'done' && report === 'read' ? { kind: 'read', ...read } : faultOf(end);
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
