import { readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { MediaFault } from '../line/fault.ts';
import { checksData } from './checks-data.ts';
import type { LanguagePack, PackFile } from './schema.ts';

const { packFiles } = checksData ? await import('./schema.ts') : { packFiles: undefined };

/**
 * Reads a data file and validates it if a schema is given. Throws `data_file_invalid` with the file's name and its
 * first invalid field.
 */
export function readData<Schema extends z.ZodType>(file: URL, schema: Schema | undefined): z.infer<Schema> {
  const data = parse(file);
  if (schema === undefined) return data as z.infer<Schema>;
  const checked = schema.safeParse(data);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const field = issue?.path.length ? issue.path.join('.') : 'the file';
  throw new MediaFault('data_file_invalid', `${shown(file)}: ${field}: ${issue?.message}`);
}

/** Reads every subfolder as a language. Throws `data_file_invalid`. */
export const readLanguages = (folder: URL): readonly LanguagePack[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((code) => readPack(code, new URL(`${code}/`, folder)));

function readPack(code: string, folder: URL): LanguagePack {
  const files = readdirSync(folder).sort();
  return {
    code,
    ...Object.fromEntries(
      files.map((file) => {
        const name = file.replace(/\.json$/, '');
        const schema = packFiles?.[name as PackFile];
        if (packFiles !== undefined && (schema === undefined || !file.endsWith('.json')))
          throw strange(new URL(file, folder), Object.keys(packFiles));
        return [name, readData(new URL(file, folder), schema)];
      }),
    ),
  };
}

const strange = (file: URL, expected: readonly string[]): MediaFault =>
  new MediaFault(
    'data_file_invalid',
    `${shown(file)} is not a file of a language pack; its files are ${expected.map((name) => `${name}.json`).join(', ')}`,
  );

function parse(file: URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new MediaFault('data_file_invalid', `${shown(file)}: ${(cause as Error).message}`, { cause });
  }
}

/** Returns the path from `media/` on, to hide the installation folder. */
const shown = ({ pathname }: URL): string => pathname.replace(/^.*\/(?=media\/)/, '');
