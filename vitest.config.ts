import { defineConfig } from 'vitest/config';

/** Whole calls in real time: one file at a time, after the rest, so that no other test takes the cores from under them. */
const live = [
  'test/e2e/**/*.test.ts',
  'test/console/test-call.test.ts',
  'test/call/interruptions.test.ts',
  'test/wire/attack.test.ts',
];

const common = { testTimeout: 60_000, hookTimeout: 180_000, pool: 'forks', maxWorkers: 2 } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...common, name: 'rooms', include: ['test/**/*.test.ts'], exclude: live, sequence: { groupOrder: 0 } },
      },
      {
        test: {
          ...common,
          name: 'live',
          include: live,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          // A shared machine that stands still for a second spoils a call in real time; one that does so twice is told.
          retry: 1,
        },
      },
    ],
  },
});
