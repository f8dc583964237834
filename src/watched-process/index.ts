import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Confinement, confined } from './confinement.ts';
import { offline } from './offline.ts';
import { endingWithParent } from './with-parent.ts';

export interface WatchedProcess {
  /** The module that it runs. */
  readonly module: URL;
  readonly args: readonly string[];
  /** Of JavaScript; buffers come on top. */
  readonly heapMebibytes: number;
  /** Of newborn objects, before it collects: little where buffers come and go, which do not count as its heap. */
  readonly youngMebibytes?: number;
  /**
   * For work that needs large buffers again and again: it may collect garbage when it likes to, and what it frees goes
   * back to the system at once. Costs some speed.
   */
  readonly frugal?: boolean;
  /**
   * The files that it may use, where Node can hold it to that, and no network, where the system allows that; anything
   * by default. Modules run from their source are not confined.
   */
  readonly confinement?: Confinement;
  /** A process that is larger is ended, where the system tells. */
  readonly memoryBytes: number;
  /** One that has said nothing for so long is ended. */
  readonly stallMs: number;
  /** One that lives longer is ended. */
  readonly lifeMs?: number;
  readonly signal: AbortSignal;
  /** What its standard input is fed with, and its end; nothing by default. */
  readonly input?: Readable;
  /** Given its standard output, which is otherwise thrown away. */
  readonly onOutput?: (output: Readable) => void;
  /** What it says, one after the other; `reply` asks for more. What this throws ends it. */
  readonly onMessage: (message: unknown, reply: (message: string) => void) => unknown;
}

export type ProcessEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'stalled' | 'overdue' | 'too_large' | 'aborted' }
  /** By itself, and not well; or by what its messages led to. */
  | { readonly kind: 'failed'; readonly detail: string; readonly cause?: unknown };

/** Bytes: larger blocks are given back when they are freed. Left to itself the C library raises that to 32 MiB. */
const atOnce = String(2 ** 18);
const watchEveryMs = 100;
const keptOutput = 2000;

/** Runs a module as a process that can be killed at any time and receives none of the server's keys. */
export async function runWatched(options: WatchedProcess): Promise<ProcessEnd> {
  const { module, args, heapMebibytes, youngMebibytes, frugal = false } = options;
  const { confinement, signal, input, onOutput } = options;
  if (signal.aborted) return { kind: 'aborted' };
  const fromSource = module.href.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const young = youngMebibytes === undefined ? [] : [`--max-semi-space-size=${youngMebibytes}`];
  const held = fromSource.length > 0 ? undefined : confinement;
  const execArgv = [
    ...fromSource,
    ...(held === undefined ? [] : confined(module.href, held)),
    ...endingWithParent(),
    `--max-old-space-size=${heapMebibytes}`,
    ...young,
    ...(frugal ? ['--expose-gc'] : []),
  ];
  const launch = held === undefined ? { execPath: process.execPath, execArgv } : offline(execArgv);
  const child = fork(fileURLToPath(module), args, {
    execPath: launch.execPath,
    execArgv: [...launch.execArgv],
    stdio: [input === undefined ? 'ignore' : 'pipe', onOutput === undefined ? 'ignore' : 'pipe', 'pipe', 'ipc'],
    env: {
      // One heap of the C library for all threads: several keep what they no longer need.
      MALLOC_ARENA_MAX: '1',
      // This process has read the same data files.
      DATA_CHECKED: '1',
      ...(frugal ? { MALLOC_MMAP_THRESHOLD_: atOnce, MALLOC_TRIM_THRESHOLD_: atOnce } : {}),
    },
    // A group of its own: what it has started ends with it.
    detached: true,
  });
  if (child.stdout !== null) onOutput?.(child.stdout);
  if (child.stdin !== null) {
    // A process that ends before its input does is seen by its end.
    child.stdin.on('error', () => {});
    input?.on('error', () => child.stdin?.end());
    input?.pipe(child.stdin);
  }
  let said = '';
  let verdict: ProcessEnd | undefined;
  const end = (why: ProcessEnd): void => {
    verdict ??= why;
    killGroup(child);
  };
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-keptOutput);
  });
  const unwatch = watch(child, options, end);
  const onAbort = (): void => end({ kind: 'aborted' });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const code = await endOf(child);
    if (verdict !== undefined) return verdict;
    if (code === 0) return { kind: 'done' };
    if (said.includes('heap out of memory')) return { kind: 'too_large' };
    return { kind: 'failed', detail: sentenceOf(said) ?? `the process exited with ${code}` };
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
    // It has ended already.
  }
}

/** Its exit code, once all that it said has been heard. */
function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const unheard = new Promise((heard) => child.once('disconnect', heard));
    child.once('error', reject);
    child.once('exit', (code) => unheard.then(() => resolve(code)));
  });
}

/** Listens to it, and looks at its age, its size and its silence. */
function watch(child: ChildProcess, options: WatchedProcess, end: (why: ProcessEnd) => void): () => void {
  const { memoryBytes, stallMs, lifeMs = Number.POSITIVE_INFINITY, onMessage } = options;
  const startedMs = performance.now();
  let lastMs = startedMs;
  let isHeard = false;
  const reply = (message: string): void => {
    // One that has ended meanwhile is seen by its end.
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
    // While it waits for us, its silence is ours.
    if (!isHeard && nowMs - lastMs > stallMs) end({ kind: 'stalled' });
    if (nowMs - startedMs > lifeMs) end({ kind: 'overdue' });
    void residentBytes(child).then((bytes) => {
      if (bytes > memoryBytes) end({ kind: 'too_large' });
    });
  }, watchEveryMs);
  return () => clearInterval(watching);
}

/** Node itself speaks of what it throws in several lines. */
function sentenceOf(said: string): string | undefined {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1);
}

/** 0 where the system does not tell; the heap of the child is bounded all the same. */
async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(pages.split(' ')[1] ?? 0) * 4096;
}
