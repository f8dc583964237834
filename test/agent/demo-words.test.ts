import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const filesIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const exampleText = filesIn('examples', /\.(json|md)$/)
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

interface Flow {
  readonly agent: { readonly agentName: string; readonly businessName: string };
}

/** Names of the examples' organisations, agents, staff and streets. */
const names = new Set([
  ...filesIn('examples', /^flow\.json$/)
    .map((path) => (JSON.parse(readFileSync(join(root, path), 'utf8')) as Flow).agent)
    .flatMap(({ agentName, businessName }) => [agentName, ...businessName.split(' ')]),
  ...[...exampleText.matchAll(/\bDr\. (?:\p{Lu}\p{Ll}+ )?(\p{Lu}\p{Ll}+)/gu)].map((match) => match[1] ?? ''),
  ...[...exampleText.matchAll(/\d+ (\p{Lu}\p{Ll}+) (?:Street|Avenue|Road)/gu)].map((match) => match[1] ?? ''),
]);

/** Words of the examples' trade that no other trade has. */
const trade = [
  ...['dental', 'dentist', 'dentists', 'dentistry', 'hygienist', 'tooth', 'teeth', 'toothache', 'gums', 'crowns'],
  ...['whitening', 'cleaning', 'cleanings', 'checkup', 'appointment', 'appointments', 'patients', 'anesthesia'],
  ...['receptionist', 'sedation', 'laughing gas', 'x-ray', 'x-rays', 'pediatric'],
];

/** Lists of names and words of a language, which hold these as they hold others. */
const lists = [
  /^media\/synthesiser\//,
  /^media\/engines\/.*(voices|fit\/stock)/,
  /^media\/(recogniser|turn)\/calibration/,
  /^src\/analysis\/english-/,
  // Scheduling is what any trade's calls are about.
  /^media\/language\/en\/(analysis|reading)\.json$/,
  /^src\/features\/simulations\/judge-by-rules\.ts$/,
];

describe('words of the example organisations', () => {
  test('come from the examples', () => {
    expect(names).toContain('Maple');
    expect(names).toContain('Okafor');
    expect(trade.filter((word) => exampleText.toLowerCase().includes(word)).length).toBeGreaterThan(15);
  });

  test('do not appear in code or language data shared by every organisation', () => {
    const words = new RegExp(`(?<![\\p{L}'])(?:${[...names, ...trade].join('|')})(?![\\p{L}])`, 'giu');
    const found = ['media', 'src']
      .flatMap((folder) => filesIn(folder, /\.(ts|json)$/))
      .filter((path) => !lists.some((list) => list.test(path)))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(words)].map((match) => `${path}: ${match[0]}`),
      );
    expect([...new Set(found)]).toEqual([]);
  });
});
