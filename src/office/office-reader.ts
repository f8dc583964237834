import { type PdfOutcome, type PdfPage, readApart } from '../pdf/index.ts';
import { createSlots } from '../slots.ts';
import type { OfficeFormat } from './formats.ts';

export interface OfficeReader {
  /** Reads a file and passes on one part at a time, like the reader of PDF. Errors from `onPage` are rethrown. */
  read(
    path: string,
    onPage: (page: PdfPage, pages: number) => unknown,
    how: { readonly format: OfficeFormat },
  ): Promise<PdfOutcome>;
  /** Aborts all reads in progress. */
  close(): void;
}

/** Limits of one file; a file that is within them takes seconds. */
const limits = {
  memoryBytes: 768 * 2 ** 20,
  pageMs: 60_000,
  fileMs: 120_000,
  maxCharacters: 20_000_000,
} as const;
const maxParts = 5000;

const module = new URL('./office-child.js', import.meta.url);

/** Creates the reader of office files and texts. It reads one at a time, each in a process of its own. */
export function createOfficeReader(): OfficeReader {
  const closing = new AbortController();
  const slots = createSlots({ atOnce: 1, waiting: 16 });
  return {
    async read(path, onPage, { format }) {
      const leave = await slots.enter();
      if (leave === undefined) return { kind: 'fault', code: 'busy' };
      try {
        return await readApart({
          ...limits,
          module,
          signal: closing.signal,
          onPage,
          args: [path, format, String(maxParts), String(limits.maxCharacters)],
          confinement: { reads: [path] },
        });
      } finally {
        leave();
      }
    },
    close: () => closing.abort(),
  };
}
