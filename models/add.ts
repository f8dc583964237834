import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ModelsFault, namedFault } from './fault.ts';
import { fetchFile, isAddress, readSha256 } from './fetch-file.ts';

export interface NewLanguageModel {
  readonly modelsDir: string;
  /** A file, or an address that begins with `https://`. */
  readonly source: string;
  readonly sha256: string | undefined;
}

const extension = '.gguf';
const gguf = { magic: Buffer.from('GGUF'), name: 'a GGUF file' };
const nameForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * Copies or fetches a GGUF file into the folder `llm` of the models, and returns its name. A file with another hash is
 * not kept.
 */
export async function addLanguageModel({ modelsDir, source, sha256 }: NewLanguageModel): Promise<string> {
  const file = basename(isAddress(source) && URL.canParse(source) ? new URL(source).pathname : source);
  const name = file.slice(0, -extension.length);
  if (!file.endsWith(extension) || !nameForm.test(name))
    throw new ModelsFault('bad_source', `${file || source} is not the name of a GGUF file`);
  const hash = readSha256(sha256);
  const folder = join(modelsDir, 'llm');
  const part = join(folder, `.${file}.part`);
  try {
    await mkdir(folder, { recursive: true });
    await fetchFile({ source, to: part, sha256: hash, kind: gguf });
    await rename(part, join(folder, file));
    return name;
  } catch (error) {
    await rm(part, { force: true });
    throw namedFault(error, folder);
  }
}
