import { Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { clockTime } from '../components/figures.ts';
import type { DashboardStats } from '../server/dashboard.ts';
import styles from './dashboard.module.css';

interface Tile {
  readonly name: string;
  readonly value: (stats: DashboardStats) => number;
  readonly text?: (value: number) => string;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const plain = (value: number): string => value.toLocaleString('en');

const tiles: readonly Tile[] = [
  { name: 'Calls', value: (stats) => stats.calls_total },
  { name: 'Inbound', value: (stats) => stats.calls_inbound },
  { name: 'Outbound', value: (stats) => stats.calls_outbound },
  { name: 'Uploaded', value: (stats) => stats.calls_uploaded },
  { name: 'Picked up', value: (stats) => stats.picked_up },
  { name: 'Pickup rate', value: (stats) => stats.pickup_rate, text: percent },
  {
    name: 'Average length',
    value: (stats) => stats.avg_duration_seconds,
    text: (seconds) => clockTime(seconds * 1000),
  },
];

interface StatTilesProps {
  readonly stats: DashboardStats | undefined;
  /** The same of the day before, to compare with. */
  readonly before: DashboardStats | undefined;
}

export const StatTiles = ({ stats, before }: StatTilesProps) => (
  <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="sm" mb="md">
    {tiles.map(({ name, value, text = plain }) => (
      <Paper key={name} className={`surface ${styles.tile}`}>
        <Text size="sm" className="quiet">
          {name}
        </Text>
        {stats === undefined ? (
          <Skeleton height={30} width={60} />
        ) : (
          <div className={styles.value}>{text(value(stats))}</div>
        )}
        {before !== undefined && (
          <Text size="xs" className="quiet figures">
            {text(value(before))} yesterday
          </Text>
        )}
      </Paper>
    ))}
  </SimpleGrid>
);

interface BreakdownProps {
  readonly title: string;
  readonly id: string;
  readonly counts: Readonly<Record<string, number | undefined>>;
  readonly nameOf: (key: string) => string;
  readonly empty: string;
}

/** How many calls have each value. */
export function Breakdown({ title, id, counts, nameOf, empty }: BreakdownProps) {
  const rows = Object.entries(counts).filter((row): row is [string, number] => row[1] !== undefined);
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="sm">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text className="quiet">{empty}</Text>
      ) : (
        <dl className={styles.share}>
          {rows
            .toSorted(([, a], [, b]) => b - a)
            .map(([key, count]) => (
              <div key={key} style={{ display: 'contents' }}>
                <dt>{nameOf(key)}</dt>
                <dd>{count.toLocaleString('en')}</dd>
              </div>
            ))}
        </dl>
      )}
    </Paper>
  );
}
