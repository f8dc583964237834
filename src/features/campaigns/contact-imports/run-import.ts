import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import type { OrganisationId, Queries } from '../../../data/index.ts';
import type { FileStore } from '../../../files/index.ts';
import { type Job, JobStop } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import { SheetFault, type TableRow } from '../../../sheets/index.ts';
import {
  type CheckedRow,
  type ContactStore,
  type ContactUndo,
  checkRow,
  refusalTexts,
  type Sight,
  type Viewer,
} from '../contacts/index.ts';
import { type Columns, columnsOf, contactOf, keepsNames } from './columns.ts';
import { openTableFile } from './open-table.ts';
import type { Country, Mapping, RowError, RowRename } from './schema.ts';
import type { BatchTally, ImportRow, ImportStore, Refusal } from './store.ts';
import type { Table } from './table.ts';

export interface RunImportOptions {
  readonly store: ImportStore;
  readonly contacts: Pick<ContactStore, 'upsertIn'>;
  readonly files: Pick<FileStore, 'find' | 'removeUnheld'>;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => Date;
  /** Rows of a batch; each batch is one transaction. */
  readonly batchRows?: number;
}

export const importKind = 'contacts.import';

const payload = z.object({ import_uuid: z.string() });
const defaultBatchRows = 500;
export const importAttempts = 5;

/**
 * Returns the job that imports a file batch by batch. After a crash, it reads from the start and skips what is stored
 * already.
 */
export function createRunImport(options: RunImportOptions): (job: Job) => Promise<void> {
  const { store, files, log, now } = options;
  return async (job) => {
    const organisation = job.organisationId as OrganisationId;
    const { import_uuid: uuid } = payload.parse(job.payload);
    const row = await store.get(organisation, uuid);
    if (row === undefined || row.finishedAt !== null) return job.complete();
    const error = await readAll(job, row, options).then(
      () => null,
      (thrown: unknown) => {
        if (thrown instanceof SheetFault || thrown instanceof ImportCancelled) return thrown.message;
        if (thrown instanceof JobStop || job.attempt < importAttempts) throw thrown;
        log.error({ err: thrown, importUuid: uuid }, 'gave up on an import');
        return 'The import failed on the server. Upload the file again later.';
      },
    );
    let held: string[] = [];
    await job.complete(async (queries) => {
      held = await store.finish(store.bind(queries, organisation), uuid, { at: now().toISOString(), error });
    });
    await files.removeUnheld(held);
  };
}

async function readAll(job: Job, row: ImportRow, options: RunImportOptions): Promise<void> {
  const { store, files, batchRows = defaultBatchRows } = options;
  const organisation = job.organisationId as OrganisationId;
  await job.step('begin', async (queries) => store.begin(store.bind(queries, organisation), row.uuid));
  const file = await files.find(row.digest);
  if (file === undefined) throw new SheetFault('The file is missing. Upload it again.');
  const progress = { share: 0 };
  const { format } = row;
  const mapping = row.mapping as Mapping;
  const bytes = await file.stream();
  const table = await openTableFile({ format, bytes, mapping, sizeBytes: file.sizeBytes }, batchRows, (share) => {
    progress.share = share;
  });
  try {
    await readRows(job, row, { ...options, table, progress });
  } finally {
    await table.close();
  }
}

interface Reading extends RunImportOptions {
  readonly table: Table;
  readonly progress: { readonly share: number };
}

async function readRows(job: Job, row: ImportRow, reading: Reading): Promise<void> {
  const { table, progress, sightOf } = reading;
  const columns = columnsOf(table.titles, row.mapping as Mapping);
  const keepNames = keepsNames(columns);
  const seen = new Set<string>();
  let done = 0;
  for await (const batch of table.batches) {
    job.signal.throwIfAborted();
    const checked = batch.map(({ cells }) => checkRowOf(cells, columns, row));
    done += batch.length;
    if (done > row.rowsDone) {
      const sight = await sightOf({ organisationId: row.organisationId as OrganisationId, userUuid: row.userUuid });
      const { titles } = table;
      const apply = applyBatch(
        { row, titles, batch, checked, sight, seen, keepNames, progress: progress.share },
        reading,
      );
      await job.step(`rows to ${done}`, (queries) => apply(queries));
      await job.progress(progress.share, `${done} rows`);
    }
    for (const checkedRow of checked) if (checkedRow.ok) seen.add(checkedRow.row.phone);
    // One read yields many batches, and SQLite returns synchronously: this lets requests run in between.
    await breathe();
  }
}

/** `fault`: the row is refused and only its opt-out is stored. */
type ReadRow = CheckedRow & { readonly fault?: string };

function checkRowOf(cells: readonly string[], columns: Columns, { country, tags }: ImportRow): ReadRow {
  const contactRow = contactOf(cells, columns, country as Country | null);
  if ('phone' in contactRow) return { ok: false, phone: contactRow.phone.slice(0, 40), detail: contactRow.fault };
  const { contact, optOut, fault } = contactRow;
  const whole = checkRow(contact, tags as string[]);
  const checked: CheckedRow =
    whole.ok && fault !== undefined ? { ok: false, phone: whole.row.phone, detail: fault } : whole;
  if (optOut === undefined) return checked;
  const optedOut = { optedOut: true, dncReason: optOut };
  if (checked.ok) return { ok: true, row: { ...checked.row, ...optedOut } };
  const alone = checkRow({ phone: contact.phone }, tags as string[]);
  return alone.ok ? { ok: true, row: { ...alone.row, ...optedOut }, fault: checked.detail } : checked;
}

interface Batch {
  readonly row: ImportRow;
  readonly titles: readonly string[];
  readonly batch: readonly TableRow[];
  readonly checked: readonly ReadRow[];
  readonly sight: Sight;
  /** Phone numbers of earlier rows, which a dry run does not store. */
  readonly seen: ReadonlySet<string>;
  readonly keepNames: boolean;
  readonly progress: number;
}

/** Thrown inside the transaction of a batch, to roll it back. */
class ImportCancelled extends Error {}

/** Safe to retry, as transactions may be: it changes nothing but the database. */
function applyBatch(given: Batch, options: RunImportOptions) {
  const { row, titles, batch, checked, sight, seen, keepNames, progress } = given;
  const { store, contacts, now } = options;
  return async (queries: Queries): Promise<void> => {
    const tenant = store.bind(queries, row.organisationId as OrganisationId);
    const rows = checked.flatMap((checkedRow) => (checkedRow.ok ? [checkedRow.row] : []));
    const at = now().toISOString();
    const results = (await contacts.upsertIn(tenant, rows, { at, sight, keepNames, dryRun: row.dryRun })).values();
    const tally = { rows: batch.length, created: 0, updated: 0, errors: [] as RowError[], renames: [] as RowRename[] };
    const refusals: Refusal[] = [];
    const changes = new Map<string, ContactUndo>();
    const reject = (index: number, phone: string | null, detail: string): void => {
      const { number, cells } = batch[index]!;
      tally.errors.push({ row: number, phone, detail });
      refusals.push({ rowNumber: number, cells, detail });
    };
    for (const [index, checkedRow] of checked.entries()) {
      if (!checkedRow.ok) {
        reject(index, checkedRow.phone, checkedRow.detail);
        continue;
      }
      const result = results.next().value!;
      if (result.kind !== 'created' && result.kind !== 'updated') {
        reject(index, checkedRow.row.phone, refusalTexts[result.kind]);
        continue;
      }
      if (checkedRow.fault !== undefined)
        reject(index, checkedRow.row.phone, `${checkedRow.fault} Only its opt-out is stored.`);
      else if (result.kind === 'created' && !seen.has(checkedRow.row.phone)) tally.created += 1;
      else tally.updated += 1;
      const { uuid } = result.contact;
      const before = result.kind === 'created' ? null : result.was;
      const rename = row.dryRun ? renameOf(before, result.contact) : undefined;
      if (rename !== undefined) tally.renames.push({ row: batch[index]!.number, ...rename });
      if (!row.dryRun && !changes.has(uuid)) changes.set(uuid, { contactUuid: uuid, before, storedAt: at });
    }
    if (refusals.length > 0) refusals.unshift({ rowNumber: 0, cells: titles, detail: 'Reason' });
    const done: BatchTally = { ...tally, changes: [...changes.values()], refusals };
    if (!(await store.advance(tenant, row.uuid, done, progress))) throw new ImportCancelled();
  };
}

/** Returns undefined unless an existing name is replaced by another one. */
function renameOf(
  before: ContactUndo['before'],
  { phone, name: to }: NonNullable<ContactUndo['before']>,
): Omit<RowRename, 'row'> | undefined {
  const from = before?.name ?? null;
  return from === null || to === null || from === to ? undefined : { phone, from, to };
}
