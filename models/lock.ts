import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

export interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called once if the lock is taken, with the process that has it. */
  readonly onWait?: ((holder: string) => void) | undefined;
  readonly pollMs?: number;
}

/**
 * Interval at which a holder touches its lock. A lock untouched for `silentMs` counts as abandoned, whatever its
 * process id.
 */
const touchMs = 10_000;
const silentMs = 180_000;

interface Holder {
  readonly text: string;
  readonly pid: number;
  readonly host: string;
  readonly touchedMs: number;
}

/**
 * Runs `work` under the lock file at `path`. Waits for a running holder and takes over from a dead one. Rejects with
 * the signal's reason if aborted while waiting.
 */
export async function withLock<T>(path: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  await acquire(path, mine, options);
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, touchMs);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true });
  }
}

async function acquire(path: string, mine: string, { signal, onWait, pollMs = 500 }: LockOptions): Promise<void> {
  for (let told = false; ; ) {
    signal?.throwIfAborted();
    if (await place(path, mine)) return;
    const holder = await readHolder(path);
    if (!holder) continue;
    if (isDead(holder)) {
      await removeDead(path, holder);
      continue;
    }
    if (!told) onWait?.(`process ${holder.pid} on ${holder.host}`);
    told = true;
    await delay(pollMs, undefined, signal ? { signal } : {});
  }
}

/** Writes the lock atomically: a reader never sees a partial file. */
async function place(path: string, mine: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, mine, { flag: 'wx' });
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    let named: { pid?: unknown; host?: unknown } = {};
    try {
      named = JSON.parse(text) as typeof named;
    } catch {
      // Not a valid lock: it has no holder.
    }
    return { text, pid: Number(named.pid), host: String(named.host), touchedMs: mtimeMs };
  } catch {
    return undefined;
  }
}

function isDead(holder: Holder): boolean {
  if (!Number.isInteger(holder.pid) || Date.now() - holder.touchedMs > silentMs) return true;
  if (holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Moves the dead lock aside first, so that of several processes that found it dead none removes a lock placed since.
 */
async function removeDead(path: string, dead: Holder): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== dead.text) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
