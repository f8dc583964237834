import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { t } from '../../language/text.ts';
import { clockTime } from '../page/figures.ts';
import { barsOf, distinctOf, peaksOf, type Side, type Sound, sidesOf, type Timed } from './peaks.ts';
import type { Player } from './use-player.ts';
import styles from './waveform.module.css';

/** A turn on the waveform. */
export interface Region extends Timed {
  readonly key: number;
  /** Time at which the other side interrupted. */
  readonly heardUntilMs?: number | undefined;
  readonly isMarked?: boolean;
}

interface WaveformProps {
  readonly player: Player;
  readonly durationMs: number;
  /** Null if the sound could not be measured; then only the turns are drawn. */
  readonly sound: Sound | null | undefined;
  readonly regions: readonly Region[];
  readonly nameOf: (side: Side) => string;
}

const msOfKey: Readonly<Record<string, number>> = {
  ArrowRight: 5000,
  ArrowUp: 5000,
  ArrowLeft: -5000,
  ArrowDown: -5000,
  PageUp: 30_000,
  PageDown: -30_000,
};

/** Waveform of both sides of a recording with their turns: a slider that seeks by pointer and keyboard. */
export function Waveform({ player, durationMs, sound, regions, nameOf }: WaveformProps) {
  const box = useRef<HTMLDivElement>(null);
  usePlayhead(box, player, durationMs);
  const lanes = useMemo(() => lanesOf(sound ?? null, regions), [sound, regions]);
  const { audio, nowMs, seek, toggle } = player;

  const seekTo = (ms: number): void => seek(Math.min(durationMs, Math.max(0, ms)));
  const seekToPointer = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    seekTo(((clientX - left) / width) * durationMs);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    seekToPointer(event);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const exactMs = (audio.current?.currentTime ?? 0) * 1000;
    const step = msOfKey[event.key];
    if (step !== undefined) seekTo(exactMs + step);
    else if (event.key === 'Home') seekTo(0);
    else if (event.key === 'End') seekTo(durationMs);
    else if (event.key === ' ' || event.key === 'Enter') toggle();
    else return;
    event.preventDefault();
  };
  const spoken = regions.findLast(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs);
  return (
    <div
      ref={box}
      className={styles.box}
      role="slider"
      tabIndex={0}
      aria-label={t('Position in the recording')}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs / 1000)}
      aria-valuenow={Math.min(Math.round(durationMs / 1000), Math.round(nowMs / 1000))}
      aria-valuetext={t('{nowMs} of {durationMs}{value}', {
        nowMs: clockTime(nowMs),
        durationMs: clockTime(durationMs),
        value: spoken === undefined ? '' : t(', {speaker} speaks', { speaker: nameOf(spoken.speaker) }),
      })}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekToPointer(event)}
    >
      {lanes.map(({ side, peaks, regions: own }) => (
        <div key={side} className={styles.lane} data-side={side}>
          {own.map((region) => (
            <RegionView key={region.key} region={region} durationMs={durationMs} isCurrent={region === spoken} />
          ))}
          {peaks !== undefined && <Bars peaks={peaks} loudest={loudestOf(lanes)} />}
          {side !== 'unknown' && (
            <span className={styles.name} aria-hidden>
              {nameOf(side)}
            </span>
          )}
        </div>
      ))}
      <span className={styles.playhead} />
    </div>
  );
}

/** Moves the playhead every frame, outside React's state. */
function usePlayhead(box: { readonly current: HTMLDivElement | null }, player: Player, durationMs: number): void {
  const { audio, isPlaying, nowMs } = player;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a seek moves it too
  useEffect(() => {
    let frame = 0;
    const draw = (): void => {
      const share = ((audio.current?.currentTime ?? 0) * 1000) / durationMs;
      box.current?.style.setProperty('--played', String(Math.min(1, Math.max(0, share))));
      if (isPlaying) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [audio, isPlaying, nowMs, durationMs, box]);
}

interface Lane {
  readonly side: Side;
  readonly peaks: Float32Array | undefined;
  readonly regions: readonly Region[];
}

/** Returns one lane per side if the channels can be assigned to sides, or a single lane. */
function lanesOf(sound: Sound | null, regions: readonly Region[]): readonly Lane[] {
  const of = (side: Side) => regions.filter(({ speaker }) => speaker === side);
  if (sound === null) {
    const sides = (['customer', 'agent'] as const).filter((side) => of(side).length > 0);
    if (sides.length === 2) return sides.map((side) => ({ side, peaks: undefined, regions: of(side) }));
    return [{ side: 'unknown', peaks: undefined, regions }];
  }
  const channels = distinctOf(sound.channels);
  if (channels.length < 2) return [{ side: 'unknown', peaks: channels[0], regions }];
  return sidesOf(sound, regions).map((side, index) => ({ side, peaks: channels[index], regions: of(side) }));
}

/** Quiet recordings are scaled up to full height, but pure noise is not. */
const loudestOf = (lanes: readonly Lane[]): number =>
  Math.max(0.05, ...lanes.map(({ peaks }) => peaks?.reduce((most, level) => Math.max(most, level), 0) ?? 0));

const barWidth = 3;

function Bars({ peaks, loudest }: { readonly peaks: Float32Array; readonly loudest: number }) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const count = Math.min(peaks.length, Math.max(60, Math.floor(width / barWidth)));
  const path = useMemo(() => barsOf(peaksOf(peaks, count), loudest), [peaks, count, loudest]);
  const picture = (className: string | undefined) => (
    <svg className={className} viewBox={`0 0 ${count} 2`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
  return (
    <div ref={ref} className={styles.bars}>
      {picture(styles.rest)}
      {picture(styles.played)}
    </div>
  );
}

interface RegionViewProps {
  readonly region: Region;
  readonly durationMs: number;
  readonly isCurrent: boolean;
}

function RegionView({ region, durationMs, isCurrent }: RegionViewProps) {
  const { speaker, startMs, endMs, heardUntilMs, isMarked = false } = region;
  const left = `${(100 * startMs) / durationMs}%`;
  const width = `${(100 * Math.max(0, Math.min(endMs, durationMs) - startMs)) / durationMs}%`;
  return (
    <span
      className={styles.region}
      data-speaker={speaker}
      data-current={isCurrent}
      data-marked={isMarked}
      style={{ left, width }}
    >
      {heardUntilMs !== undefined && heardUntilMs < endMs && (
        <span
          className={styles.unheard}
          style={{ width: `${(100 * (endMs - heardUntilMs)) / Math.max(1, endMs - startMs)}%` }}
        />
      )}
    </span>
  );
}
