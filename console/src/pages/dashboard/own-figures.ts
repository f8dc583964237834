import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { Figure, FigureQuery, HomeCard } from '../../server/figures.ts';
import { costText, percent } from '../../shared/page/figures.ts';
import { windowOptions } from '../../shared/statistics/window-options.ts';

type Measure = HomeCard['measure'];
type Split = HomeCard['split'];

/** Names, units, and how a value is rounded for a chart: shares in percent. */
export const measures: Readonly<
  Record<Measure, { readonly name: string; readonly unit: string; readonly isShare?: true }>
> = {
  calls: { name: t('Number of calls'), unit: t('Calls') },
  minutes: { name: t('Minutes'), unit: t('Minutes') },
  length: { name: t('Mean length'), unit: t('Seconds') },
  score: { name: t('Mean score'), unit: t('Score') },
  latency: { name: t('Mean latency'), unit: t('Milliseconds') },
  cost: { name: t('Cost'), unit: t('Cost') },
  cost_per_call: { name: t('Mean cost'), unit: t('Cost') },
  connected: { name: t('Connected calls'), unit: t('Percent'), isShare: true },
  successful: { name: t('Successful calls'), unit: t('Percent'), isShare: true },
  positive: { name: t('Positive calls'), unit: t('Percent'), isShare: true },
};

export const splits: Readonly<Record<Split, string>> = {
  none: t('Not split'),
  time: t('By time'),
  agent: t('By agent'),
  campaign: t('By campaign'),
  outcome: t('By outcome'),
  sentiment: t('By sentiment'),
  direction: t('By direction'),
  source: t('By source'),
  end_reason: t('By end of the call'),
};

export const charts: Readonly<Record<HomeCard['chart'], string>> = {
  columns: t('Columns'),
  rows: t('Rows'),
  number: t('Number'),
};

export const newFigure = (id: string): HomeCard => ({
  id,
  measure: 'calls',
  split: 'time',
  window: '7d',
  chart: 'columns',
  campaign: '',
  agent: '',
  direction: '',
});

/** Conversations with customers; those of tests and practice are not measured. */
const countedSources = 'call,upload,api';

export const queryOf = ({ measure, split, window, campaign, agent, direction }: HomeCard): FigureQuery => ({
  measure,
  split,
  window,
  ...(campaign !== '' && { campaign_id: campaign }),
  ...(agent !== '' && { agent }),
  ...(direction !== '' && { direction }),
});

/** Returns the address of the calls of a figure, or of one of its groups. */
export function callsOf(
  { campaign, agent, direction }: HomeCard,
  range: { readonly from: string; readonly to: string },
  group: Readonly<Record<string, string>> = {},
): string {
  const { campaign_id: ofCampaign, ...others } = group;
  const named = {
    source: countedSources,
    date_from: range.from,
    date_to: range.to,
    campaign: ofCampaign ?? campaign,
    agent,
    direction,
    ...others,
  };
  return `/calls?${new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ''))}`;
}

export const titleOf = ({ measure, split, window }: HomeCard): string =>
  t('{measure}, {split}, {window}', {
    measure: measures[measure].name,
    split: splits[split].toLocaleLowerCase(),
    window: (windowOptions.find(({ value }) => value === window)?.label ?? '').toLocaleLowerCase(),
  });

export const isCost = (measure: Measure): boolean => measure === 'cost' || measure === 'cost_per_call';

/** Returns a value as a chart draws it. */
export const drawn = (measure: Measure, value: number): number =>
  measures[measure].isShare === true ? Math.round(value * 100) : isCost(measure) ? value : Math.round(value);

/** Returns of how many calls a value is. */
export function coverageText({ calls, counted }: Pick<Figure, 'calls' | 'counted'>): string {
  if (counted === calls) return t('{count, plural, one {of # call} other {of # calls}}', { count: calls });
  return t('from {counted} of {count, plural, one {# call} other {# calls}}', { counted, count: calls });
}

type Valued = Pick<Figure, 'value' | 'currency' | 'is_at_least'>;

export function valueText(measure: Measure, { value, currency, is_at_least: isAtLeast }: Valued): string {
  if (value === null) return t('None yet');
  if (currency !== null) return costText(value, currency, isAtLeast);
  if (measures[measure].isShare === true) return percent(value);
  const text = Math.round(value).toLocaleString(numberLocale);
  if (measure === 'length') return t('{text} s', { text });
  return measure === 'latency' ? t('{text} ms', { text }) : text;
}
