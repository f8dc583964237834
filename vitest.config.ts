import { defineConfig } from 'vitest/config';

/** Whole calls in real time: one file at a time, after the rest, so that no other test takes the cores from under them. */
const live = ['test/e2e/**/*.test.ts', 'test/console/test-call.test.ts'];

const common = { testTimeout: 60_000, hookTimeout: 180_000, pool: 'forks', maxWorkers: 2 } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...common, name: 'rooms', include: ['test/**/*.test.ts'], exclude: live, sequence: { groupOrder: 0 } },
      },
      { test: { ...common, name: 'live', include: live, fileParallelism: false, sequence: { groupOrder: 1 } } },
    ],
  },
});
