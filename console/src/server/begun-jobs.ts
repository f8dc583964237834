/** How a job ended. */
export interface JobEnd {
  readonly isDone: boolean;
  /** A sentence about it. */
  readonly detail?: string | undefined;
}

/** Work of the server that continues after the request that began it. */
export type BegunJob =
  | { readonly kind: 'import' | 'report' | 'upload'; readonly id: string }
  /** Its request lasts as long as the work. */
  | { readonly kind: 'voice'; readonly id: string; readonly over: Promise<JobEnd> };

const began = 'begin';
const jobs = new EventTarget();

/** Says that this browser began a job, so that its end can be announced on any page. */
export const noteJob = (job: BegunJob): boolean => jobs.dispatchEvent(new CustomEvent(began, { detail: job }));

/** Calls for each job that begins from now on. Returns what ends that. */
export function onJob(hear: (job: BegunJob) => void): () => void {
  const listen = (event: Event): void => hear((event as CustomEvent<BegunJob>).detail);
  jobs.addEventListener(began, listen);
  return () => jobs.removeEventListener(began, listen);
}

const storageKey = 'parley.jobs';
const kinds: readonly unknown[] = ['import', 'report', 'upload'];

/** Jobs that this tab began before it was reloaded, and has not announced. */
export function keptJobs(): readonly BegunJob[] {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isJob) : [];
  } catch {
    return [];
  }
}

/** A request does not survive a reload, and neither does a job that is one. */
export const keepJobs = (running: readonly BegunJob[]): void =>
  window.sessionStorage.setItem(storageKey, JSON.stringify(running.filter(({ kind }) => kinds.includes(kind))));

function isJob(value: unknown): value is BegunJob {
  const job = value as Partial<BegunJob> | null;
  return typeof job?.id === 'string' && kinds.includes(job.kind);
}
