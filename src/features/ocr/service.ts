import { type PdfFault, type PdfPage, type PdfReader, repeatedIn } from '../../pdf/index.ts';
import type { DocumentOwner, DocumentRow, Documents } from '../documents/index.ts';
import type { OcrChoice } from './schema.ts';
import type { OcrDocument, OcrPage, OcrStore } from './store.ts';

export interface OcrOptions {
  readonly store: OcrStore;
  readonly documents: Pick<Documents, 'get' | 'file'>;
  readonly pdf: Pick<PdfReader, 'read'>;
  readonly now: () => Date;
  /** The parser failed at a file, which is a fault of ours. */
  readonly onTrouble: (documentUuid: string, detail: string | undefined) => void;
}

export type OcrRefusal =
  | 'unknown'
  | 'foreign'
  | 'no_file'
  | 'not_pdf'
  | 'no_ocr'
  /** Its pages are pictures. */
  | 'no_text'
  | PdfFault;

type Refused = { readonly kind: 'refused'; readonly why: OcrRefusal };

export interface Processed {
  readonly kind: 'processed';
  readonly document: OcrDocument;
  readonly alreadyProcessed: boolean;
  /** Pages of which nothing could be read. */
  readonly emptyPages: number;
}

export type OcrContent = OcrDocument & { readonly kind: 'content'; readonly pages: readonly OcrPage[] };

export interface Ocr {
  process(
    owner: DocumentOwner,
    documentUuid: string,
    how: { readonly choice: OcrChoice; readonly isForced: boolean },
  ): Promise<Processed | Refused>;
  content(owner: DocumentOwner, documentUuid: string): Promise<OcrContent | Refused | { readonly kind: 'unprocessed' }>;
}

const pdfType = 'application/pdf';

/** What the pages of a document say. A result is stored when it is whole; until then the one before it stays. */
export function createOcr({ store, documents, pdf, now, onTrouble }: OcrOptions): Ocr {
  /** By document: whoever asks while one is read gets what comes of it. */
  const runs = new Map<string, Promise<Processed | Refused>>();

  async function ownDocument(owner: DocumentOwner, uuid: string): Promise<DocumentRow | Refused> {
    const document = await documents.get(owner, uuid);
    if (document !== undefined) return document;
    return refused((await store.isDocument(uuid)) ? 'foreign' : 'unknown');
  }

  async function run(owner: DocumentOwner, documentUuid: string, ocrChoice: OcrChoice): Promise<Processed | Refused> {
    const found = await documents.file(owner, documentUuid);
    if (found === undefined) return refused('no_file');
    if (found.document.mimeType !== pdfType) return refused('not_pdf');
    if (ocrChoice === 'ocr') return refused('no_ocr');
    const read: PdfPage[] = [];
    const outcome = await pdf.read(found.file.path, (page) => void read.push(page));
    if (outcome.kind === 'fault') {
      if (outcome.code === 'failed') onTrouble(documentUuid, outcome.detail);
      return refused(outcome.code);
    }
    const emptyPages = read.filter(({ pieces }) => pieces.length === 0).length;
    if (emptyPages === read.length) return refused('no_text');
    const document = {
      documentUuid,
      ocrChoice,
      totalPages: read.length,
      companyName: null,
      reportYear: null,
      processedAt: now().toISOString(),
    };
    if (!(await store.put(owner, document, storedPages(read)))) return refused('unknown');
    return { kind: 'processed', document, alreadyProcessed: false, emptyPages };
  }

  return {
    async process(owner, uuid, { choice, isForced }) {
      const own = await ownDocument(owner, uuid);
      if ('kind' in own) return own;
      if (!runs.has(uuid) && !isForced) {
        const document = await store.find(owner, uuid);
        if (document !== undefined) return { kind: 'processed', document, alreadyProcessed: true, emptyPages: 0 };
      }
      const made = runs.get(uuid) ?? run(owner, uuid, choice).finally(() => runs.delete(uuid));
      runs.set(uuid, made);
      return made;
    },
    async content(owner, uuid) {
      const own = await ownDocument(owner, uuid);
      if ('kind' in own) return own;
      const document = await store.find(owner, uuid);
      if (document === undefined) return { kind: 'unprocessed' };
      return { ...document, kind: 'content', pages: await store.pages(owner, uuid) };
    },
  };
}

const refused = (why: OcrRefusal): Refused => ({ kind: 'refused', why });

function storedPages(pages: readonly PdfPage[]): OcrPage[] {
  const isRepeated = repeatedIn(pages);
  return pages.map(({ number, pieces }) => ({
    pageNumber: number,
    chunks: pieces.map(({ text, place }) => ({
      text,
      kind: place === 'margin' && isRepeated(text) ? 'repeated' : 'body',
    })),
  }));
}
