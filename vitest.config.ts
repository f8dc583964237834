import { defineConfig } from 'vitest/config';

/** Whole calls in real time, after the rest, so that no other test takes the cores from under them. */
const live = [
  'test/e2e/**/*.test.ts',
  'test/call/interruptions.test.ts',
  'test/cli/call.test.ts',
  'test/emulator/conversation.test.ts',
];
/** Those that have a use for both cores: one at a time, at the end. */
const crowded = ['test/e2e/prompts.test.ts', 'test/console/test-call.test.ts', 'test/wire/attack.test.ts'];
/** Left out of a shorter run: globs with spaces between them. (`--exclude` does not reach projects.) */
const leftOut = (process.env.TESTS_LEFT_OUT ?? '').split(' ').filter((glob) => glob !== '');

// A shared machine that stands still for a second spoils a call in real time; one that does so twice is told: `retry`.
// What is waited for comes when it comes; a second, the default, is what a busy machine may stand still for.
const patience = { poll: { timeout: 60_000 } };
const common = { testTimeout: 240_000, hookTimeout: 300_000, pool: 'forks', maxWorkers: 2, expect: patience } as const;

export default defineConfig({
  test: {
    // Each file runs in a process of its own, and the projects have no modules in common: what one of them has translated
    // the others read. A first run imports in four fifths of the time, the next in three fifths.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/tests' },
    projects: [
      {
        test: {
          ...common,
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: [...live, ...crowded, ...leftOut],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'live',
          include: live,
          exclude: [...crowded, ...leftOut],
          sequence: { groupOrder: 1 },
          retry: 1,
        },
      },
      {
        test: {
          ...common,
          name: 'crowded',
          include: crowded,
          exclude: leftOut,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          retry: 1,
        },
      },
    ],
  },
});
