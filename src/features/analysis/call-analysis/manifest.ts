import { CsvError, parse } from 'csv-parse/sync';
import { inputAdvice } from '../../../http/input-advice.ts';
import { Problem } from '../../../http/problem.ts';
import { type About, aboutForm, formFields } from './upload-schema.ts';

/** A row of a manifest: metadata of a file, or what is wrong with the row. */
export interface ManifestRow {
  /** Counts from 1, without the header. */
  readonly row: number;
  readonly file: string;
  readonly about: About | { readonly fault: string };
  /** Says why the number of the customer is left out. */
  readonly note?: string;
}

export const maxManifestBytes = 2 ** 20;
const mostRows = 1000;
const mostColumns = 200;
const fileColumns = ['file', 'file_name', 'filename'];

export interface Manifest {
  readonly rows: readonly ManifestRow[];
  /** Titles of columns that match no field of an upload. */
  readonly unknownColumns: readonly string[];
}

/** Reads a CSV file with a header of `file` and the fields of an upload. Throws `bad_request`. */
export function readManifest(bytes: Buffer): Manifest {
  const rows = rowsOf(bytes);
  const [header = [], ...body] = rows;
  const columns = header.map((title) => title.trim().toLowerCase());
  if (columns.length > mostColumns)
    throw new Problem('bad_request', `The manifest has more than ${mostColumns} columns.`);
  const fileAt = columns.findIndex((title) => fileColumns.includes(title));
  if (fileAt === -1) throw new Problem('bad_request', 'The manifest has no column "file" with the names of the files.');
  if (body.length > mostRows) throw new Problem('bad_request', `The manifest has more than ${mostRows} rows.`);
  const unknownColumns = columns.filter((title, at) => at !== fileAt && title !== '' && !formFields.includes(title));
  const read = body.map((cells, index): ManifestRow => {
    const fields = columns.flatMap((title, at) => {
      const text = cells[at]?.trim() ?? '';
      return at === fileAt || text === '' ? [] : [[title, text] as const];
    });
    return { row: index + 1, file: cells[fileAt]?.trim() ?? '', ...aboutOf(Object.fromEntries(fields)) };
  });
  return { rows: read, unknownColumns };
}

/** A wrong number of the customer loses the number, not the recording. */
function aboutOf(fields: Readonly<Record<string, string>>): Pick<ManifestRow, 'about' | 'note'> {
  const parsed = aboutForm.safeParse(fields, { error: inputAdvice });
  if (parsed.success) return { about: parsed.data };
  const { customer_phone: number, ...others } = fields;
  const rest = number === undefined ? undefined : aboutForm.safeParse(others, { error: inputAdvice });
  const fault = faultOf(parsed.error.issues[0]);
  if (rest?.success !== true) return { about: { fault } };
  return { about: rest.data, note: `${fault} The recording was accepted without it.` };
}

function rowsOf(bytes: Buffer): string[][] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const shape = { delimiter: [',', ';', '\t'], relax_column_count: true, skip_empty_lines: true, bom: true };
    return parse(text, { ...shape, to: mostRows + 2 }) as string[][];
  } catch (error) {
    if (error instanceof CsvError) throw new Problem('bad_request', `The manifest is not valid CSV: ${error.message}`);
    if (error instanceof TypeError) throw new Problem('bad_request', 'The manifest is not UTF-8 text.');
    throw error;
  }
}

const faultOf = (issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined): string =>
  issue === undefined ? 'The row is invalid.' : `${issue.path.map(String).join('.')} ${issue.message}.`;
