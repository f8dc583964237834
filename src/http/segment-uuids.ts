import { z } from 'zod';
import { canonicalId } from './fields.ts';

/** Repeated parameters, or one separated by commas. */
export const segmentUuidsQuery = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => {
    const named = [value ?? []].flat().flatMap((text) => text.split(','));
    return [...new Set(named.filter((uuid) => uuid !== '').map(canonicalId))];
  })
  .pipe(z.array(z.string()).max(50, 'must have at most 50 segments'));
