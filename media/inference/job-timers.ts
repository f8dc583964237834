import type { FaultCode } from '../line/fault.ts';

export interface JobLimits {
  readonly engine: string;
  /** Maximum time without a result. */
  readonly timeoutMs: number;
  /** Maximum wait for a thread; unlimited if undefined. */
  readonly shedAfterMs: number | undefined;
}

/** Fails a job that no thread takes in time, or whose thread returns nothing for too long. */
export function createJobTimers(
  { engine, timeoutMs, shedAfterMs }: JobLimits,
  onFailure: (code: FaultCode, message: string) => void,
) {
  const silent = setTimeout(() => onFailure('job_timeout', `${engine} did not answer in ${timeoutMs} ms`), timeoutMs);
  const shed =
    shedAfterMs === undefined
      ? undefined
      : setTimeout(() => onFailure('job_shed', `${engine} had no free thread in ${shedAfterMs} ms`), shedAfterMs);

  return {
    sent: (): void => clearTimeout(shed),
    resulted: (): void => void silent.refresh(),
    /** A finished engine with a slow reader does not count as hung. */
    over: (): void => clearTimeout(silent),
    clear(): void {
      clearTimeout(silent);
      clearTimeout(shed);
    },
  };
}
