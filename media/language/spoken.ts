import { z } from 'zod';

const coin = z.strictObject({ one: z.string().min(1), many: z.string().min(1) });

/** Words for reading figures aloud with a voice that accepts only text: numbers, money, times and dates. */
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
    /** Irregular ordinals; others are the cardinal plus the suffix. */
    words: z.record(z.string().regex(/^\d+$/), z.string().min(1)),
    suffix: z.string().min(1),
    /** Pattern of the suffix after the figure, and the final vowel of the spoken ordinal; empty for no change. */
    written: z.array(z.strictObject({ pattern: z.string().min(1), last: z.string() })).min(1),
  }),
  currencies: z.array(coin.extend({ signs: z.array(z.string().min(1)).min(1), part: coin })),
  times: z.strictObject({
    /** Templates with `{hour}` alone, and with `{minute}`. */
    hour: z.string().includes('{hour}'),
    minute: z.string().includes('{minute}'),
    /** Words that may follow the time in a text; the templates already include them. */
    after: z.array(z.string().min(1)),
    /** Parts of the day by start hour. The last one continues until the first. */
    parts: z.array(z.strictObject({ from: z.int().min(0).max(23), word: z.string().min(1) })).min(1),
  }),
  dates: z.strictObject({ order: z.enum(['day-first', 'month-first']), text: z.string().includes('{day}') }),
});
