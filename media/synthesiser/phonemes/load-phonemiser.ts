import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenSession, Session } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import { createLexicon, type Lexicon } from './lexicon.ts';
import { createPhonemiser, type Phonemise } from './phonemiser.ts';
import { createTagger } from './tagger.ts';
import { createReadUnknown, type UnknownWordTables } from './unknown-words.ts';
import { openWordTable, type WordTable } from './word-table.ts';

/** Dictionaries and tagger weights as word tables. A set-up step generates them from the model's JSON. */
export const tableNames = {
  checked: 'words-checked.bin',
  wider: 'words-wider.bin',
  sureTags: 'tags-sure.bin',
  seenWords: 'words-seen.bin',
  weights: 'tag-weights.bin',
} as const;

export interface LoadedPhonemiser {
  readonly phonemise: Phonemise;
  readonly lexicon: Lexicon;
  readonly session: Session;
}

/** Reads the pronunciation data of a model folder (American English). Throws `model_missing` or `model_unreadable`. */
export async function loadPhonemiser(modelDir: string, open: OpenSession): Promise<LoadedPhonemiser> {
  const table = (name: keyof typeof tableNames) => readWordTable(modelDir, tableNames[name]);
  const [checked, wider, sureTags, seenWords, weights] = await Promise.all([
    table('checked'),
    table('wider'),
    table('sureTags'),
    table('seenWords'),
    table('weights'),
  ]);
  const tags = await readTable<string[]>(modelDir, 'tags.json');
  const unknown = await readTable<UnknownWordTables>(modelDir, 'oov.json');
  const session = await open(join(modelDir, 'oov.onnx'));
  const lexicon = createLexicon(checked, wider);
  const tag = createTagger({ tags, sureTags, seenWords, weights });
  return {
    phonemise: createPhonemiser({ lexicon, tag, readUnknown: createReadUnknown(session, unknown) }),
    lexicon,
    session,
  };
}

/** Reads a JSON file of the model folder. */
export async function readTable<T>(modelDir: string, name: string): Promise<T> {
  const bytes = await readModelFile(modelDir, name);
  try {
    return JSON.parse(bytes.toString('utf8')) as T;
  } catch (cause) {
    throw new MediaFault('model_unreadable', `${join(modelDir, name)} is damaged`, { cause });
  }
}

async function readWordTable(modelDir: string, name: string): Promise<WordTable> {
  const table = openWordTable(await readModelFile(modelDir, name));
  if (table === undefined) throw new MediaFault('model_unreadable', `${join(modelDir, name)} is damaged`);
  return table;
}

const readModelFile = (modelDir: string, name: string): Promise<Buffer> =>
  readFile(join(modelDir, name)).catch((cause: unknown) => {
    throw new MediaFault('model_missing', `there is no ${name} in ${modelDir}`, { cause });
  });
