import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Entry, writeEntry } from '../../media/synthesiser/phonemes/lexicon.ts';
import { tableNames } from '../../media/synthesiser/phonemes/load-phonemiser.ts';
import { writeWordTable } from '../../media/synthesiser/phonemes/word-table.ts';

interface PackedTagger {
  readonly tags: readonly string[];
  readonly tagdict: Readonly<Record<string, string>>;
  readonly vocab: readonly string[];
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Files copied unchanged. */
const unchanged = ['hibari.onnx', 'vocab.json', 'oov.json', 'oov.onnx'] as const;

/**
 * Converts the dictionaries and the tagger to word tables; as JSON they would take 100 MB in every synthesis thread.
 */
export async function convertPronunciation(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of unchanged) await copyFile(join(from, name), join(to, name));
  const write = (name: keyof typeof tableNames, entries: Iterable<readonly [string, string]>): Promise<void> =>
    writeFile(join(to, tableNames[name]), writeWordTable(entries));
  for (const [name, file] of [
    ['checked', 'lexicon_us_gold.json.gz'],
    ['wider', 'lexicon_us_silver.json.gz'],
  ] as const) {
    const words = await readPacked<Record<string, Entry>>(join(from, file));
    await write(
      name,
      Object.entries(words).map(([word, entry]) => [word, writeEntry(entry)] as const),
    );
  }
  const { tags, tagdict, vocab, weights } = await readPacked<PackedTagger>(join(from, 'tagger.json.gz'));
  await writeFile(join(to, 'tags.json'), JSON.stringify(tags));
  await write('sureTags', Object.entries(tagdict));
  await write(
    'seenWords',
    vocab.map((word) => [word, ''] as const),
  );
  await write(
    'weights',
    Object.entries(weights).map(([feature, byTag]) => [feature, JSON.stringify(byTag)] as const),
  );
}

async function readPacked<T>(path: string): Promise<T> {
  return JSON.parse((await promisify(gunzip)(await readFile(path))).toString('utf8')) as T;
}
