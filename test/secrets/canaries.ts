import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { extract } from 'tar-stream';

/** Secrets used in the run, by name. */
export type Canaries = Readonly<Record<string, string>>;

/** Bytes found at some place. */
export interface Finding {
  readonly where: string;
  readonly bytes: Buffer;
}

export interface Leak {
  readonly canary: string;
  readonly where: string;
  readonly as: string;
}

/** Returns which canaries occur where, in plain text or in a reversible encoding. */
export function leaksIn(findings: readonly Finding[], canaries: Canaries): Leak[] {
  const forms = Object.entries(canaries).flatMap(([canary, value]) =>
    formsOf(value).map(([as, bytes]) => ({ canary, as, bytes })),
  );
  return findings.flatMap(({ where, bytes }) =>
    forms.filter((form) => bytes.includes(form.bytes)).map(({ canary, as }) => ({ canary, where, as })),
  );
}

function formsOf(value: string): [string, Buffer][] {
  const bytes = Buffer.from(value);
  const escaped = encodeURIComponent(value);
  return [
    ['text', bytes],
    ['UTF-16', Buffer.from(value, 'utf16le')],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['HEX', Buffer.from(bytes.toString('hex').toUpperCase())],
    ...(escaped === value ? [] : [['a part of an address', Buffer.from(escaped)] as [string, Buffer]]),
    ...[0, 1, 2].flatMap((before): [string, Buffer][] => {
      const text = base64After(before, bytes);
      return [
        ['base64', Buffer.from(text)],
        ['base64url', Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_'))],
      ];
    }),
  ];
}

/**
 * Returns the part of the base64 text that does not depend on its surroundings, if `before` bytes precede it in its
 * first group.
 */
function base64After(before: number, bytes: Buffer): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return text.slice([0, 2, 3][before], Math.floor(((before + bytes.length) * 8) / 6));
}

/** Returns every file below a folder, including its name, which may contain a secret as well. */
export const filesIn = (folder: string): Finding[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const where = relative(folder, join(parentPath, name));
      return { where, bytes: Buffer.concat([Buffer.from(`${where}\n`), readFileSync(join(folder, where))]) };
    });

/** Returns every entry of a backup, unpacked. */
export async function entriesIn(path: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const tar = extract();
  tar.end(readFileSync(path));
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const where = entry.header.name;
    findings.push({ where, bytes: where.endsWith('.gz') ? gunzipSync(bytes) : bytes });
  }
  return findings;
}

/** Returns every row of a PostgreSQL database as text. */
export async function rowsIn(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const names = await client.query<{ name: string }>(
      "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    const findings: Finding[] = [];
    for (const { name } of names.rows) {
      const { rows } = await client.query<{ line: string }>(`SELECT row_to_json(t)::text AS line FROM ${name} AS t`);
      findings.push({ where: `table ${name}`, bytes: Buffer.from(rows.map(({ line }) => line).join('\n')) });
    }
    return findings;
  } finally {
    await client.end();
  }
}
