import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What a supervisor or a terminal sends to a server. */
const passedOn = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

/** Makes glibc share one memory pool among all threads; it reads the setting when the process starts. */
const variable = 'MALLOC_ARENA_MAX';

/**
 * From this size on a block is given back when it is freed. Left to itself glibc raises it to the largest block that was ever
 * freed, and the pool of 24 calls takes 40 MB more (docs/performance.md).
 */
const givenBack = { MALLOC_MMAP_THRESHOLD_: '1048576' };

/**
 * How V8 is kept from letting a heap that needs 30 MB grow to 90 before it first looks at what is garbage, and the C
 * library's pool with it: 10,000 short calls grew the process by 17 % (docs/reliability.md).
 */
const heapOptions = ['--initial-old-space-size=32', '--heap-growing-percent=50', '--max-semi-space-size=4'];

/**
 * Runs the entry with one pool of memory for all its threads: itself, where it was started so, and otherwise as a process
 * of its own, to which signals are passed on and whose end is ours. That process stops by itself when this one is gone.
 * @param {string} entryUrl the module that is being run
 * @param {() => Promise<unknown>} run
 */
export async function withOnePool(entryUrl, run) {
  if (process.platform !== 'linux' || process.env[variable]) {
    if (process.channel) stopWithParent();
    return run();
  }
  const child = spawn(
    process.execPath,
    [...heapOptions, ...process.execArgv, fileURLToPath(entryUrl), ...process.argv.slice(2)],
    {
      env: { ...givenBack, ...process.env, [variable]: '1' },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
  for (const signal of passedOn) process.on(signal, () => void child.kill(signal));
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  child.once('exit', (status, signal) => {
    // As a shell tells it: our own handlers keep us from ending by the same signal.
    process.exit(signal === null ? (status ?? 1) : 128 + constants.signals[signal]);
  });
}

function stopWithParent() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // Of itself the channel keeps nothing running.
  process.channel?.unref();
}
