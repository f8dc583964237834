import { z } from 'zod';

const coin = z.strictObject({ one: z.string().min(1), many: z.string().min(1) });

/** How figures are read aloud for a voice that gets text: numbers, money, times and dates as words. */
export const spoken = z.strictObject({
  source: z.string().min(1),
  /** 0 to 99. */
  cardinals: z.array(z.string().min(1)).length(100),
  /** Largest first. */
  scales: z.array(z.strictObject({ value: z.int().min(100), word: z.string().min(1) })).min(1),
  point: z.string().min(1),
  minus: z.string().min(1),
  percent: z.string().min(1),
  ordinals: z.strictObject({
    /** Those that are not the cardinal and the suffix. */
    words: z.record(z.string().regex(/^\d+$/), z.string().min(1)),
    suffix: z.string().min(1),
    /** What follows the figure, as a pattern, and the vowel that the ordinal then ends with; empty as it is. */
    written: z.array(z.strictObject({ pattern: z.string().min(1), last: z.string() })).min(1),
  }),
  currencies: z.array(coin.extend({ signs: z.array(z.string().min(1)).min(1), part: coin })),
  times: z.strictObject({
    /** Of `{hour}` alone, and with `{minute}`. */
    hour: z.string().includes('{hour}'),
    minute: z.string().includes('{minute}'),
    /** Words that a text may have behind the time; they are part of the two above. */
    after: z.array(z.string().min(1)),
    /** Parts of the day by the hour that they begin with; the last one also lasts until the first. */
    parts: z.array(z.strictObject({ from: z.int().min(0).max(23), word: z.string().min(1) })).min(1),
  }),
  dates: z.strictObject({ order: z.enum(['day-first', 'month-first']), text: z.string().includes('{day}') }),
});
