import { z } from 'zod';
import { group } from './lists.ts';

/**
 * Phrases of customers in recorded calls, from which scenarios are generated. Words of a trade or a tenant do not
 * belong here.
 */
export const scenario = z.strictObject({
  agenda: group(['objecting', 'withholding', 'greeting', 'closing', 'assent', 'filler', 'denial']),
  manner: group([], ['fillers', 'hesitations']),
});
