import { getCountries } from 'libphonenumber-js/min';
import { z } from 'zod';
import { parseJson } from '../../../../media/kit/parse-json.ts';
import { pageQuery, tags } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const targets = [
  'phone',
  'name',
  'name_if_empty',
  'email',
  'language_code',
  'timezone',
  'tags',
  'tag',
  'opted_out',
  'call_permission',
  'metadata',
  'ignore',
] as const;

const target = z.union([z.enum(targets), z.templateLiteral(['metadata.', z.string().min(1).max(200)])], {
  error: `must be one of ${targets.join(', ')}, or metadata.<name>`,
});
export type Target = z.output<typeof target>;

const mapping = z.record(z.string().max(200), target);
export type Mapping = z.output<typeof mapping>;

export const countries = getCountries();
const country = z.enum(countries, { error: 'must be a country such as US or IN' });
export type Country = z.output<typeof country>;

/** Form fields, all text. */
export const importForm = z.object({
  mapping: z.string().transform(jsonIn).pipe(mapping).default({}),
  /** A JSON list, or separated by commas. */
  tags: z
    .string()
    .transform((text, context) => (text.trim().startsWith('[') ? jsonIn(text, context) : text.split(',')))
    .pipe(tags)
    .default([]),
  dry_run: z
    .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
    .transform((text) => text === 'true' || text === '1')
    .default(false),
  country: country.optional(),
});
export type ImportForm = z.output<typeof importForm>;
export const importUpload = importForm.extend({ file: z.file() });
export const columnsUpload = z.object({ file: z.file() });

const status = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);

export const importUuid = z.object({ uuid: z.uuid() });

export const importAccepted = z.object({ import_uuid: z.string(), status });

const rowError = z.object({ row: z.number().int(), phone: z.string().nullable(), detail: z.string() });
export type RowError = z.output<typeof rowError>;

const rowRename = z.object({ row: z.number().int(), phone: z.string(), from: z.string(), to: z.string() });
export type RowRename = z.output<typeof rowRename>;

export const importReport = z.object({
  import_uuid: z.string(),
  status,
  dry_run: z.boolean(),
  file_name: z.string(),
  /** Share of the file that has been read, 0 to 1. */
  progress: z.number(),
  rows: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  failed: z.number().int(),
  /** The first 100; rows are numbered as in a spreadsheet. */
  errors: z.array(rowError),
  renames: z
    .array(rowRename)
    .meta({ description: 'Of a preview: the first 100 contacts whose name the import would replace. For 24 hours.' }),
  /** Why reading stopped. The counts cover what was stored until then. */
  error: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  undo: z.object({
    status: z
      .enum(['none', 'available', 'running', 'done'])
      .meta({ description: '`none`: the import is running, was a preview, changed nothing, or is too old.' }),
    until: z.string().nullable().meta({ description: 'Time until which the import can be undone.' }),
    removed: z.number().int(),
    restored: z.number().int(),
    kept: z.number().int().meta({ description: 'Contacts that were changed or called since.' }),
  }),
});

export const importListQuery = pageQuery;
export const importList = z.object({
  imports: z.array(importReport.omit({ errors: true, renames: true })),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

export const importColumns = z.object({
  columns: z.array(
    z.object({
      title: z.string(),
      /** Target unless `mapping` overrides it. */
      target: z.enum(targets),
      /** Values of the first rows. */
      examples: z.array(z.string()),
    }),
  ),
  /** Accepted values of `country`. */
  countries: z.array(z.string()),
});

function jsonIn(text: string, context: z.RefinementCtx): unknown {
  try {
    return parseJson(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
}

nameSchemas({
  ContactImportForm: importUpload,
  ContactImportColumnsForm: columnsUpload,
  ContactImport: importReport,
  ContactImportSummary: importList.shape.imports.element,
  ContactImportList: importList,
  StartedContactImport: importAccepted,
  ContactImportError: rowError,
  ContactImportRename: rowRename,
  ContactImportColumns: importColumns,
  ContactImportColumn: importColumns.shape.columns.element,
});
