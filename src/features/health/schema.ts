import { z } from 'zod';

export const health = z.object({
  status: z.enum(['ok', 'degraded', 'draining']),
  version: z.string(),
  node: z.string(),
  uptime_seconds: z.number().int(),
  media: z.object({
    driver: z.string(),
    active_calls: z.number().int(),
    /** How late the beat that paces audio came in about the last minute. */
    lateness_ms: z.object({ p50: z.number(), p99: z.number(), max: z.number() }),
  }),
  inference: z.object({
    threads: z.number().int(),
    providers: z.array(z.string()).readonly(),
    restarts: z.number().int(),
    queued: z.number(),
  }),
  models: z.array(z.string()),
  brain: z.enum(['openai', 'embedded']),
  execution_provider: z.string(),
  call_log: z.object({ waiting: z.number().int(), refused: z.number().int() }),
});

export type Health = z.output<typeof health>;
