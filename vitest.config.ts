import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Whole calls in real time, most of them on one server. `npm test` lets them have the cores first. */
const live = [
  'test/e2e/**/*.test.ts',
  'test/cli/call.test.ts',
  'test/console/call-survives.test.ts',
  'test/console/first-agent.test.ts',
  'test/console/keyboard.test.ts',
  'test/console/live-practice.test.ts',
  'test/console/supervision.test.ts',
  'test/console/test-call.test.ts',
  'test/emulator/conversation.test.ts',
];
/** Calls that use both cores; run one at a time, after the other calls. */
const crowded = ['test/e2e/prompts.test.ts'];
/** Tests in a shared browser. */
const pages = ['test/console/**/*.test.ts'];
/** Tests that measure memory, each in its own process. */
const alone = ['test/kit/buffer-bin.test.ts'];
/**
 * Kills, outages, hostile input, fuzzing and many short calls: the short form of `npm run reliability`. They run by
 * `npm run test:reliability`.
 */
const reliability = {
  all: ['test/**/*.reliability.test.ts'],
  /** Calls in real time, and tests that need their own process. */
  live: ['test/e2e/*', 'test/agent/attacks', 'test/call/many-calls'].map((file) => `${file}.reliability.test.ts`),
  crowded: ['test/wire/attack.reliability.test.ts'],
};
// Polls end as soon as the condition holds; the default of one second is no longer than a busy machine may stall.
const patience = { poll: { timeout: 60_000 } };
// Nothing listens there: without its own emulator, a test or a server it starts reaches no provider.
const env = { TELEPHONY_A_BASE_URL: 'http://127.0.0.1:9', TELEPHONY_B_BASE_URL: 'http://127.0.0.1:9' };
const limits = { testTimeout: 240_000, hookTimeout: 300_000 };
const root = import.meta.dirname;
const build = new RegExp(`^${join(root, 'dist')}/`);
const common = { ...limits, env, pool: 'forks', expect: patience, server: { deps: { external: [build] } } } as const;
/**
 * The groups of a process run one after another, each with as many workers as keep both cores of a small machine busy: a
 * page mostly waits for its browser, a call for speech.
 */
const group = {
  pages: { maxWorkers: 5, sequence: { groupOrder: 0 } },
  rooms: { maxWorkers: 3, sequence: { groupOrder: 1 } },
  live: { maxWorkers: 2, sequence: { groupOrder: 2 } },
  reliabilityLive: { maxWorkers: 2, sequence: { groupOrder: 3 } },
  crowded: { maxWorkers: 1, sequence: { groupOrder: 4 } },
} as const;
/** A process runs files one after another and loads shared modules once: no module of the project has state. */
const together = { ...common, isolate: false } as const;
/**
 * A stall of a second on a shared machine breaks timing over real sockets; `npm test` records which tests need the
 * retry.
 */
const secondChance = { retry: 1 } as const;
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

export default defineConfig({
  test: {
    // Projects share no modules, but each reuses the translated files of the others.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/tests' },
    projects: [
      {
        plugins: [importBuild],
        test: {
          ...together,
          ...group.pages,
          ...secondChance,
          name: 'pages',
          include: pages,
          exclude: live,
          globalSetup: 'test/console/shared-browser.ts',
        },
      },
      {
        plugins: [importBuild],
        test: {
          ...together,
          ...group.rooms,
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: [...alone, ...pages, ...live, ...crowded, ...reliability.all],
          globalSetup: 'test/data/migrated.ts',
        },
      },
      { plugins: [importBuild], test: { ...common, ...group.rooms, name: 'alone', include: alone } },
      {
        plugins: [importBuild],
        test: {
          ...together,
          ...group.live,
          ...secondChance,
          name: 'live',
          include: live,
          exclude: [...crowded, ...reliability.all],
          globalSetup: 'test/e2e/shared-server.ts',
        },
      },
      {
        plugins: [importBuild],
        test: {
          ...common,
          ...group.crowded,
          ...secondChance,
          name: 'crowded',
          include: crowded,
          globalSetup: 'test/e2e/shared-server.ts',
        },
      },
      {
        plugins: [importBuild],
        test: {
          ...together,
          ...group.rooms,
          name: 'reliability',
          include: reliability.all,
          exclude: [...reliability.live, ...reliability.crowded],
          globalSetup: 'test/data/migrated.ts',
        },
      },
      {
        plugins: [importBuild],
        test: {
          ...common,
          ...group.reliabilityLive,
          ...secondChance,
          name: 'reliability-live',
          include: reliability.live,
        },
      },
      {
        plugins: [importBuild],
        test: {
          ...common,
          ...group.crowded,
          ...secondChance,
          name: 'reliability-crowded',
          include: reliability.crowded,
        },
      },
    ],
  },
});
