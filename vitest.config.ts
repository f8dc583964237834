import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Whole calls in real time; run after the others, so that no other test competes for the cores. */
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
/** Tests that use both cores; run one at a time, at the end. */
const crowded = ['test/e2e/prompts.test.ts', 'test/wire/attack.test.ts'];
/** Tests in a shared browser. */
const pages = ['test/console/**/*.test.ts'];
/**
 * Tests that need their own process: they measure memory, or open models, whose memory is only freed when the process
 * ends.
 */
const alone = [
  'test/agent/**/*.test.ts',
  'test/answers/{answers,held-out}.test.ts',
  'test/audio/transcriber.test.ts',
  'test/call-analysis/recognised.test.ts',
  'test/call/{interruptions,many-calls,silence,virtual-talk}.test.ts',
  'test/inference/{native,session}.test.ts',
  'test/kit/buffer-bin.test.ts',
  'test/recogniser/engine.test.ts',
  'test/synthesiser/{engine,exact-timing,phonemes}.test.ts',
  'test/turn/engine.test.ts',
  'test/vad/{batch-plan,gate,silero}.test.ts',
  'test/whisper/**/*.test.ts',
];
// Polls end as soon as the condition holds; the default of one second is no longer than a busy machine may stall.
const patience = { poll: { timeout: 60_000 } };
// Nothing listens there: without its own emulator, a test or a server it starts reaches no provider.
const env = { TELEPHONY_A_BASE_URL: 'http://127.0.0.1:9', TELEPHONY_B_BASE_URL: 'http://127.0.0.1:9' };
const limits = { testTimeout: 240_000, hookTimeout: 300_000, maxWorkers: 2 };
/** Most files spend half their time waiting for a database, a socket or another process. */
const waiting = { maxWorkers: 3 } as const;
const common = { ...limits, env, pool: 'forks', expect: patience } as const;
/** A process runs files one after another and loads shared modules once: no module of the project has state. */
const together = { ...common, ...waiting, isolate: false, sequence: { groupOrder: 0 } } as const;
/**
 * A stall of a second on a shared machine breaks timing over real sockets; `npm test` records which tests need the
 * retry.
 */
const secondChance = { retry: 1 } as const;
const standIn = (name: string): string => join(import.meta.dirname, 'test', `${name}.ts`);
/** Modules of child processes and threads are loaded from the build. */
const startBuilt = {
  name: 'start-built-modules',
  enforce: 'pre',
  // Vitest passes the resolved path to this hook a second time.
  resolveId(source: string): string | undefined {
    if (/^\.\.?\/(.*\/)?watched-process\/index\.ts$/.test(source)) return standIn('built-children');
    return /^\.\.?\/(.*\/)?kit\/thread\.ts$/.test(source) ? standIn('built-threads') : undefined;
  },
} as const;

export default defineConfig({
  test: {
    // Projects share no modules, but each reuses the translated files of the others.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/tests' },
    projects: [
      {
        plugins: [startBuilt],
        test: {
          ...together,
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          globalSetup: 'test/data/migrated.ts',
          exclude: [...alone, ...pages, ...live, ...crowded],
        },
      },
      {
        plugins: [startBuilt],
        test: {
          ...together,
          ...secondChance,
          name: 'pages',
          include: pages,
          exclude: live,
          globalSetup: 'test/console/shared-browser.ts',
        },
      },
      {
        plugins: [startBuilt],
        test: { ...common, ...waiting, name: 'alone', include: alone, sequence: { groupOrder: 0 } },
      },
      {
        plugins: [startBuilt],
        test: {
          ...common,
          ...secondChance,
          name: 'live',
          include: live,
          exclude: crowded,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [startBuilt],
        test: {
          ...common,
          ...secondChance,
          name: 'crowded',
          include: crowded,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
