import { z } from 'zod';
import { entry } from './lists.ts';

/** What the embedded voice says to be compared with a clip, about 10 s each: half of it follows the sentences as much as the voice. */
export const voice = z.strictObject({
  source: z.string().min(1),
  /** The voice is fitted by this text, */
  fitted: entry,
  /** and judged by this one, so that its words favour nobody. */
  judged: entry,
});
