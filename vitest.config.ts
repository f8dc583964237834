import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';

/** What `npm test` adds to the tests without real time: one whole call by voice, and one page. */
const samples = ['test/e2e/one-call.test.ts', 'test/console/newcomer.test.ts'];
/** Whole calls in real time, most of them on one server. */
const calls = [
  'test/e2e/**/*.test.ts',
  'test/cli/call.test.ts',
  'test/console/call-survives.test.ts',
  'test/console/first-agent.test.ts',
  'test/console/keyboard.test.ts',
  'test/console/live-calls.test.ts',
  'test/console/live-practice.test.ts',
  'test/console/supervision.test.ts',
  'test/console/test-call.test.ts',
  'test/emulator/conversation.test.ts',
];
/** Calls that use both cores; run one at a time, after the other calls. */
const crowded = ['test/e2e/prompts.test.ts'];
/** Tests that measure memory, each in its own process. */
const alone = ['test/kit/buffer-bin.test.ts'];
/** Kills, outages, hostile input, fuzzing and many short calls: the short form of `npm run trial -- all`. */
const reliability = {
  all: ['test/**/*.reliability.test.ts'],
  /** Calls in real time, and tests that need their own process. */
  live: ['test/e2e/*', 'test/agent/attacks', 'test/call/many-calls'].map((file) => `${file}.reliability.test.ts`),
  crowded: ['test/wire/attack.reliability.test.ts'],
};
/** Tests on PostgreSQL alone. */
const onPostgres = ['test/**/*.postgres.test.ts'];
// Polls end as soon as the condition holds; the default of one second is no longer than a busy machine may stall.
const patience = { poll: { timeout: 60_000 } };
// Nothing listens there: without its own emulator, a test or a server it starts reaches no provider.
const env = { TELEPHONY_A_BASE_URL: 'http://127.0.0.1:9', TELEPHONY_B_BASE_URL: 'http://127.0.0.1:9' };
const limits = { testTimeout: 240_000, hookTimeout: 300_000 };
const root = import.meta.dirname;
const build = new RegExp(`^${join(root, 'dist')}/`);
const common = { ...limits, env, pool: 'forks', expect: patience, server: { deps: { external: [build] } } } as const;
/**
 * The groups run one after another, each with as many workers as keep both cores of a small machine busy: a page mostly
 * waits for its browser, a call for speech.
 */
const group = {
  rooms: { maxWorkers: 3, sequence: { groupOrder: 0 } },
  pages: { maxWorkers: 4, sequence: { groupOrder: 1 } },
  calls: { maxWorkers: 2, sequence: { groupOrder: 2 } },
  crowded: { maxWorkers: 1, sequence: { groupOrder: 3 } },
} as const;
/** A process runs files one after another and loads shared modules once: no module of the project has state. */
const together = { ...common, isolate: false } as const;
/** Suites that run on each database run on SQLite with `npm test`, and on PostgreSQL with `npm run test:reliability`. */
const database = (name: 'sqlite' | 'postgres') => ({ env: { ...env, TEST_DATABASE: name } });
/**
 * Imports the build in place of the sources: what runs in production, without translating a thousand modules for each
 * worker. `npm test` builds first.
 */
const importBuild = {
  name: 'import-build',
  enforce: 'pre',
  resolveId(source: string, importer: string | undefined): string | undefined {
    if (!/^\.\.?\//.test(source) || importer === undefined) return undefined;
    const part = relative(root, join(dirname(importer), source));
    if (!/^(src|media|models|bench|native)\//.test(part)) return undefined;
    const built = join(root, 'dist', part.replace(/\.ts$/, '.js'));
    return existsSync(built) ? built : undefined;
  },
} as const;

/** Returns the test files below a folder that contain the pattern. */
const filesWith = (pattern: RegExp, folder = 'test'): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(folder, path))
    .filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')));
/** Tests in a shared browser. */
const pages = filesWith(/ from '\.\/browser\.ts'/, 'test/console');
/** Files with suites that run on PostgreSQL too. */
const twins = filesWith(/\bon(EachDatabase|Postgres|Nats)\(/).filter((path) => !path.endsWith('.reliability.test.ts'));

const projects = [
  {
    ...together,
    ...group.rooms,
    ...database('sqlite'),
    name: 'rooms',
    include: ['test/**/*.test.ts'],
    exclude: [...alone, ...pages, ...calls, ...crowded, ...reliability.all, ...onPostgres],
    globalSetup: 'test/data/migrated.ts',
  },
  { ...common, ...group.rooms, name: 'alone', include: alone },
  {
    ...together,
    ...group.pages,
    name: 'samples',
    include: samples,
    globalSetup: 'test/console/shared-browser.ts',
  },
  {
    ...together,
    ...group.pages,
    name: 'pages',
    include: pages,
    exclude: [...calls, ...samples],
    globalSetup: 'test/console/shared-browser.ts',
  },
  {
    ...together,
    ...group.calls,
    name: 'calls',
    include: calls,
    exclude: [...samples, ...crowded, ...reliability.all],
    globalSetup: 'test/e2e/shared-server.ts',
  },
  {
    ...common,
    ...group.crowded,
    name: 'crowded',
    include: crowded,
    globalSetup: 'test/e2e/shared-server.ts',
  },
  {
    ...together,
    ...group.rooms,
    name: 'reliability',
    include: reliability.all,
    exclude: [...reliability.live, ...reliability.crowded],
    globalSetup: 'test/data/migrated.ts',
  },
  { ...common, ...group.calls, name: 'reliability-calls', include: reliability.live },
  { ...common, ...group.crowded, name: 'reliability-crowded', include: reliability.crowded },
  {
    ...together,
    ...group.rooms,
    ...database('postgres'),
    name: 'postgres',
    include: twins,
    globalSetup: 'test/data/migrated.ts',
  },
];

export default defineConfig({
  test: {
    // Projects share no modules, but each reuses the translated files of the others.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/tests' },
    projects: projects.map((test) => ({ plugins: [importBuild], test })),
  },
});
