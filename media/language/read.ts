import { readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { MediaFault } from '../line/fault.ts';
import { type LanguagePack, type PackFile, packFiles } from './schema.ts';

/** Reads a data file by its schema. Throws `data_file_invalid`, which names the file and its first wrong field. */
export function readData<Schema extends z.ZodType>(file: URL, schema: Schema): z.infer<Schema> {
  const checked = schema.safeParse(parse(file));
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const field = issue?.path.length ? issue.path.join('.') : 'the file';
  throw new MediaFault('data_file_invalid', `${shown(file)}: ${field}: ${issue?.message}`);
}

/** Every folder here is a language. Throws `data_file_invalid`. */
export const readLanguages = (folder: URL): readonly LanguagePack[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((found) => found.isDirectory())
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
        if (!file.endsWith('.json') || !isPackFile(name)) throw strange(new URL(file, folder));
        return [name, readData(new URL(file, folder), packFiles[name])];
      }),
    ),
  };
}

const isPackFile = (name: string): name is PackFile => Object.hasOwn(packFiles, name);

const strange = (file: URL): MediaFault =>
  new MediaFault(
    'data_file_invalid',
    `${shown(file)} is not a file of a language pack; its files are ${Object.keys(packFiles)
      .map((name) => `${name}.json`)
      .join(', ')}`,
  );

function parse(file: URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new MediaFault('data_file_invalid', `${shown(file)}: ${(cause as Error).message}`, { cause });
  }
}

/** From `media/` on: what comes before says where the platform is installed. */
const shown = ({ pathname }: URL): string => pathname.replace(/^.*\/(?=media\/)/, '');
