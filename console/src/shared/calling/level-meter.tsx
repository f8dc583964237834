import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { floorDbfs, meterShare } from '../../../../client/audio/level.ts';
import { t } from '../../language/text.ts';
import styles from './level-meter.module.css';

export interface LevelMeterProps {
  readonly label: string;
  readonly side: 'caller' | 'agent';
  /** Called every frame while the meter is shown. */
  readonly read: () => number;
}

const scale = [-60, -40, -20, 0];
/** A bar falls by this share of the scale per frame, and rises immediately. */
const fallPerFrame = 0.02;
const stillEveryMs = 500;
const tellEveryMs = 500;

/** One side's level in dBFS. Drawn outside React, to avoid sixty renders a second. */
export function LevelMeter({ label, side, read }: LevelMeterProps) {
  const bar = useRef<HTMLDivElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  const still = useReducedMotion();

  useEffect(() => {
    let shown = 0;
    let drawnMs = 0;
    let announcedMs = 0;
    let frame = 0;
    const draw = (nowMs: number): void => {
      frame = requestAnimationFrame(draw);
      const dbfs = read();
      if (nowMs - announcedMs >= tellEveryMs && meter.current !== null) {
        announcedMs = nowMs;
        meter.current.value = Math.round(dbfs);
      }
      if (still && nowMs - drawnMs < stillEveryMs) return;
      drawnMs = nowMs;
      shown = still ? meterShare(dbfs) : Math.max(meterShare(dbfs), shown - fallPerFrame);
      bar.current?.style.setProperty('transform', `scaleX(${shown.toFixed(3)})`);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [read, still]);

  return (
    <div>
      <Group justify="space-between" gap={4} mb={4} aria-hidden>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="xs" className="quiet">
          dBFS
        </Text>
      </Group>
      <VisuallyHidden>
        <meter
          ref={meter}
          aria-label={t('{label}, level in dBFS', { label })}
          min={floorDbfs}
          max={0}
          value={floorDbfs}
        />
      </VisuallyHidden>
      <div className={styles.track} data-side={side} aria-hidden>
        <div ref={bar} className={styles.bar} />
      </div>
      <div className={styles.scale} aria-hidden>
        {scale.map((dbfs) => (
          <span key={dbfs}>{dbfs === 0 ? '0' : `−${-dbfs}`}</span>
        ))}
      </div>
    </div>
  );
}
