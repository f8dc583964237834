import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Confinement, confined } from './confinement.ts';
import { offline } from './offline.ts';
import { endingWithParent } from './with-parent.ts';

export interface WatchedProcess {
  /** Module that the process runs. */
  readonly module: URL;
  readonly args: readonly string[];
  /** JavaScript heap limit; buffers are not included. */
  readonly heapMebibytes: number;
  /** Young generation size. A small value suits work with many short-lived buffers, which do not count as heap. */
  readonly youngMebibytes?: number;
  /**
   * For work that repeatedly needs large buffers: exposes garbage collection to the module and returns freed memory to
   * the system at once. Costs some speed.
   */
  readonly frugal?: boolean;
  /**
   * Restricts files, where Node supports it, and disables the network, where the system allows it; unrestricted by
   * default.
   */
  readonly confinement?: Confinement;
  /** Resident memory above which the process is killed, where the system reports it. */
  readonly memoryBytes: number;
  /** Silence after which the process is killed. */
  readonly stallMs: number;
  /** Lifetime after which the process is killed. */
  readonly lifeMs?: number;
  readonly signal: AbortSignal;
  /** Stream for its standard input, which is closed at the stream's end; no input by default. */
  readonly input?: Readable;
  /** Receives its standard output, which is otherwise discarded. */
  readonly onOutput?: (output: Readable) => void;
  /** Receives its messages one at a time; `reply` requests more. An error thrown here kills the process. */
  readonly onMessage: (message: unknown, reply: (message: string) => void) => unknown;
}

export type ProcessEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'stalled' | 'overdue' | 'too_large' | 'aborted' }
  /** The process failed by itself, or because handling one of its messages threw. */
  | { readonly kind: 'failed'; readonly detail: string; readonly cause?: unknown };

/** Threshold in bytes above which freed blocks return to the system. By default the C library raises it to 32 MiB. */
const atOnce = String(2 ** 18);
const watchEveryMs = 100;
const keptOutput = 2000;

/** Runs a module in a child process that can be killed at any time and receives none of the server's secrets. */
export async function runWatched(options: WatchedProcess): Promise<ProcessEnd> {
  const { module, args, heapMebibytes, youngMebibytes, frugal = false } = options;
  const { confinement, signal, input, onOutput } = options;
  if (signal.aborted) return { kind: 'aborted' };
  const young = youngMebibytes === undefined ? [] : [`--max-semi-space-size=${youngMebibytes}`];
  const execArgv = [
    ...(confinement === undefined ? [] : confined(module.href, confinement)),
    ...endingWithParent(),
    `--max-old-space-size=${heapMebibytes}`,
    ...young,
    ...(frugal ? ['--expose-gc'] : []),
  ];
  const launch = confinement === undefined ? { execPath: process.execPath, execArgv } : offline(execArgv);
  const child = fork(fileURLToPath(module), args, {
    execPath: launch.execPath,
    execArgv: [...launch.execArgv],
    stdio: [input === undefined ? 'ignore' : 'pipe', onOutput === undefined ? 'ignore' : 'pipe', 'pipe', 'ipc'],
    env: {
      // One C heap for all threads: separate heaps retain freed memory.
      MALLOC_ARENA_MAX: '1',
      // This process has already checked the same data files.
      DATA_CHECKED: '1',
      ...(frugal ? { MALLOC_MMAP_THRESHOLD_: atOnce, MALLOC_TRIM_THRESHOLD_: atOnce } : {}),
    },
    // Own process group: processes that it starts end with it.
    detached: true,
  });
  if (child.stdout !== null) onOutput?.(child.stdout);
  if (child.stdin !== null) {
    // If the process ends before its input, the exit handler reports it.
    child.stdin.on('error', () => {});
    input?.on('error', () => child.stdin?.end());
    input?.pipe(child.stdin);
  }
  let output = '';
  let verdict: ProcessEnd | undefined;
  const end = (why: ProcessEnd): void => {
    verdict ??= why;
    killGroup(child);
  };
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-keptOutput);
  });
  const unwatch = watch(child, options, end);
  const onAbort = (): void => end({ kind: 'aborted' });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const code = await endOf(child);
    if (verdict !== undefined) return verdict;
    if (code === 0) return { kind: 'done' };
    if (output.includes('heap out of memory')) return { kind: 'too_large' };
    return { kind: 'failed', detail: sentenceOf(output) ?? `the process exited with ${code}` };
  } finally {
    unwatch();
    signal.removeEventListener('abort', onAbort);
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Resolves to the exit code once all messages have been received. */
function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const unheard = new Promise((heard) => child.once('disconnect', heard));
    child.once('error', reject);
    child.once('exit', (code) => unheard.then(() => resolve(code)));
  });
}

/** Forwards messages and enforces the limits on lifetime, memory and silence. */
function watch(child: ChildProcess, options: WatchedProcess, end: (why: ProcessEnd) => void): () => void {
  const { memoryBytes, stallMs, lifeMs = Number.POSITIVE_INFINITY, onMessage } = options;
  const startedMs = performance.now();
  let lastMs = startedMs;
  let isHeard = false;
  const reply = (message: string): void => {
    // If the process has ended, the exit handler reports it.
    if (child.connected) child.send(message, () => {});
  };
  child.on('message', async (message) => {
    isHeard = true;
    try {
      await onMessage(message, reply);
    } catch (cause) {
      end({ kind: 'failed', detail: cause instanceof Error ? cause.message : String(cause), cause });
    }
    lastMs = performance.now();
    isHeard = false;
  });
  const watching = setInterval(() => {
    const nowMs = performance.now();
    // While `onMessage` is running, the process's silence does not count.
    if (!isHeard && nowMs - lastMs > stallMs) end({ kind: 'stalled' });
    if (nowMs - startedMs > lifeMs) end({ kind: 'overdue' });
    void residentBytes(child).then((bytes) => {
      if (bytes > memoryBytes) end({ kind: 'too_large' });
    });
  }, watchEveryMs);
  return () => clearInterval(watching);
}

/** Node prints uncaught errors in several lines. */
function sentenceOf(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1);
}

/** Returns 0 if the system does not report it; the child's heap is limited anyway. */
async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(pages.split(' ')[1] ?? 0) * 4096;
}
