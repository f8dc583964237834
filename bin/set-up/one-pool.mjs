import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Signals sent by a supervisor or a terminal. */
const passedOn = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

/** Makes glibc share one memory pool among all threads; it is read only at process start. */
const variable = 'MALLOC_ARENA_MAX';

/**
 * Blocks of this size or larger return to the system when freed. By default glibc raises the threshold to the largest
 * block ever freed, and the pool of 24 calls takes 40 MB more (docs/performance.md). With a threshold of its own glibc
 * also returns the top of the pool after every run of a model, 128 kB at a time, and fetches it again for the next:
 * 1,400 page faults and 7 % of the CPU time of a decode.
 */
const givenBack = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '16777216' };

/**
 * Otherwise V8 lets a heap that needs 30 MB grow to 90 before its first collection, and the C library's pool with it:
 * 10,000 short calls grew the process by 17 % (docs/reliability.md).
 */
const heapOptions = ['--initial-old-space-size=32', '--heap-growing-percent=50', '--max-semi-space-size=4'];

/**
 * Runs the entry with one memory pool for all its threads: in this process if it was started that way, otherwise in a
 * child process, to which signals are forwarded and whose exit status is returned. The child stops if this process
 * dies.
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
    // Exit code in shell convention: because of its own handlers, this process cannot end by the same signal.
    process.exit(signal === null ? (status ?? 1) : 128 + constants.signals[signal]);
  });
}

function stopWithParent() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone must not keep the process running.
  process.channel?.unref();
}
