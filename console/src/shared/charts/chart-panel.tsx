import { Button, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { Link } from '../navigation/router.tsx';
import { TroubleLine } from '../page/trouble-line.tsx';
import { type BarsProps, valueText } from './bar.ts';
import styles from './charts.module.css';
import { ColumnChart } from './column-chart.tsx';
import { RowChart } from './row-chart.tsx';

interface ChartPanelProps extends Omit<BarsProps, 'bars'> {
  readonly id: string;
  readonly className?: string | undefined;
  readonly title: string;
  /** Undefined while loading. */
  readonly bars: BarsProps['bars'] | undefined;
  readonly shape: 'columns' | 'rows';
  readonly trouble?: string | undefined;
  readonly empty?: ReactNode;
}

/** Values as a chart, or as a table with the same links. The choice is stored in this browser for every chart. */
export function ChartPanel({ id, className = '', title, bars, shape, trouble, empty, ...axes }: ChartPanelProps) {
  const [areTables, setTables] = useLocalStorage<boolean>({ key: 'parley.charts_as_tables', defaultValue: false });
  const isEmpty = bars?.length === 0;
  const Chart = shape === 'columns' ? ColumnChart : RowChart;
  return (
    <Paper component="section" className={`surface ${className}`} p="md" aria-labelledby={id}>
      <div className={styles.head}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {bars !== undefined && !isEmpty && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={areTables ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
            onClick={() => setTables(!areTables)}
          >
            {areTables ? t('Show as chart') : t('Show as table')}
            <span className="unseen">: {title}</span>
          </Button>
        )}
      </div>
      <TroubleLine text={trouble} />
      {bars === undefined && trouble === undefined && <Skeleton height={200} />}
      {isEmpty && <Text className="quiet">{empty}</Text>}
      {bars !== undefined &&
        !isEmpty &&
        (areTables ? <BarTable bars={bars} {...axes} /> : <Chart bars={bars} {...axes} />)}
    </Paper>
  );
}

const BarTable = ({ bars, unit, each }: BarsProps) => (
  <Table.ScrollContainer
    minWidth={0}
    mah={360}
    type="native"
    tabIndex={0}
    aria-label={t('{unit} by {each}, a table that scrolls', { unit, each: each.toLowerCase() })}
  >
    <Table verticalSpacing={6} aria-label={t('{unit} by {each}', { unit, each: each.toLowerCase() })}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{each}</Table.Th>
          <Table.Th scope="col" ta="end">
            {unit}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map((bar) => (
          <Table.Tr key={bar.key}>
            <Table.Th scope="row" fw={400}>
              {bar.label}
            </Table.Th>
            <Table.Td ta="end" className="figures">
              {bar.href === undefined ? valueText(bar) : <Link href={bar.href}>{valueText(bar)}</Link>}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
