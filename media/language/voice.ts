import { z } from 'zod';
import { entry } from './lists.ts';

/**
 * Texts that the embedded voice reads for comparison with a clip, about 10 s each: half of the measure depends on the
 * sentences as much as on the voice.
 */
export const voice = z.strictObject({
  source: z.string().min(1),
  /** Text used to fit the voice. */
  fitted: entry,
  /** A different text used to evaluate it, so that the fit has no advantage. */
  judged: entry,
});
