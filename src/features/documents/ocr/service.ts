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
    request: { readonly question: string; readonly earlier?: readonly Turn[] },
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

  async function ownedAndFound(owner: DocumentOwner, uuid: string) {
    const document = await documents.owned(owner, uuid);
    if ('kind' in document) return document;
    const read = await store.find(owner, uuid);
    return read === undefined ? refused('unprocessed') : { own: document, read };
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
    for (let served = 0; served < limit; ) {
      const range = { limit: Math.min(pagesAtOnce, limit - served), offset: offset + served };
      const pages = await store.pages(owner, documentUuid, range);
      const now = await store.find(owner, documentUuid);
      invariant(now?.processedAt === processedAt, 'the document was processed again while it was read');
      yield* pages;
      if (pages.length < range.limit) return;
      served += pages.length;
    }
  }

  return {
    async process(owner, uuid, { choice, isForced }) {
      const document = await documents.owned(owner, uuid);
      if ('kind' in document) return document;
      if (!isForced && !(await runs.isOpen(owner, uuid, 'ocr'))) {
        const earlierResult = await processed(owner, uuid, true);
        if (earlierResult.kind === 'processed') return earlierResult;
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
      const content = await ownedAndFound(owner, uuid);
      if ('kind' in content) return content;
      return { ...content.read, kind: 'content', pages: pagesOf(owner, content.read, range) };
    },
    async ask(owner, uuid, { question, earlier }) {
      const content = await ownedAndFound(owner, uuid);
      if ('kind' in content) return content;
      const read = async () => (await store.pages(owner, uuid)).map(partOf);
      const source = { ...subjectOf(content.own, content.read), key: `${uuid} ${content.read.processedAt}`, read };
      return { ...(await answerer.answer(question, source, earlier, owner.organisationId)), kind: 'answer' };
    },
    pages: store.pages,
    async find(owner, uuid) {
      const content = await ownedAndFound(owner, uuid);
      return 'kind' in content ? content : content.read;
    },
  };
}

const refused = (why: OcrRefusal): Refused => ({ kind: 'refused', why });
