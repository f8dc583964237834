import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { registeredProviders } from '../../src/telephony/index.ts';

const root = new URL('../../', import.meta.url);

async function filesUnder(folder: string, ending: RegExp): Promise<string[]> {
  const found = await readdir(new URL(`${folder}/`, root), { recursive: true });
  return found.filter((name) => ending.test(name)).map((name) => `${folder}/${name}`);
}

interface FeatureWithTable {
  readonly wing: string;
  readonly feature: string;
  readonly table: string;
  /** Other features' modules, which use it and are no part of it. */
  readonly users: readonly string[];
}

/** The production files of a feature: its folder, and each file outside that exists or has a line because of it. */
async function filesOf({ wing, feature, table, users }: FeatureWithTable): Promise<string[]> {
  const folder = `src/features/${wing}/${feature}`;
  const candidates = [...(await filesUnder('src', /\.ts$/)), ...(await filesUnder('migrations', /\.sql$/))];
  const texts = await Promise.all(
    candidates.map(async (path) => [path, await readFile(new URL(path, root), 'utf8')] as const),
  );
  const creates = new RegExp(`CREATE TABLE [\`"]?${table}\\b`, 'i');
  const tableFile = texts.find(
    ([path, text]) => path.startsWith('src/data/tables/') && text.includes(`'${table}'`),
  )?.[0];
  const ownTables = tableFile === `src/data/tables/${feature}.ts`;
  return texts
    .filter(
      ([path, text]) =>
        path.startsWith(`${folder}/`) ||
        (path.startsWith('src/app/') && text.includes(`features/${wing}/${feature}/`)) ||
        path === tableFile ||
        (path === 'src/data/tables/index.ts' && ownTables) ||
        (path.startsWith('migrations/') && creates.test(text)),
    )
    .map(([path]) => path)
    .filter((path) => !users.includes(path))
    .sort();
}

describe('a built-in tool of the agent', () => {
  it('is one folder, one row of the registry, and its text in the console', async () => {
    const folder = 'media/agent/openai/built-in';
    const names = (await readdir(new URL(`${folder}/`, root), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(names.length).toBeGreaterThan(1);
    const production = await Promise.all(
      ['media', 'src', 'console/src'].map((area) => filesUnder(area, /(?<!\.d)\.tsx?$/)),
    );
    const texts = 'console/src/pages/agents/built-in-tools.tsx';
    // They imitate a call.
    const imitations = ['src/llm/rehearsal.ts'];
    for (const name of names) {
      const wireName = name.replaceAll('-', '_');
      const touched: string[] = [];
      for (const path of production.flat()) {
        if (imitations.includes(path) || path.startsWith('media/emulator/')) continue;
        const text = await readFile(new URL(path, root), 'utf8');
        if (path.startsWith(`${folder}/${name}/`) || text.includes(wireName) || text.includes(`./${name}/`))
          touched.push(path);
      }
      expect(touched.sort(), wireName).toEqual([`${folder}/${name}/index.ts`, `${folder}/registry.ts`, texts].sort());
    }
  });
});

describe('a telephony provider', () => {
  // The others are built on telephony_a and telephony_b, whose settings are older than the seam.
  const names = registeredProviders
    .filter((row) => !('planned' in row) && !/^telephony_/.test(row.name))
    .map(({ name }) => name);

  it.each(names)('%s is one folder, one row, and the two files of its dialect', async (name) => {
    const production = await Promise.all([
      filesUnder('src', /(?<!\.d)\.ts$/),
      filesUnder('media', /\.ts$/),
      filesUnder('console/src', /(?<!\.d)\.tsx?$/),
    ]);
    const touched: string[] = [];
    for (const path of production.flat()) {
      // Emulators are parts of the tests and of `parley call`. AudioSocket is another way in than `chan_websocket`.
      if (path.startsWith(`src/telephony/${name}/`) || path.startsWith('media/emulator/')) continue;
      const text = (await readFile(new URL(path, root), 'utf8')).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      const isSeparate = /audio-?socket/i.test(text) && name === 'asterisk' && !path.includes('/dialects/');
      if (!isSeparate && new RegExp(`['"/]${name}['"/.]`).test(text)) touched.push(path);
    }
    const dialect = `media/wire/dialects/${name}.ts`;
    expect(touched.sort().filter((path) => path !== dialect)).toEqual([
      'media/wire/dialects/index.ts',
      'src/telephony/registry.ts',
    ]);
  });
});

describe('a feature with a table', () => {
  const folderOf = (path: string): string[] =>
    ['index', 'routes', 'schema', 'service', 'store'].map((name) => `src/features/${path}/${name}.ts`);

  it('is nine files where its table stands beside related ones', async () => {
    const files = await filesOf({
      wing: 'voices',
      feature: 'pronunciations',
      table: 'pronunciations',
      users: ['src/app/operations/agent-files-module.ts'],
    });
    expect(files).toEqual(
      [
        ...folderOf('voices/pronunciations'),
        'src/data/tables/voices.ts',
        'migrations/postgres/0072_baseline.sql',
        'migrations/sqlite/0072_baseline.sql',
        'src/app/voices/speech-on-request.ts',
      ].sort(),
    );
  });

  it('is ten files where its tables have a file of their own', async () => {
    const files = await filesOf({
      wing: 'calls',
      feature: 'queues',
      table: 'queues',
      users: ['src/app/calls/transfers-module.ts'],
    });
    expect(files).toEqual(
      [
        ...folderOf('calls/queues'),
        'src/data/tables/queues.ts',
        'src/data/tables/index.ts',
        'migrations/postgres/0072_baseline.sql',
        'migrations/sqlite/0072_baseline.sql',
        'src/app/people/people-module.ts',
      ].sort(),
    );
  });

  test('is described with these numbers in the table of the documentation', async () => {
    const text = await readFile(new URL('docs/architecture.md', root), 'utf8');
    expect(text).toMatch(/\| a feature with a table \| 9, or 10 with /);
  });
});
