import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ModelsFault, namedFault } from './fault.ts';

export interface NewLanguageModel {
  readonly modelsDir: string;
  /** A file, or an address that begins with `https://`. */
  readonly source: string;
  readonly sha256: string | undefined;
}

const extension = '.gguf';
const magic = Buffer.from('GGUF');
const nameForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * Copies or fetches a GGUF file into the folder `llm` of the models, and returns its name. A file with another hash is
 * not kept.
 */
export async function addLanguageModel({ modelsDir, source, sha256 }: NewLanguageModel): Promise<string> {
  const isAddress = /^https:\/\//i.test(source);
  const file = basename(isAddress && URL.canParse(source) ? new URL(source).pathname : source);
  const name = file.slice(0, -extension.length);
  if (!file.endsWith(extension) || !nameForm.test(name))
    throw new ModelsFault('bad_source', `${file || source} is not the name of a GGUF file`);
  if (sha256 === undefined || !/^[0-9a-f]{64}$/i.test(sha256))
    throw new ModelsFault('bad_source', '--sha256 must be the hash of the file, as 64 hexadecimal digits');
  const folder = join(modelsDir, 'llm');
  const part = join(folder, `.${file}.part`);
  try {
    await mkdir(folder, { recursive: true });
    const check = checking();
    await pipeline(await bytesOf(source, isAddress), check.stream, createWriteStream(part));
    if (!check.isModel()) throw new ModelsFault('wrong_file', `${source} is not a GGUF file`);
    const hash = check.hash();
    if (hash !== sha256.toLowerCase()) throw new ModelsFault('wrong_file', `the file has the hash ${hash}`);
    await rename(part, join(folder, file));
    return name;
  } catch (error) {
    await rm(part, { force: true });
    throw namedFault(error, folder);
  }
}

async function bytesOf(source: string, isAddress: boolean): Promise<Readable> {
  if (!isAddress) return opened(source);
  const response = await fetch(source).catch((error: unknown) => {
    throw new ModelsFault('not_fetched', `${source} cannot be reached`, { cause: error });
  });
  if (!response.ok || response.body === null)
    throw new ModelsFault('not_fetched', `${source} returned the status ${response.status}`);
  return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
}

function opened(path: string): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const stream = createReadStream(path);
    stream.once('open', () => resolve(stream));
    stream.once('error', (cause) => reject(new ModelsFault('bad_source', `${path} cannot be read`, { cause })));
  });
}

/** A stream that hashes what passes, and looks at how it begins. */
function checking() {
  const digest = createHash('sha256');
  let start = Buffer.alloc(0);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      if (start.length < magic.length) start = Buffer.concat([start, chunk.subarray(0, magic.length)]);
      digest.update(chunk);
      pass(null, chunk);
    },
  });
  return {
    stream,
    isModel: () => start.subarray(0, magic.length).equals(magic),
    hash: () => digest.digest('hex'),
  };
}
