import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { readUpload, registerUploads, tooLarge } from '../../../http/uploads.ts';
import type { Viewer } from '../contacts/index.ts';
import { importLimits } from './limits.ts';
import { rejectedCsv } from './rejected-csv.ts';
import * as schema from './schema.ts';
import type { AddImport, Imports, ImportUndo } from './service.ts';
import { type ImportRow, notesOf } from './store.ts';
import { undoHours } from './undo-import.ts';

const tags = ['contacts'];
const url = '/api/voice/customers/import';
const fields = ['mapping', 'tags', 'dry_run', 'country'];

const viewerOf = (request: FastifyRequest): Viewer => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});

export function registerImportRoutes(app: FastifyInstance, imports: Imports): void {
  registerUploads(app, (uploads) => {
    registerAdding(uploads, imports);
    registerColumns(uploads, imports);
  });

  app.route<{ Params: z.output<typeof schema.importUuid> }>({
    method: 'GET',
    url: `${url}/:uuid`,
    config: { access: { scopes: ['voice:campaigns:read'] } },
    schema: {
      summary: 'Returns the progress of an import and the rejected rows.',
      tags,
      params: schema.importUuid,
      response: { 200: schema.importReport },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const row = await imports.get(viewerOf(request), uuid);
      if (row === undefined) throw new Problem('not_found', `Import ${uuid} does not exist.`);
      return toJson(row, await imports.undoOf(row));
    },
  });

  app.route<{ Querystring: z.output<typeof schema.importListQuery> }>({
    method: 'GET',
    url,
    config: { access: { scopes: ['voice:campaigns:read'] } },
    schema: {
      summary: 'Lists imports, newest first, without previews.',
      tags,
      querystring: schema.importListQuery,
      response: { 200: schema.importList },
    },
    handler: async (request) => {
      const { rows, total } = await imports.list(viewerOf(request), request.query);
      const listed = rows.map(async (row) => toJson(row, await imports.undoOf(row)));
      return { imports: await Promise.all(listed), total, ...request.query };
    },
  });

  app.route<{ Params: z.output<typeof schema.importUuid> }>({
    method: 'GET',
    url: `${url}/:uuid/rejected`,
    config: { access: { scopes: ['voice:campaigns:read'] } },
    schema: {
      summary: 'Returns the rejected rows of an import as CSV: the cells of the file, and the reason.',
      description:
        'Returns up to 10,000 rows, for 24 hours. Correct the rows and import the file again; the reason column is skipped.',
      tags,
      params: schema.importUuid,
      answers: ['text/csv'],
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const refusals = await imports.refusals(viewerOf(request), uuid);
      if (refusals === undefined) throw new Problem('not_found', `Import ${uuid} does not exist.`);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="rejected-${uuid}.csv"`)
        .header('cache-control', 'private, no-store')
        .send(Buffer.from(rejectedCsv(refusals.refusals)));
    },
  });

  registerEnding(app, imports);
}

function registerEnding(app: FastifyInstance, imports: Imports): void {
  app.route<{ Params: z.output<typeof schema.importUuid> }>({
    method: 'POST',
    url: `${url}/:uuid/undo`,
    config: {
      access: { scopes: ['voice:campaigns:write'] },
      errors: { conflict: 'The import has not finished, was undone, changed nothing, or is older than 24 hours.' },
    },
    schema: {
      summary: 'Undoes an import within 24 hours.',
      description:
        'Deletes the contacts that the import created and restores the former values of those that it updated. Contacts changed or called since are kept and counted. Runs in the background; `undo` of the import has the result.',
      tags,
      params: schema.importUuid,
      response: { 202: schema.importReport },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const row = await imports.undo(viewerOf(request), uuid);
      if (row === undefined) throw new Problem('not_found', `Import ${uuid} does not exist.`);
      if (typeof row === 'string') throw new Problem('conflict', undoRefusals[row]);
      return reply.code(202).send(toJson(row, await imports.undoOf(row)));
    },
  });

  app.route<{ Params: z.output<typeof schema.importUuid> }>({
    method: 'POST',
    url: `${url}/:uuid/cancel`,
    config: {
      access: { scopes: ['voice:campaigns:write'] },
      errors: { conflict: 'The import has finished.' },
    },
    schema: {
      summary: 'Cancels a queued or running import. Rows already stored are kept.',
      tags,
      params: schema.importUuid,
      response: { 200: schema.importReport },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const row = await imports.cancel(viewerOf(request), uuid);
      if (row === undefined) throw new Problem('not_found', `Import ${uuid} does not exist.`);
      if (row === 'over') throw new Problem('conflict', `Import ${uuid} has finished.`);
      return toJson(row, await imports.undoOf(row));
    },
  });
}

function registerAdding(app: FastifyInstance, imports: Imports): void {
  app.route({
    method: 'POST',
    url,
    config: {
      access: { scopes: ['voice:campaigns:write'] },
      limit: { perMinute: 5 },
      errors: { conflict: 'A person was erased while the file arrived.' },
    },
    schema: {
      summary:
        'Imports contacts from a CSV or XLSX `file` (multipart). Optional: `mapping` of columns, `tags` for all rows, `country` for numbers without a code, and `dry_run`, which stores nothing.',
      tags,
      multipart: schema.importUpload,
      response: { 202: schema.importAccepted },
    },
    handler: async (request, reply) => {
      const viewer = viewerOf(request);
      const leave = imports.enter(viewer);
      if (leave === undefined) throw busy('Too many uploads at once. Try again shortly.', '5');
      try {
        const form = { file: 'file', fields, maxFileBytes: importLimits.fileBytes };
        const added = await readUpload(request, form, ({ name, bytes, expectedBytes, fields: rest }) =>
          imports.add(viewer, { name, bytes, expectedBytes, form: async () => readForm(await rest()) }),
        );
        if (added.kind !== 'added') throw refusal(added.kind);
        return reply.code(202).send({ import_uuid: added.row.uuid, status: added.row.status });
      } finally {
        leave();
      }
    },
  });
}

function registerColumns(app: FastifyInstance, imports: Imports): void {
  app.route({
    method: 'POST',
    url: `${url}/columns`,
    config: { access: { scopes: ['voice:campaigns:write'] }, limit: { perMinute: 20 } },
    schema: {
      summary:
        'Returns the columns of a CSV or XLSX `file` (multipart) with examples and suggested fields. Stores nothing.',
      tags,
      multipart: schema.columnsUpload,
      response: { 200: schema.importColumns },
    },
    handler: async (request) => {
      const leave = imports.enter(viewerOf(request));
      if (leave === undefined) throw busy('Too many uploads at once. Try again shortly.', '5');
      try {
        const form = { file: 'file', fields: [], maxFileBytes: importLimits.fileBytes };
        const columns = await readUpload(request, form, ({ bytes, expectedBytes }) =>
          imports.columns({ bytes, expectedBytes }),
        );
        if (columns.kind === 'unreadable') throw new Problem('bad_request', columns.detail);
        if (columns.kind !== 'columns') throw refusal(columns.kind);
        return {
          columns: columns.columns.map((column) => ({ ...column, examples: [...column.examples] })),
          countries: schema.countries,
        };
      } finally {
        leave();
      }
    },
  });
}

function readForm(wantedFields: ReadonlyMap<string, string>): schema.ImportForm {
  // A browser form also sends the fields that a person left empty.
  const parsed = schema.importForm.safeParse(Object.fromEntries([...wantedFields].filter(([, value]) => value !== '')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem('bad_request', `form ${issue?.path.join('.')}: ${issue?.message}.`);
}

const busy = (detail: string, seconds: string): Problem =>
  new Problem('unavailable', detail, { 'retry-after': seconds });

function refusal(kind: Exclude<AddImport['kind'], 'added'>): Problem {
  switch (kind) {
    case 'empty':
      return new Problem('bad_request', 'The file is empty.');
    case 'old_excel':
      return new Problem(
        'bad_request',
        'The workbook is in the old .xls format or has a password. Save it as .xlsx without a password.',
      );
    case 'unknown_type':
      return new Problem('bad_request', 'The content of the file is neither CSV nor XLSX.');
    case 'too_large':
      return tooLarge(importLimits.fileBytes);
    case 'full':
      return busy('This organisation has ten unfinished imports. Wait for one to finish.', '60');
    case 'erased':
      return new Problem(
        'conflict',
        'The erasure of a person was requested while the file arrived. Remove that person from the file and send it again.',
      );
    case 'no_room':
      return busy('The disk of the server is nearly full. Uploads are disabled.', '60');
  }
}

const undoRefusals = {
  not_over: 'The import has not finished. Cancel it or wait.',
  too_late: `The import changed nothing, or is older than ${undoHours} hours.`,
  undone: 'The import is being undone, or was undone.',
} as const;

const toJson = (row: ImportRow, undo: ImportUndo): z.input<typeof schema.importReport> => ({
  import_uuid: row.uuid,
  status: row.status,
  dry_run: row.dryRun,
  file_name: row.fileName,
  progress: row.progress,
  rows: row.rowsDone,
  created: row.created,
  updated: row.updated,
  failed: row.failed,
  ...notesOf(row),
  error: row.error,
  created_at: row.createdAt,
  finished_at: row.finishedAt,
  undo: { ...undo, removed: row.undoRemoved, restored: row.undoRestored, kept: row.undoKept },
});
