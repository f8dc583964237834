import { type Ending, type JobRow, JobStop } from './job.ts';

const firstWaitMs = 2_000;
const longestWaitMs = 600_000;
const maxErrorCharacters = 500;

/** Doubles after every failure, minus a random part of up to a half, so that simultaneous failures are spread. */
export function backoffMs(attempts: number, random: number): number {
  return Math.round(Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1)) * (1 - random / 2));
}

export interface Failure {
  readonly error: unknown;
  readonly nowMs: number;
  /** Delay before the next attempt may begin. */
  readonly waitMs: number;
}

/** The state of a job whose attempt did not complete it. */
export function endingOf(job: Pick<JobRow, 'attempts' | 'maxAttempts' | 'cancelAsked'>, failure: Failure): Ending {
  const finishedAt = new Date(failure.nowMs).toISOString();
  if (job.cancelAsked) return { status: 'cancelled', finishedAt, payload: {} };
  const error = sentence(failure.error);
  const isHopeless = (failure.error as { retryable?: unknown } | null)?.retryable === false;
  if (isHopeless || job.attempts >= job.maxAttempts) return { status: 'dead', finishedAt, error };
  if (failure.waitMs === 0) return { status: 'waiting', error };
  return { status: 'delayed', runAt: new Date(failure.nowMs + failure.waitMs).toISOString(), error };
}

/**
 * Returns the next state of a job whose process died or hung. An attempt that stored a step is not counted: regardless
 * of server restarts, a job only ends if its attempts make no progress.
 */
export function afterCrash(
  job: Pick<JobRow, 'attempts' | 'maxAttempts' | 'advanced' | 'cancelAsked'>,
  nowMs: number,
): Ending {
  const attempts = job.advanced ? job.attempts - 1 : job.attempts;
  const failure = { error: new JobStop('job_abandoned'), nowMs, waitMs: 0 };
  return { ...endingOf({ ...job, attempts }, failure), attempts };
}

function sentence(error: unknown): string {
  const { name, code, message } = (error ?? {}) as { name?: unknown; code?: unknown; message?: unknown };
  const text = error instanceof Error ? `${String(code ?? name)}: ${String(message)}` : String(error);
  return text.slice(0, maxErrorCharacters);
}
