import { dateLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import styles from './score-chart.module.css';

export interface ScorePoint {
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
  /** 0 to 100. */
  readonly score: number;
}

interface ScoreChartProps {
  readonly name: string;
  readonly points: readonly ScorePoint[];
  /** The score from which a criterion is met. */
  readonly bar: number;
}

const ticks = [0, 25, 50, 75, 100];
const day = new Intl.DateTimeFormat(dateLocale, { month: 'short', day: 'numeric' });
const dayOf = (at: string): string => day.format(new Date(at));

/** Chart of session scores in order, over an axis of 0 to 100. */
export function ScoreChart({ name, points, bar }: ScoreChartProps) {
  const last = Math.max(1, points.length - 1);
  const placed = points.map((point, index) => ({
    ...point,
    x: points.length === 1 ? 50 : (100 * index) / last,
  }));
  const label = t(
    '{name}: scores of {count} {count, plural, one {session} other {sessions}}, 0 to 100; a score of {bar} is met.',
    { name, count: points.length, bar },
  );
  return (
    <figure className={styles.chart}>
      <div role="img" aria-label={label}>
        <div className={styles.unit}>{t('Score, 0 to 100')}</div>
        <div className={styles.plot}>
          {ticks.map((score) => (
            <div key={score} className={styles.grid} style={{ bottom: `${score}%` }}>
              <span>{score}</span>
            </div>
          ))}
          <div className={styles.bar} style={{ bottom: `${bar}%` }}>
            <span>{bar}</span>
          </div>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <polyline points={placed.map(({ x, score }) => `${x},${100 - score}`).join(' ')} />
          </svg>
          {placed.map(({ key, x, score, at }) => (
            <span
              key={key}
              className={styles.point}
              data-below={score < bar}
              style={{ left: `${x}%`, bottom: `${score}%` }}
              title={`${dayOf(at)}: ${score}`}
            />
          ))}
        </div>
        <div className={styles.days}>
          <span>{points[0] && dayOf(points[0].at)}</span>
          <span>{t('Sessions, by date')}</span>
          <span>{points.length > 1 && dayOf(points.at(-1)?.at ?? '')}</span>
        </div>
      </div>
    </figure>
  );
}
