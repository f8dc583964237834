import type { OrganisationId } from '../../../data/index.ts';
import { eachApart } from '../../../each-apart.ts';
import type { HttpClient } from '../../../http-client/index.ts';
import type { Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import type { AddResult, DocumentOwner, DocumentRuns, Documents } from '../documents/index.ts';
import type { NewWebsite, WebsitePatch } from './schema.ts';
import type { WebsiteRow, WebsiteStore } from './store.ts';

export interface WebsitesOptions {
  readonly store: WebsiteStore;
  readonly documents: Pick<Documents, 'add' | 'seen'>;
  readonly runs: Pick<DocumentRuns, 'begin'>;
  readonly jobs: Pick<Jobs, 'handle'>;
  readonly httpClient: Pick<HttpClient, 'refusal'>;
  readonly log: Log;
  readonly now: () => Date;
}

export interface Websites {
  /** Adds a site as a document and begins to read it. `bad_url` says what is wrong with the address. */
  add(owner: DocumentOwner, site: NewWebsite): Promise<AddResult | { readonly kind: 'bad_url'; readonly why: string }>;
  /** Returns the settings of a site that the person may read; undefined for any other document. */
  get(viewer: DocumentOwner, documentUuid: string): Promise<WebsiteRow | undefined>;
  /** Changes a site of this owner; undefined for any other document. */
  change(owner: DocumentOwner, documentUuid: string, set: WebsitePatch): Promise<WebsiteRow | undefined>;
}

const lookEveryMs = 60_000;
const hourMs = 3_600_000;
const dueKind = 'documents.websites.due';

/** Websites of the knowledge base: their settings, and the schedule on which they are read again. */
export function createWebsites(options: WebsitesOptions): Websites {
  const { store, documents, runs, jobs, httpClient, log, now } = options;

  const nextAfter = (refreshHours: number | null): string | null =>
    refreshHours === null ? null : new Date(now().getTime() + refreshHours * hourMs).toISOString();

  const begin = (owner: DocumentOwner, documentUuid: string): Promise<boolean> =>
    runs.begin(owner, documentUuid, { kind: 'ocr', options: { choice: 'general' } });

  async function readDue(): Promise<void> {
    const visit = async (row: WebsiteRow): Promise<void> => {
      if (!(await store.advance(row, nextAfter(row.refreshHours)))) return;
      const owner = { organisationId: row.organisationId as OrganisationId, userUuid: row.userUuid };
      await begin(owner, row.documentUuid);
    };
    await eachApart(await store.due(now().toISOString()), visit, {
      log,
      trouble: 'failed to begin the visit of a website',
      name: ({ documentUuid }) => ({ document: documentUuid }),
    });
  }

  jobs.handle(dueKind, readDue, { everyMs: lookEveryMs });

  return {
    async add(owner, { url, title, visibility, ...settings }) {
      const why = await httpClient.refusal(url);
      if (why !== undefined) return { kind: 'bad_url', why };
      const address = new URL(url);
      address.hash = '';
      const link = Buffer.from(`[InternetShortcut]\r\nURL=${address.href}\r\n`);
      const added = await documents.add(owner, {
        name: `${address.host}.url`,
        bytes: oneChunk(link),
        expectedBytes: link.length,
        title: async () => title ?? `${address.host}${address.pathname === '/' ? '' : address.pathname}`,
        visibility: async () => visibility,
        isWebsite: true,
      });
      if (added.kind !== 'added') return added;
      const documentUuid = added.document.uuid;
      await store.add(owner, {
        documentUuid,
        url: address.href,
        maxDepth: settings.max_depth,
        maxPages: settings.max_pages,
        refreshHours: settings.refresh_hours,
        nextAt: nextAfter(settings.refresh_hours),
      });
      await begin(owner, documentUuid);
      return added;
    },
    async get(viewer, documentUuid) {
      return (await documents.seen(viewer, documentUuid)) && store.find(viewer, documentUuid);
    },
    change(owner, documentUuid, { max_depth: maxDepth, max_pages: maxPages, refresh_hours: refreshHours }) {
      return store.change(owner, documentUuid, {
        ...(maxDepth !== undefined && { maxDepth }),
        ...(maxPages !== undefined && { maxPages }),
        ...(refreshHours !== undefined && { refreshHours, nextAt: nextAfter(refreshHours) }),
      });
    },
  };
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
