import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { dateLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { type Figure, type HomeCard, useFigure } from '../../server/figures.ts';
import { sentimentNames } from '../../shared/calls/analysed-columns.tsx';
import { reasonText } from '../../shared/calls/end-reasons.ts';
import { directionText } from '../../shared/calls/shared-columns.tsx';
import { sourceNames } from '../../shared/calls/source-names.ts';
import { outcomeName } from '../../shared/calls/value-text.ts';
import type { Bar } from '../../shared/charts/bar.ts';
import { ChartPanel } from '../../shared/charts/chart-panel.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { dayNames } from '../../shared/statistics/trend-chart.tsx';
import { callsOf, coverageText, drawn, isCost, measures, queryOf, splits, titleOf, valueText } from './own-figures.ts';

interface FigureCardProps {
  readonly figure: HomeCard;
  /** What can be done with the card. */
  readonly actions?: ReactNode;
}

/** One figure as a chart or a number. Each value leads to its calls. */
export function FigureCard({ figure, actions }: FigureCardProps) {
  const { data, isError, error } = useFigure(queryOf(figure));
  const title = titleOf(figure);
  const trouble = isError ? error.message : undefined;
  if (figure.chart === 'number' || figure.split === 'none')
    return (
      <Paper component="section" className="surface" p="md" aria-label={title}>
        <Title order={3} size="h5">
          {title}
        </Title>
        <TroubleLine text={trouble} />
        {data !== undefined && (
          <Text size="xl" fw={600} className="figures" my="xs">
            <Link href={callsOf(figure, data.range)}>{valueText(figure.measure, data)}</Link>
          </Text>
        )}
        {data !== undefined && (
          <Text size="sm" className="quiet">
            {coverageText(data)}
          </Text>
        )}
        {actions}
      </Paper>
    );
  return (
    <div>
      <ChartPanel
        id={`figure-${figure.id}`}
        title={title}
        shape={figure.chart}
        unit={
          data === undefined || data.currency === null
            ? measures[figure.measure].unit
            : t('Cost in {currency}', { currency: data.currency })
        }
        each={splits[figure.split]}
        bars={data === undefined ? undefined : barsOf(figure, data)}
        trouble={trouble}
        empty={t('No call has what is measured here.')}
      />
      {data !== undefined && isCost(figure.measure) && (
        <Text size="sm" className="quiet" mt={4}>
          {coverageText(data)}
        </Text>
      )}
      {actions}
    </div>
  );
}

function barsOf(figure: HomeCard, { groups, range }: Figure): Bar[] {
  return groups.flatMap(({ name, value, filter }) => {
    if (value === null && figure.split !== 'time') return [];
    return {
      ...labelOf(figure, name),
      key: filter === null ? '' : Object.values(filter).join(' '),
      value: drawn(figure.measure, value ?? 0),
      isEmpty: value === null,
      href: filter === null ? undefined : callsOf(figure, range, filter),
    };
  });
}

const hourOf = new Intl.DateTimeFormat(dateLocale, { hour: 'numeric', minute: 'numeric', timeZone: 'UTC' });

function labelOf({ split }: HomeCard, name: string | null): Pick<Bar, 'label' | 'tick'> {
  if (name === null) return { label: t('None'), tick: t('None') };
  if (split === 'time' && !name.includes('T')) return dayNames(name);
  const label = split === 'time' ? hourOf.format(new Date(`${name}Z`)) : nameIn(split, name);
  return { label, tick: label };
}

function nameIn(split: HomeCard['split'], name: string): string {
  if (split === 'outcome') return outcomeName(name);
  if (split === 'sentiment') return sentimentNames[name as keyof typeof sentimentNames];
  if (split === 'direction') return directionText(name as 'inbound');
  if (split === 'source') return sourceNames[name as keyof typeof sourceNames];
  return split === 'end_reason' ? reasonText(name) : name;
}
