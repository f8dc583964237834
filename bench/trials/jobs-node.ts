import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Place } from './jobs-place.ts';

export interface WorkerOptions extends Place {
  readonly leaseMs: number;
  readonly concurrency: number;
  readonly everywhere?: number;
  /** Parts of a job, and their approximate duration. */
  readonly parts: number;
  readonly partMs: number;
  /** Whether effects are written through the job. */
  readonly fenced: boolean;
}

export interface WorkerNode {
  readonly child: ChildProcess;
  /** Worker name, as the owner of jobs. */
  readonly owner: string;
}

/** Starts a worker and waits until it claims jobs. */
export async function openNode(options: WorkerOptions): Promise<WorkerNode> {
  const entry = new URL('./jobs-worker.js', import.meta.url);
  const child = fork(fileURLToPath(entry), [JSON.stringify(options)], { execArgv: [] });
  const [owner] = await Promise.race([
    once(child, 'message') as Promise<[string]>,
    once(child, 'exit').then(([code]) => {
      throw new Error(`a worker ended with status ${code} before it was open`);
    }),
  ]);
  return { child, owner };
}

export async function killNode({ child }: WorkerNode): Promise<void> {
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  child.kill('SIGKILL');
  await gone;
}
