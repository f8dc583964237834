import { Paper, Skeleton, Title } from '@mantine/core';
import { TroubleLine } from '../components/trouble-line.tsx';
import { type TrendDay, useTrend } from '../server/dashboard.ts';
import styles from './dashboard.module.css';

const shownDays = 14;
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const utc = (date: string): Date => new Date(`${date}T00:00:00Z`);
const dayText = (date: string): string => longDay.format(utc(date));

/** Calls of the last days, as bars for the eye and as a table for screen readers. */
export function TrendChart() {
  const { data, isError, error } = useTrend(shownDays);
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="trend">
      <Title order={2} size="h4" id="trend" mb="md">
        Calls of the last {shownDays} days
      </Title>
      {isError && <TroubleLine text={error.message} />}
      {data === undefined && !isError && <Skeleton height={180} />}
      {data !== undefined && <DayBars days={data.trend} />}
    </Paper>
  );
}

/** Dates under the bars; of many days, every n-th. */
const mostDates = 16;

/** Calls by day. */
export function DayBars({ days }: { readonly days: readonly TrendDay[] }) {
  const every = Math.ceil(days.length / mostDates);
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  return (
    <>
      <div className={styles.chart} data-dense={every > 1} aria-hidden>
        {days.map(({ date, calls }, index) => (
          <div key={date} className={styles.day} title={`${dayText(date)}: ${calls}`}>
            <span className={styles.count}>{calls === 0 || every > 1 ? '' : calls.toLocaleString('en')}</span>
            <div
              className={styles.bar}
              style={{ height: `${(calls / most) * 100}%` }}
              data-today={index === days.length - 1}
            />
            <span className={styles.date} data-hidden={index % every !== 0}>
              <span>{shortDay.format(utc(date))}</span>
              <span>{utc(date).getUTCDate()}</span>
            </span>
          </div>
        ))}
      </div>
      <table className="unseen">
        <caption>Calls by day</caption>
        <tbody>
          {days.map(({ date, calls }) => (
            <tr key={date}>
              <th scope="row">{dayText(date)}</th>
              <td>{calls}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
