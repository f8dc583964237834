import { dateLocale, numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';

/** Returns minutes and seconds. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

export const milliseconds = (ms: number): string => t('{ms} ms', { ms: Math.round(ms).toLocaleString(numberLocale) });

/** Returns a share of 1 in percent, rounded to `digits` decimals. */
export const percent = (share: number, digits = 0): string =>
  share.toLocaleString(numberLocale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

/** Returns an amount of money, with up to four decimals where it is small, and never 0 for more than nothing. */
export function money(amount: number, currency: string): string {
  const size = Math.abs(amount);
  return amount.toLocaleString(numberLocale, {
    style: 'currency',
    currency,
    ...(size > 0 && size < 0.0001
      ? { maximumSignificantDigits: 2 }
      : { maximumFractionDigits: size > 0 && size < 1 ? 4 : 2 }),
  });
}

/** Returns a price with all the decimals that were entered. */
export const exactMoney = (amount: number, currency: string): string =>
  amount.toLocaleString(numberLocale, { style: 'currency', currency, maximumFractionDigits: 20 });

/** Returns a sum of money, marked where it is a lower bound. */
export const costText = (amount: number, currency: string, isAtLeast: boolean): string =>
  isAtLeast ? t('at least {amount}', { amount: money(amount, currency) }) : money(amount, currency);

const sizes = [t('bytes'), 'KB', 'MB', 'GB'] as const;

/** Returns a size in the largest unit that yields at least 1, in steps of 1000. */
export function fileSize(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(bytes) / 3)));
  const count = bytes / 1000 ** step;
  return `${count.toLocaleString(numberLocale, { maximumFractionDigits: count < 10 && step > 0 ? 1 : 0 })} ${sizes[step]}`;
}

const moment = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' });

/** Returns the day of a moment, in the reader's time zone by default. */
export const dayOf = (iso: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeZone }).format(new Date(iso));

export const dateAndTime = (iso: string): string => moment.format(new Date(iso));

/** Returns the median by nearest rank; undefined without values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length / 2) - 1)];
}
