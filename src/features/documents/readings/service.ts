import type { Audio } from '../audio-transcription/index.ts';
import type { DocumentOwner, DocumentRuns, RunKind, RunState } from '../documents/index.ts';
import type { Ocr, OcrChoice, OcrPage } from '../ocr/index.ts';
import type { ReadingPage, ReadingStore, ReadRow } from './store.ts';

export interface ReadingsOptions {
  readonly store: ReadingStore;
  readonly runs: Pick<DocumentRuns, 'begin' | 'callOff' | 'statesOf'>;
  readonly ocr: Pick<Ocr, 'pages'>;
  readonly audio: Pick<Audio, 'transcript'>;
}

export type Reading = ReadRow & {
  /** The last run of the document's kind; undefined if there was none. */
  readonly work: RunState | undefined;
};

type Transcript = NonNullable<Awaited<ReturnType<Audio['transcript']>>>;

/** Methods return undefined for an unknown document, and `foreign` where only its owner may do this. */
export interface Readings {
  list(owner: DocumentOwner, page: ReadingPage): Promise<{ readonly readings: Reading[]; readonly total: number }>;
  get(owner: DocumentOwner, documentUuid: string): Promise<Reading | undefined>;
  /**
   * Starts reading the document, even if it was read before, or joins the run in progress. The existing result stays
   * until the end.
   */
  begin(owner: DocumentOwner, documentUuid: string, choice: OcrChoice): Promise<Reading | 'foreign' | undefined>;
  /** Cancels the run. Returns whether one was in progress. */
  callOff(owner: DocumentOwner, documentUuid: string): Promise<boolean | 'foreign' | undefined>;
  /** Returns `unread` before there is a result. */
  pages(
    owner: DocumentOwner,
    documentUuid: string,
    range: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly pages: OcrPage[]; readonly total: number } | 'unread' | undefined>;
  transcript(owner: DocumentOwner, documentUuid: string): Promise<Transcript | 'unread' | undefined>;
}

export const isSound = ({ document }: Pick<ReadRow, 'document'>): boolean => document.mimeType.startsWith('audio/');

const isOwn = ({ document }: ReadRow, { userUuid }: DocumentOwner): boolean => document.userUuid === userUuid;

const runKindOf = (row: ReadRow): RunKind => (isSound(row) ? 'audio' : 'ocr');

/** Reads a person's documents, and reports their progress and results. */
export function createReadings({ store, runs, ocr, audio }: ReadingsOptions): Readings {
  async function withWork(owner: DocumentOwner, rows: readonly ReadRow[]): Promise<Reading[]> {
    const uuids = rows.map(({ document }) => document.uuid);
    const states = await runs.statesOf(owner, uuids);
    return rows.map((row) => ({
      ...row,
      work: states.get(row.document.uuid)?.find(({ kind }) => kind === runKindOf(row)),
    }));
  }

  async function get(owner: DocumentOwner, uuid: string): Promise<Reading | undefined> {
    const row = await store.get(owner, uuid);
    return row && (await withWork(owner, [row]))[0];
  }

  return {
    get,
    async list(owner, page) {
      const { rows, total } = await store.list(owner, page);
      return { readings: await withWork(owner, rows), total };
    },
    async begin(owner, uuid, choice) {
      const row = await store.get(owner, uuid);
      if (row === undefined) return undefined;
      if (!isOwn(row, owner)) return 'foreign';
      const run = isSound(row) ? { kind: 'audio', options: {} } : { kind: 'ocr', options: { choice } };
      return (await runs.begin(owner, uuid, run as Parameters<DocumentRuns['begin']>[2]))
        ? get(owner, uuid)
        : undefined;
    },
    async callOff(owner, uuid) {
      const row = await store.get(owner, uuid);
      if (row === undefined) return undefined;
      return isOwn(row, owner) ? runs.callOff(owner, uuid, runKindOf(row)) : 'foreign';
    },
    async pages(owner, uuid, range) {
      const row = await store.get(owner, uuid);
      if (row === undefined) return undefined;
      return row.ocr === null ? 'unread' : { pages: await ocr.pages(owner, uuid, range), total: row.ocr.totalPages };
    },
    async transcript(owner, uuid) {
      const row = await store.get(owner, uuid);
      return row && ((await audio.transcript(owner, uuid)) ?? 'unread');
    },
  };
}
