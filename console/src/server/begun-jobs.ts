/** How a job ended. */
export interface JobEnd {
  readonly isDone: boolean;
  /** A sentence about the result. */
  readonly detail?: string | undefined;
}

/** A job on the server that continues after the request that started it. */
export type BegunJob =
  | { readonly kind: 'import' | 'report' | 'upload'; readonly id: string }
  /** The request lasts as long as the job. */
  | { readonly kind: 'voice'; readonly id: string; readonly over: Promise<JobEnd> };

const began = 'begin';
const jobs = new EventTarget();

/** Records that this browser started a job, so that its end can be announced on any page. */
export const noteJob = (job: BegunJob): boolean => jobs.dispatchEvent(new CustomEvent(began, { detail: job }));

/** Calls `hear` for each job that starts from now on. Returns a function that stops this. */
export function onJob(hear: (job: BegunJob) => void): () => void {
  const listen = (event: Event): void => hear((event as CustomEvent<BegunJob>).detail);
  jobs.addEventListener(began, listen);
  return () => jobs.removeEventListener(began, listen);
}

const storageKey = 'parley.jobs';
const kinds: readonly unknown[] = ['import', 'report', 'upload'];

/** Returns the jobs that this tab started before a reload and has not announced. */
export function keptJobs(): readonly BegunJob[] {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isJob) : [];
  } catch {
    return [];
  }
}

/** Stores the jobs that survive a reload. A job that depends on an open request does not. */
export const keepJobs = (running: readonly BegunJob[]): void =>
  window.sessionStorage.setItem(storageKey, JSON.stringify(running.filter(({ kind }) => kinds.includes(kind))));

function isJob(value: unknown): value is BegunJob {
  const job = value as Partial<BegunJob> | null;
  return typeof job?.id === 'string' && kinds.includes(job.kind);
}
