import { useEffect, useState } from 'react';
import { t } from '../../language/text.ts';
import { clockTime } from '../page/figures.ts';

/** Time from the start of the call to its end, or to now. */
export function CallTimer({
  startedMs,
  endedMs,
  label = t('Length of the call'),
}: {
  readonly startedMs: number;
  readonly endedMs?: number | undefined;
  readonly label?: string;
}) {
  const [nowMs, setNowMs] = useState(() => performance.now());
  const isRunning = endedMs === undefined;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNowMs(performance.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <span role="timer" aria-label={label} className="figures">
      {clockTime(Math.max(0, (endedMs ?? nowMs) - startedMs))}
    </span>
  );
}
