import { z } from 'zod';

const form = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'write a date as 2026-01-31 or a time as 2026-01-31T09:00:00Z',
});

const isDay = (text: string): boolean => text.length === 10;
const dayMs = 86_400_000;
/** Times are compared as text, in which a year has four digits. */
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** From when on, in UTC. A date alone means its whole day, from its first moment. */
export const startMoment = form.transform((text) => new Date(text).toISOString());

/** Until when. A date alone means its whole day, to the first moment of the next. */
export const endMoment = form.transform((text) =>
  new Date(Math.min(lastMs, Date.parse(text) + (isDay(text) ? dayMs : 0))).toISOString(),
);
