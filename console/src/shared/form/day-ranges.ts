import { t } from '../../language/text.ts';

/** Days in URL format, such as 2026-01-31. An empty day leaves that end open. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface NamedRange extends DayRange {
  readonly name: string;
}

const dayMs = 86_400_000;

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Returns the day of a moment in a time zone. */
export function dayIn(zone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`;
}

/** Returns the day this many days later. */
const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/**
 * Returns the first moment of a day in a time zone, or of the day this many days later. It is not midnight where clocks
 * go forward at midnight, so the offsets of the days around it are tried.
 */
export function startOfDay(zone: string, day: string, daysLater = 0): string {
  const wanted = later(day, daysLater);
  const midnightMs = Date.parse(`${wanted}T00:00:00Z`);
  const offsets = [-dayMs, dayMs].map((shift) => offsetMs(zone, midnightMs + shift));
  const candidates = offsets.map((offset) => midnightMs - offset).sort((one, other) => one - other);
  const startMs = candidates.find((ms) => dayIn(zone, new Date(ms)) === wanted) ?? candidates[1] ?? midnightMs;
  return new Date(startMs).toISOString();
}

function offsetMs(timeZone: string, ms: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(ms);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds = '0'] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000 + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}

/** Returns preset ranges that begin today or tomorrow, and the unlimited one. */
export function rangesFrom(zone: string, now: Date): readonly NamedRange[] {
  const today = dayIn(zone, now);
  return [
    { name: t('Any day'), from: '', to: '' },
    { name: t('Today'), from: today, to: today },
    { name: t('Tomorrow'), from: later(today, 1), to: later(today, 1) },
    { name: t('Next 7 days'), from: today, to: later(today, 6) },
    { name: t('Next 30 days'), from: today, to: later(today, 29) },
  ];
}

/** Returns the preset ranges that end today, and the unlimited one. */
export function rangesUntil(zone: string, now: Date): readonly NamedRange[] {
  const today = dayIn(zone, now);
  return [
    { name: t('Any day'), from: '', to: '' },
    { name: t('Today'), from: today, to: today },
    { name: t('Yesterday'), from: later(today, -1), to: later(today, -1) },
    { name: t('Last 7 days'), from: later(today, -6), to: today },
    { name: t('Last 30 days'), from: later(today, -29), to: today },
    { name: t('This month'), from: `${today.slice(0, 7)}-01`, to: today },
  ];
}
