import { numberLocale } from '../../language/language.ts';

/** One value of a chart. */
export interface Bar {
  readonly key: string;
  /** In full, for tables and for people who do not see the chart. */
  readonly label: string;
  /** On the axis. */
  readonly tick: string;
  readonly value: number;
  /** How it differs from before, such as "+3". */
  readonly change?: string | undefined;
  /** What it is about. */
  readonly href?: string | undefined;
  readonly tone?: 'positive' | 'neutral' | 'negative' | 'latest' | undefined;
}

export interface BarsProps {
  readonly bars: readonly Bar[];
  /** What is counted, at the axis of values: "Calls". */
  readonly unit: string;
  /** What each bar stands for: "Day". */
  readonly each: string;
}

export const valueText = ({ value, change }: Pick<Bar, 'value' | 'change'>): string =>
  change === undefined ? value.toLocaleString(numberLocale) : `${value.toLocaleString(numberLocale)} (${change})`;

/** Has the words that are seen in their order, as those who speak to their browser need. */
export const spokenText = (bar: Bar, unit: string): string => `${bar.label}: ${valueText(bar)} ${unit.toLowerCase()}`;
