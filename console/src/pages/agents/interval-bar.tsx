import styles from './interval-bar.module.css';

interface IntervalBarProps {
  readonly low: number;
  readonly high: number;
  readonly value: number;
  /** Ends of the axis. */
  readonly least: number;
  readonly most: number;
}

/** A value with its interval on an axis. The same is in words beside it. */
export function IntervalBar({ low, high, value, least, most }: IntervalBarProps) {
  const at = (each: number): number => (100 * (each - least)) / (most - least || 1);
  const left = Math.max(0, at(low));
  return (
    <svg className={styles.axis} aria-hidden preserveAspectRatio="none" viewBox="0 0 100 8">
      <rect className={styles.ground} x="0" y="3" width="100" height="2" />
      <rect
        className={styles.interval}
        x={left}
        y="1"
        width={Math.max(0.5, Math.min(100, at(high)) - left)}
        height="6"
      />
      <rect className={styles.value} x={Math.min(99, at(value))} y="0" width="1" height="8" />
    </svg>
  );
}
