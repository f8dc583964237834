import { z } from 'zod';
import { group } from './lists.ts';

/** What customers of recorded calls say, from which scenarios are made. Words of a trade or a tenant do not belong here. */
export const scenario = z.strictObject({
  agenda: group(['objecting', 'withholding', 'greeting', 'closing', 'assent', 'filler', 'denial']),
  manner: group([], ['fillers', 'hesitations']),
});
