import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { OpenSession, Session } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import { createLexicon, type Entry, type Lexicon } from './lexicon.ts';
import { createPhonemiser, type Phonemise } from './phonemiser.ts';
import { createTagger, type TaggerTables } from './tagger.ts';
import { createReadUnknown, type UnknownWordTables } from './unknown-words.ts';

export interface LoadedPhonemiser {
  readonly phonemise: Phonemise;
  readonly lexicon: Lexicon;
  readonly session: Session;
}

/** Reads the pronunciation data of a model folder (American English). Throws `model_missing` or `model_unreadable`. */
export async function loadPhonemiser(modelDir: string, open: OpenSession): Promise<LoadedPhonemiser> {
  const [checked, wider, tables, unknown, session] = await Promise.all([
    readTable<Record<string, Entry>>(modelDir, 'lexicon_us_gold.json.gz'),
    readTable<Record<string, Entry>>(modelDir, 'lexicon_us_silver.json.gz'),
    readTable<TaggerTables>(modelDir, 'tagger.json.gz'),
    readTable<UnknownWordTables>(modelDir, 'oov.json'),
    open(join(modelDir, 'oov.onnx')),
  ]);
  const lexicon = createLexicon(checked, wider);
  const readUnknown = createReadUnknown(session, unknown);
  return { phonemise: createPhonemiser({ lexicon, tag: createTagger(tables), readUnknown }), lexicon, session };
}

/** A JSON file of the model folder, gunzipped where its name says so. */
export async function readTable<T>(modelDir: string, name: string): Promise<T> {
  const path = join(modelDir, name);
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new MediaFault('model_missing', `there is no ${name} in ${modelDir}`, { cause });
  });
  try {
    const plain = name.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes;
    return JSON.parse(plain.toString('utf8')) as T;
  } catch (cause) {
    throw new MediaFault('model_unreadable', `${path} is damaged`, { cause });
  }
}
