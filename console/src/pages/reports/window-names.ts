import { dateLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { Report } from '../../server/reports.ts';

export const windowNames = {
  week: t('Last 7 days'),
  month: t('Last 30 days'),
  quarter: t('Last 90 days'),
  custom: t('Other days'),
} as const satisfies Record<Report['window'], string>;

/** Returns the days of a report in a time zone. `to` is exclusive. */
export function rangeText({ from, to }: Report['range'], timeZone: string | undefined): string {
  const day = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeZone });
  const last = new Date(new Date(to).getTime() - 1);
  return t('{format} to {last}', { format: day.format(new Date(from)), last: day.format(last) });
}
