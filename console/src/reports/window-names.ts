import type { Report } from '../server/reports.ts';

export const windowNames = {
  week: 'Last 7 days',
  month: 'Last 30 days',
  quarter: 'Last 90 days',
  custom: 'Other days',
} as const satisfies Record<Report['window'], string>;

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The days of a report; `to` is the moment after its last day. */
export function rangeText({ from, to }: Report['range']): string {
  const last = new Date(new Date(to).getTime() - 1);
  return `${day.format(new Date(from))} to ${day.format(last)}`;
}
