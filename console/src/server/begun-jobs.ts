/** Work of the server that continues after the request that began it. */
export interface BegunJob {
  readonly kind: 'import' | 'report';
  readonly id: string;
}

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
