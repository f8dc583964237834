import { invariant } from '../../../../media/kit/invariant.ts';
import type { Answer, Answerer, Turn } from '../../../answers/index.ts';
import type { DocumentOwner, DocumentRuns, Documents } from '../documents/index.ts';
import { createReading, type ReadingOptions, readingLimitMs } from './reading.ts';
import { isOcrRefusal, type OcrRefusal } from './refusal.ts';
import type { OcrChoice } from './schema.ts';
import { partOf, subjectOf } from './source.ts';
import type { OcrDocument, OcrPage, PageRange } from './store.ts';

export interface OcrOptions extends ReadingOptions {
  readonly documents: Pick<Documents, 'owned' | 'file'>;
  readonly runs: Pick<DocumentRuns, 'handle' | 'perform' | 'isOpen'>;
  readonly answerer: Answerer;
}

type Refused = { readonly kind: 'refused'; readonly why: OcrRefusal };

export interface Processed {
  readonly kind: 'processed';
  readonly document: OcrDocument;
  readonly alreadyProcessed: boolean;
  /** Number of pages without readable text. */
  readonly emptyPages: number;
}

/** `pages` are read on demand, a few at a time. */
export type OcrContent = OcrDocument & { readonly kind: 'content'; readonly pages: AsyncIterable<OcrPage> };

/** Pages read in one statement: a page may have a million characters. */
const pagesAtOnce = 10;

export interface Ocr {
  /** Waits for the run, which continues if the client disconnects. */
  process(
    owner: DocumentOwner,
    documentUuid: string,
    how: { readonly choice: OcrChoice; readonly isForced: boolean },
  ): Promise<Processed | Refused>;
  content(owner: DocumentOwner, documentUuid: string, range: PageRange): Promise<OcrContent | Refused>;
  ask(
    owner: DocumentOwner,
    documentUuid: string,
    asked: { readonly question: string; readonly earlier?: readonly Turn[] },
  ): Promise<(Answer & { readonly kind: 'answer' }) | Refused>;
  /** Returns data about a processed document of this owner. */
  find(owner: DocumentOwner, documentUuid: string): Promise<OcrDocument | Refused>;
  /** Returns pages of a document. The caller must have checked its owner. */
  pages(owner: DocumentOwner, documentUuid: string, range: PageRange): Promise<OcrPage[]>;
}

/** Extracts and serves the content of documents. */
export function createOcr(options: OcrOptions): Ocr {
  const { store, documents, runs, answerer } = options;
  runs.handle('ocr', createReading(options), { timeLimitMs: readingLimitMs });

  async function found(owner: DocumentOwner, uuid: string) {
    const own = await documents.owned(owner, uuid);
    if ('kind' in own) return own;
    const read = await store.find(owner, uuid);
    return read === undefined ? refused('unprocessed') : { own, read };
  }

  async function processed(
    owner: DocumentOwner,
    uuid: string,
    alreadyProcessed: boolean,
  ): Promise<Processed | Refused> {
    const document = await store.find(owner, uuid);
    if (document === undefined) return refused('unknown');
    const emptyPages = await store.emptyPages(owner, uuid);
    return { kind: 'processed', document, alreadyProcessed, emptyPages };
  }

  /** Throws if the document is processed again meanwhile: pages of two runs must not be mixed. */
  async function* pagesOf(owner: DocumentOwner, read: OcrDocument, { limit, offset }: PageRange) {
    const { documentUuid, processedAt } = read;
    for (let given = 0; given < limit; ) {
      const range = { limit: Math.min(pagesAtOnce, limit - given), offset: offset + given };
      const pages = await store.pages(owner, documentUuid, range);
      const now = await store.find(owner, documentUuid);
      invariant(now?.processedAt === processedAt, 'the document was processed again while it was read');
      yield* pages;
      if (pages.length < range.limit) return;
      given += pages.length;
    }
  }

  return {
    async process(owner, uuid, { choice, isForced }) {
      const own = await documents.owned(owner, uuid);
      if ('kind' in own) return own;
      if (!isForced && !(await runs.isOpen(owner, uuid, 'ocr'))) {
        const known = await processed(owner, uuid, true);
        if (known.kind === 'processed') return known;
      }
      const outcome = await runs.perform(owner, uuid, { kind: 'ocr', options: { choice } });
      switch (outcome.kind) {
        case 'done':
          return processed(owner, uuid, false);
        case 'failed':
          return refused(isOcrRefusal(outcome.code) ? outcome.code : 'failed');
        case 'gone':
          return refused('unknown');
        default:
          return refused('busy');
      }
    },
    async content(owner, uuid, range) {
      const one = await found(owner, uuid);
      if ('kind' in one) return one;
      return { ...one.read, kind: 'content', pages: pagesOf(owner, one.read, range) };
    },
    async ask(owner, uuid, { question, earlier }) {
      const one = await found(owner, uuid);
      if ('kind' in one) return one;
      const read = async () => (await store.pages(owner, uuid)).map(partOf);
      const source = { ...subjectOf(one.own, one.read), key: `${uuid} ${one.read.processedAt}`, read };
      return { ...(await answerer.answer(question, source, earlier)), kind: 'answer' };
    },
    pages: store.pages,
    async find(owner, uuid) {
      const one = await found(owner, uuid);
      return 'kind' in one ? one : one.read;
    },
  };
}

const refused = (why: OcrRefusal): Refused => ({ kind: 'refused', why });
