import { zoneNamed } from '../../../http/time-zone.ts';
import type { Flow } from './definition-service.ts';
import type { CampaignMetrics } from './schema.ts';

/**
 * Calls of a campaign created in the same ten minutes of UTC: in all time zones but three, no hour boundary falls
 * inside.
 */
export interface CallBucket {
  /** Prefix of the creation time, such as `2026-01-31T09:2`. */
  readonly began: string;
  readonly calls: number;
  /** Number of finished calls. */
  readonly over: number;
  readonly connected: number;
  /** Total duration of connected calls. */
  readonly connectedMs: number;
}

/** Totals of calls. */
export interface CallSum extends Omit<CallBucket, 'began'> {
  /** Number of calls by local hour of the day, 0 to 23. */
  readonly hours: readonly number[];
}

/** Returns the local day and hour in a zone. */
export type ZoneClock = (at: Date) => { readonly day: string; readonly hour: number };

export const noCalls: CallSum = { calls: 0, over: 0, connected: 0, connectedMs: 0, hours: Array(24).fill(0) };

/** Returns the time zone of a campaign's hours and dates; UTC if the stored one is not a zone. */
export const zoneOf = ({ timeWindow, config }: Pick<Flow, 'timeWindow' | 'config'>): string =>
  zoneNamed(timeWindow?.timezone ?? config.timezone) ?? 'UTC';

const beganAt = ({ began }: CallBucket): Date => new Date(`${began}0:00Z`);

export function sumWith(sum: CallSum, buckets: readonly CallBucket[], clock: ZoneClock): CallSum {
  const hours = [...sum.hours];
  let { calls, over, connected, connectedMs } = sum;
  for (const bucket of buckets) {
    const { hour } = clock(beganAt(bucket));
    hours[hour] = (hours[hour] ?? 0) + bucket.calls;
    calls += bucket.calls;
    over += bucket.over;
    connected += bucket.connected;
    connectedMs += bucket.connectedMs;
  }
  return { calls, over, connected, connectedMs, hours };
}

export interface MetricsInput {
  /** Totals of all calls. */
  readonly sum: CallSum;
  /** Buckets that include at least today's calls. */
  readonly recent: readonly CallBucket[];
  readonly clock: ZoneClock;
  readonly now: Date;
}

export function metricsOf({ sum, recent, clock, now }: MetricsInput): CampaignMetrics {
  const { calls, over, connected, connectedMs, hours } = sum;
  const today = clock(now).day;
  const meanMs = connected === 0 ? 0 : connectedMs / connected;
  return {
    calls_today: recent.reduce((all, bucket) => all + (clock(beganAt(bucket)).day === today ? bucket.calls : 0), 0),
    total_calls: calls,
    connect_rate: over === 0 ? 0 : Math.round((connected / over) * 10_000) / 10_000,
    avg_handle_time: minutesAndSeconds(Math.round(meanMs / 1000)),
    peak_hour: calls === 0 ? null : hours.indexOf(Math.max(...hours)),
  };
}

const minutesAndSeconds = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');

export function clockIn(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => {
    const [day = '', hour = ''] = format.format(at).split(', ');
    return { day, hour: Number(hour) };
  };
}
