import { z } from 'zod';
import { group } from './lists.ts';

/**
 * Phrases of customers in recorded calls, from which scenarios are generated. Words of a trade or a tenant do not
 * belong here.
 */
export const scenario = z.strictObject({
  agenda: group([
    ...(['objecting', 'withholding', 'greeting', 'courtesy', 'closing', 'assent', 'filler', 'denial'] as const),
  ]),
  manner: group([], ['fillers', 'hesitations']),
});
