import { z } from 'zod';

/** Repeated parameters, or one separated by commas. */
export const segmentUuidsQuery = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given) => [given ?? []].flat().flatMap((text) => text.split(',').filter((uuid) => uuid !== '')))
  .pipe(z.array(z.string()).max(50, 'must have at most 50 segments'));
