import { z } from 'zod';

/**
 * A backup is a tar file: `about.json`, then `database/<table>/<number>.jsonl.gz` (a line of column names, then one
 * line per row), `files/<SHA-256>`, `recordings/<call>.wav`, and finally `manifest.json`, which lists every entry with
 * its hash. A backup without a manifest is truncated.
 */
export const formatVersion = 1;
export const aboutName = 'about.json';
export const manifestName = 'manifest.json';

export const about = z.object({
  format: z.number().int(),
  /** Version of the program that made the backup. */
  made_by: z.string(),
  made_at: z.string(),
  dialect: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()).min(1),
});

export type About = z.output<typeof about>;

export const manifest = z.object({
  entries: z.record(z.string(), z.object({ bytes: z.number().int(), sha256: z.string() })),
  /** Row counts by table. */
  tables: z.record(z.string(), z.number().int()),
  /** Items that were being written, or had been removed before they could be read. */
  left_out: z.array(z.string()),
});

export type Manifest = z.output<typeof manifest>;

export type EntryKind =
  | { readonly kind: 'about' | 'manifest' }
  | { readonly kind: 'rows'; readonly table: string }
  | { readonly kind: 'file'; readonly digest: string }
  | { readonly kind: 'recording'; readonly name: string };

/** Returns the kind of an entry; undefined for any other name, so that names cannot choose where to write. */
export function entryKind(name: string): EntryKind | undefined {
  if (name === aboutName) return { kind: 'about' };
  if (name === manifestName) return { kind: 'manifest' };
  const table = /^database\/([a-z][a-z0-9_]{0,62})\/\d{6}\.jsonl\.gz$/.exec(name)?.[1];
  if (table !== undefined) return { kind: 'rows', table };
  const digest = /^files\/([0-9a-f]{64})$/.exec(name)?.[1];
  if (digest !== undefined) return { kind: 'file', digest };
  const recording = /^recordings\/([0-9a-f-]{36}\.wav)$/.exec(name)?.[1];
  return recording === undefined ? undefined : { kind: 'recording', name: recording };
}

export const rowsName = (table: string, index: number): string =>
  `database/${table}/${String(index).padStart(6, '0')}.jsonl.gz`;
