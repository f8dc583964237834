import { z } from 'zod';

/** What the members of its organisation see of a job. */
export const jobResponse = z.object({
  uuid: z.uuid(),
  kind: z.string(),
  /** `delayed`: until its time, or after a failure. `dead`: it failed too often. */
  status: z.enum(['delayed', 'waiting', 'running', 'done', 'cancelled', 'dead']),
  /** 0 to 1. */
  progress: z.number(),
  /** What is being done now. */
  note: z.string().nullable(),
  /** Of the last attempt that failed. */
  error: z.string().nullable(),
  attempts: z.number().int(),
  max_attempts: z.number().int(),
  created_at: z.iso.datetime(),
  run_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
});

const deadJob = jobResponse.extend({
  /** `system` for the server's own. */
  organisation: z.string(),
  /** What is under `personal` is hidden. */
  payload: z.record(z.string(), z.unknown()),
});

export const deadJobs = z.object({
  jobs: z.array(deadJob),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});
