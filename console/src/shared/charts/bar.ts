import { numberLocale } from '../../language/language.ts';

/** One value of a chart. */
export interface Bar {
  readonly key: string;
  /** Full name, for tables and screen readers. */
  readonly label: string;
  /** Short name for the axis. */
  readonly tick: string;
  readonly value: number;
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

export const valueText = ({ value, change }: Pick<Bar, 'value' | 'change'>): string =>
  change === undefined ? value.toLocaleString(numberLocale) : `${value.toLocaleString(numberLocale)} (${change})`;

/** Returns the accessible name. It contains the visible words in order, as voice control requires. */
export const spokenText = (bar: Bar, unit: string): string => `${bar.label}: ${valueText(bar)} ${unit.toLowerCase()}`;
