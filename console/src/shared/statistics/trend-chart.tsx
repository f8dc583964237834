import { dateLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { type DashboardQuery, type TrendDay, type TrendPoint, useTrend } from '../../server/dashboard.ts';
import type { Bar } from '../charts/bar.ts';
import { ChartPanel } from '../charts/chart-panel.tsx';
import { type Covered, callsBehind } from './counted-address.ts';

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

const hourOf = new Intl.DateTimeFormat(dateLocale, { hour: 'numeric', minute: 'numeric', timeZone: 'UTC' });

/** Returns a bar for each hour or day of a window, linked to its calls. */
const pointBars = (points: readonly TrendPoint[], covered: Covered): Bar[] =>
  points.map(({ date, from, to, calls }, index) => {
    const isHour = date.includes('T');
    const time = isHour ? { from, to } : { from: date, to: date };
    const hour = isHour ? hourOf.format(new Date(`${date}Z`)) : '';
    return {
      ...(isHour ? { label: hour, tick: hour } : dayNames(date)),
      key: from,
      value: calls,
      href: callsBehind({ ...covered, time }),
      tone: index === points.length - 1 ? 'latest' : undefined,
    };
  });

/** Chart of the calls of a window: by the hour for one day, otherwise by the day. */
export function TrendChart({ query, covered }: { readonly query: DashboardQuery; readonly covered: Covered }) {
  const { data, isError, error } = useTrend(query.window, query.segments);
  const isOfHours = query.window === 'today' || query.window === 'yesterday';
  return (
    <ChartPanel
      id={'trend'}
      title={isOfHours ? t('Calls by hour') : t('Calls by day')}
      shape={'columns'}
      unit={t('Calls')}
      each={isOfHours ? t('Hour') : t('Day')}
      bars={data === undefined ? undefined : pointBars(data.trend, covered)}
      trouble={isError ? error.message : undefined}
    />
  );
}
