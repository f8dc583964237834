import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Whole calls in real time, after the rest, so that no other test takes the cores from under them. */
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
/** Those that have a use for both cores: one at a time, at the end. */
const crowded = ['test/e2e/prompts.test.ts', 'test/wire/attack.test.ts'];
/** In a browser, which all of them share. */
const pages = ['test/console/**/*.test.ts'];
/** Each in a process of its own: they measure memory, or open models, whose memory only the end of a process gives back. */
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
// What is waited for comes when it comes; a second, the default, is what a busy machine may stand still for.
const patience = { poll: { timeout: 60_000 } };
// Nobody listens there: without an emulator of its own, no test and no server that one starts reaches a provider.
const env = { TELEPHONY_A_BASE_URL: 'http://127.0.0.1:9', TELEPHONY_B_BASE_URL: 'http://127.0.0.1:9' };
const limits = { testTimeout: 240_000, hookTimeout: 300_000, maxWorkers: 2 };
/** Half of what most files take is waiting: for a database, a socket, another process. */
const waiting = { maxWorkers: 3 } as const;
const common = { ...limits, env, pool: 'forks', expect: patience } as const;
/** A process runs one file after the other, and loads what they share once: no module of ours has state. */
const together = { ...common, ...waiting, isolate: false, sequence: { groupOrder: 0 } } as const;
/** A shared machine that stands still for a second spoils what goes over real sockets: `npm test` records who needs this. */
const secondChance = { retry: 1 } as const;
const builtChildren = join(import.meta.dirname, 'test/built-children.ts');
/** Modules that the server runs as processes are those that were built. */
const startBuilt = {
  name: 'start-built-children',
  enforce: 'pre',
  // What is resolved already is asked for once more, by its path.
  resolveId: (source: string) =>
    /^\.\.?\/(.*\/)?watched-process\/index\.ts$/.test(source) ? builtChildren : undefined,
} as const;

export default defineConfig({
  test: {
    // Projects have no modules in common: what one of them has translated the others read.
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
        test: { ...common, ...waiting, name: 'alone', include: alone, sequence: { groupOrder: 0 } },
      },
      {
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
