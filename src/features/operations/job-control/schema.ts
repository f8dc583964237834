import { z } from 'zod';
import { nameSchemas } from '../../../http/named-schemas.ts';

/** A job in the format for members of its organisation. */
export const jobResponse = z.object({
  uuid: z.uuid(),
  kind: z.string(),
  /** `delayed`: waits for its time or for a retry. `dead`: has failed too often. */
  status: z.enum(['delayed', 'waiting', 'running', 'done', 'cancelled', 'dead']),
  /** 0 to 1. */
  progress: z.number(),
  /** What the job is doing now. */
  note: z.string().nullable(),
  /** Error of the last failed attempt. */
  error: z.string().nullable(),
  attempts: z.number().int(),
  max_attempts: z.number().int(),
  created_at: z.iso.datetime(),
  run_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
});

const deadJob = jobResponse.extend({
  /** `system` for jobs of the server itself. */
  organisation: z.string(),
  /** Values under `personal` are hidden. */
  payload: z.record(z.string(), z.unknown()),
});

export const deadJobs = z.object({
  jobs: z.array(deadJob),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

nameSchemas({
  Job: jobResponse,
  DeadJob: deadJob,
  DeadJobList: deadJobs,
});
