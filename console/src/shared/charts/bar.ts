import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';

/** One value of a chart. */
export interface Bar {
  readonly key: string;
  /** Full name, for tables and screen readers. */
  readonly label: string;
  /** Short name for the axis. */
  readonly tick: string;
  readonly value: number;
  /** Whether nothing was measured: the value is 0, and words say that there is none. */
  readonly isEmpty?: boolean | undefined;
  /** Difference from the previous value, such as "+3". */
  readonly change?: string | undefined;
  /** Page that the bar links to. */
  readonly href?: string | undefined;
  readonly tone?: 'positive' | 'neutral' | 'negative' | 'latest' | undefined;
}

export interface BarsProps {
  readonly bars: readonly Bar[];
  /** What is counted, as the title of the value axis: "Calls". */
  readonly unit: string;
  /** What each bar represents: "Day". */
  readonly each: string;
}

export function valueText({ value, isEmpty, change }: Pick<Bar, 'value' | 'isEmpty' | 'change'>): string {
  const text = isEmpty === true ? t('None') : value.toLocaleString(numberLocale, { maximumFractionDigits: 4 });
  return change === undefined ? text : `${text} (${change})`;
}

/** Returns the accessible name. It contains the visible words in order, as voice control requires. */
export const spokenText = (bar: Bar, unit: string): string =>
  [`${bar.label}: ${valueText(bar)}`, ...(bar.isEmpty === true ? [] : [unit.toLowerCase()])].join(' ');
