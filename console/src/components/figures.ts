import { dateLocale, numberLocale } from '../language/language.ts';
import { t } from '../language/text.ts';

/** Minutes and seconds. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

export const milliseconds = (ms: number): string => t('{ms} ms', { ms: Math.round(ms).toLocaleString(numberLocale) });

/** A share of 1, in whole percent unless there are to be digits after the point. */
export const percent = (share: number, digits = 0): string =>
  share.toLocaleString(numberLocale, {
    ...{ style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits },
  });

const sizes = [t('bytes'), 'KB', 'MB', 'GB'] as const;

/** In the largest unit of which there is one, by thousands. */
export function fileSize(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(bytes) / 3)));
  const count = bytes / 1000 ** step;
  return `${count.toLocaleString(numberLocale, { maximumFractionDigits: count < 10 && step > 0 ? 1 : 0 })} ${sizes[step]}`;
}

const moment = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' });

export const dateAndTime = (iso: string): string => moment.format(new Date(iso));

/** Nearest rank; undefined for no values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length / 2) - 1)];
}
