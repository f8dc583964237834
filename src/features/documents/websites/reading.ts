import { z } from 'zod';
import type { TenantQueries } from '../../../data/index.ts';
import type { Fetch } from '../../../http-client/index.ts';
import { type PdfPage, pieceSchema } from '../../../pdf/index.ts';
import { crawl, type KnownPage, SiteFault, type SitePage, withoutRepeated } from '../../../website/index.ts';
import type { Run, RunResult } from '../documents/index.ts';
import { type OcrPage, type OcrStore, piecesOf, readDocument, refusalText } from '../ocr/index.ts';
import type { WebsiteStore } from './store.ts';

export interface WebsiteReadingOptions {
  readonly store: Pick<WebsiteStore, 'find' | 'checked'>;
  readonly ocr: Pick<OcrStore, 'pages' | 'put'>;
  readonly fetch: Fetch;
  readonly now: () => Date;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
}

/** Where a stored page came from. */
const sourceSchema = z.object({
  url: z.string(),
  title: z.string().optional(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  digest: z.string(),
  links: z.array(z.string()),
  repeated: z.array(z.string()),
});

const pagesAtOnce = 200;

/** Visits a website and stores its pages. If none has changed, what is stored stays. */
export function createWebsiteReading({ store, ocr, fetch, now, nowMs }: WebsiteReadingOptions) {
  return async (run: Run): Promise<RunResult> => {
    const { owner, documentUuid, signal } = run;
    const site = await store.find(owner, documentUuid);
    if (site === undefined) return { kind: 'failed', code: 'no_file', detail: refusalText('no_file') };
    const earlierPages = await knownPages(ocr, run);
    const checked = (queries: TenantQueries): Promise<void> =>
      store.checked(queries, documentUuid, now().toISOString());
    let pages: SitePage[];
    try {
      const onProgress = (done: number, addresses: number): Promise<void> =>
        run.progress(done / (addresses + 1), `Page ${done} of ${addresses} found so far.`);
      pages = withoutRepeated(await crawl({ site, fetch, earlierPages, signal, nowMs, onProgress }));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SiteFault)) throw error;
      return {
        kind: 'failed',
        code: 'site',
        detail: error.message,
        store: checked,
      };
    }
    if (pages.length === 0)
      return {
        kind: 'failed',
        code: 'no_text',
        detail: 'The pages of the site have no text that a program can read.',
        store: checked,
      };
    const isSame = pages.length === earlierPages.size && pages.every(({ isUnchanged }) => isUnchanged);
    if (isSame) return { kind: 'done', store: checked };
    const title = pages[0]?.title;
    const read = readDocument(
      pages.map(pdfPageOf),
      { title },
      { documentUuid, ocrChoice: 'general', processedAt: now().toISOString() },
    );
    const stored = read.pages.map((page, i) => ({ ...page, source: sourceOf(pages[i] as SitePage) }));
    return {
      kind: 'done',
      async store(queries) {
        await ocr.put(queries, read.document, stored);
        await checked(queries);
      },
    };
  };
}

const pdfPageOf = ({ url, pieces }: SitePage, at: number): PdfPage => ({
  number: at + 1,
  place: url,
  pieces: [...pieces],
});

const sourceOf = ({
  url,
  title,
  etag,
  lastModified,
  digest,
  links,
  repeated,
}: SitePage): z.output<typeof sourceSchema> => ({
  url,
  ...(title !== undefined && { title }),
  etag,
  last_modified: lastModified,
  digest,
  links: [...links],
  repeated: [...repeated],
});

async function knownPages(ocr: Pick<OcrStore, 'pages'>, { owner, documentUuid }: Run): Promise<Map<string, KnownPage>> {
  const earlierPages = new Map<string, KnownPage>();
  for (let offset = 0; ; offset += pagesAtOnce) {
    const pages = await ocr.pages(owner, documentUuid, { limit: pagesAtOnce, offset });
    for (const page of pages) {
      const source = sourceSchema.safeParse(page.source);
      if (source.success) earlierPages.set(source.data.url, knownPage(page, source.data));
    }
    if (pages.length < pagesAtOnce) return earlierPages;
  }
}

function knownPage(page: OcrPage, { last_modified, ...source }: z.output<typeof sourceSchema>): KnownPage {
  return { ...source, lastModified: last_modified, pieces: z.array(pieceSchema).parse(piecesOf(page)) };
}
