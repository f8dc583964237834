import { t } from '../../language/text.ts';
import type { PracticeRun } from '../../server/coaching.ts';
import { milliseconds, percent } from '../../shared/page/figures.ts';

type Metrics = NonNullable<PracticeRun['metrics']>;

export interface VoiceFigure {
  readonly name: string;
  /** Value with unit; undefined if missing. */
  readonly text: string | undefined;
  /** Number for comparing two runs; undefined if missing. */
  readonly value: number | undefined;
  readonly unit: 'ms' | 's' | '%' | '';
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Returns the metrics of a voice run in display order. */
export function voiceFigures(metrics: Metrics): readonly VoiceFigure[] {
  const { response_latency_ms: latency, yield_ms: yielded } = metrics;
  const count = (name: string, value: number): VoiceFigure => ({ name, text: `${value}`, value, unit: '' });
  const inSeconds = (name: string, ms: number): VoiceFigure => ({
    name,
    text: seconds(ms),
    value: ms / 1000,
    unit: 's',
  });
  const inMs = (name: string, ms: number | undefined): VoiceFigure => ({
    name,
    text: ms === undefined ? undefined : milliseconds(ms),
    value: ms,
    unit: 'ms',
  });
  const share = (name: string, value: number | null): VoiceFigure => ({
    name,
    text: value === null ? undefined : percent(value),
    value: value === null ? undefined : value * 100,
    unit: '%',
  });
  return [
    inSeconds(t('Length'), metrics.duration_ms),
    inMs(t('Response latency, median'), latency?.median),
    inMs(t('Response latency, 95th percentile'), latency?.p95),
    inMs(t('Yields to an interruption in, median'), yielded?.median),
    count(t('Interruptions'), metrics.interruptions),
    count(t('Talked over'), metrics.talked_over),
    count(t('Backchannels'), metrics.backchannels),
    count(t('Stopped for a backchannel'), metrics.false_stops),
    count(t('Cut-ins of the agent'), metrics.cut_ins),
    inSeconds(t('Overlap'), metrics.overlap_ms),
    inSeconds(t('Dead air'), metrics.dead_air_ms),
    inSeconds(t('Longest silence'), metrics.longest_silence_ms),
    share(t('Agent’s share of the speech'), metrics.talk_ratio),
    share(t('Word error rate'), metrics.word_error_rate),
    share(t('Names, numbers and dates recognised'), metrics.key_entity_accuracy ?? null),
  ];
}

/** Returns how much the second run exceeds the first, with the unit; empty if either value is missing. */
export function differenceOf(one: VoiceFigure | undefined, other: VoiceFigure | undefined): string {
  if (one?.value === undefined || other?.value === undefined) return '';
  const digits = other.unit === 's' ? 1 : 0;
  const value = Number((other.value - one.value).toFixed(digits));
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `${sign}${Math.abs(value).toFixed(digits)} ${other.unit}`.trim();
}
