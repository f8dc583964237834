import { z } from 'zod';

/** Returns a time in the format of the document and audio agents: UTC, to the second, without a zone. */
export const agentTime = (iso: string): string => iso.slice(0, 19);

export const agentTimeField = z
  .string()
  .meta({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$', description: 'UTC, without a zone.' });
