import { type Stage, stages, type TurnLatency } from '../../../../client/call/messages.ts';
import { t } from '../../language/text.ts';
import { median, milliseconds } from '../page/figures.ts';
import { niceTicks } from './axis.ts';
import styles from './latency-chart.module.css';

export const stageNames: Readonly<Record<Stage, string>> = {
  endpoint: t('End of turn'),
  recognition: t('Recognition'),
  agent: t('Agent'),
  synthesis: t('Voice'),
  queue: t('Queue'),
  network: t('Network'),
};

/** People answer each other within a few hundred milliseconds; a longer pause is noticeable. */
const targetMs = 400;
const steps = 5;

/** Chart with one bar per turn, split into its stages, over an axis of milliseconds. */
export function LatencyChart({ turns }: { readonly turns: readonly TurnLatency[] }) {
  const ticks = niceTicks(Math.max(targetMs * 1.25, ...turns.map(({ total }) => total)), steps);
  const end = ticks.at(-1) as number;
  const share = (ms: number): string => `${(ms / end) * 100}%`;
  const middle = median(turns.map(({ total }) => total)) ?? 0;
  const label = t('Latency of {count} turns in milliseconds; median {middle}; the target is {targetMs} ms.', {
    count: turns.length,
    middle: milliseconds(middle),
    targetMs,
  });

  return (
    <figure className={styles.chart}>
      <div role="img" aria-label={label}>
        <div className={styles.plot}>
          {ticks.map((ms) => (
            <div key={ms} className={styles.grid} style={{ left: share(ms) }}>
              <span className={styles.tick}>{ms}</span>
            </div>
          ))}
          {turns.map((turn) => (
            <Bar key={turn.turn} turn={turn} share={share} />
          ))}
          <div className={styles.target} style={{ left: share(targetMs) }}>
            <span>{t('{targetMs} ms', { targetMs })}</span>
          </div>
        </div>
        <div className={styles.axis}>{t('Time from last word to answer, ms')}</div>
      </div>
      <ul className={styles.legend}>
        {stages.map((stage) => (
          <li key={stage}>
            <span className={styles.swatch} data-stage={stage} />
            {stageNames[stage]}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Bar({ turn, share }: { readonly turn: TurnLatency; readonly share: (ms: number) => string }) {
  return (
    <div className={styles.row}>
      <span className={styles.turn}>{t('Turn {turn}', { turn: turn.turn })}</span>
      {stages.map((stage) => (
        <span
          key={stage}
          className={styles.stage}
          data-stage={stage}
          style={{ width: share(turn[stage]) }}
          title={`${stageNames[stage]}: ${milliseconds(turn[stage])}`}
        />
      ))}
    </div>
  );
}
