import { t } from '../../language/text.ts';

/** Days in URL format, such as 2026-01-31. An empty day leaves that end open. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface NamedRange extends DayRange {
  readonly name: string;
}

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Returns the moment at which a day begins in the reader's time zone, or the day this many days later. */
export function startOfDay(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** Returns a day in the reader's time zone. */
function dayOf(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Returns preset ranges that begin today or tomorrow, and the unlimited one. */
export function rangesFrom(now: Date): readonly NamedRange[] {
  const ahead = (days: number): string => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
  const today = dayOf(now);
  return [
    { name: t('Any day'), from: '', to: '' },
    { name: t('Today'), from: today, to: today },
    { name: t('Tomorrow'), from: ahead(1), to: ahead(1) },
    { name: t('Next 7 days'), from: today, to: ahead(6) },
    { name: t('Next 30 days'), from: today, to: ahead(29) },
  ];
}

/** Returns the preset ranges that end today, and the unlimited one. */
export function rangesUntil(now: Date): readonly NamedRange[] {
  const back = (days: number): string => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days));
  const today = dayOf(now);
  return [
    { name: t('Any day'), from: '', to: '' },
    { name: t('Today'), from: today, to: today },
    { name: t('Yesterday'), from: back(1), to: back(1) },
    { name: t('Last 7 days'), from: back(6), to: today },
    { name: t('Last 30 days'), from: back(29), to: today },
    { name: t('This month'), from: `${today.slice(0, 7)}-01`, to: today },
  ];
}
