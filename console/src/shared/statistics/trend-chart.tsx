import { dateLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { type TrendDay, useTrend } from '../../server/dashboard.ts';
import type { Bar } from '../charts/bar.ts';
import { ChartPanel } from '../charts/chart-panel.tsx';
import { type Covered, callsBehind } from './counted-address.ts';

const shownDays = 14;
const longDay = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const utc = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** Returns a day's full name, and a short one for the axis. */
export const dayNames = (date: string) => ({ label: longDay.format(utc(date)), tick: shortDay.format(utc(date)) });

/** Returns a bar for each day, linked to its calls if `covered` is given. */
export const dayBars = (days: readonly TrendDay[], covered?: Covered): Bar[] =>
  days.map(({ date, calls }, index) => ({
    ...dayNames(date),
    key: date,
    value: calls,
    href: covered === undefined ? undefined : callsBehind({ ...covered, time: { from: date, to: date } }),
    tone: index === days.length - 1 ? 'latest' : undefined,
  }));

/** Chart of calls in the last days, regardless of the selected window. */
export function TrendChart({ covered }: { readonly covered: Covered }) {
  const { data, isError, error } = useTrend(shownDays, covered.segments);
  return (
    <ChartPanel
      id={'trend'}
      title={t('Calls of the last {shownDays} days', { shownDays })}
      shape={'columns'}
      unit={t('Calls')}
      each={t('Day')}
      bars={data === undefined ? undefined : dayBars(data.trend, covered)}
      trouble={isError ? error.message : undefined}
    />
  );
}
