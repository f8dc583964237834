import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import type { DashboardStats } from '../../server/dashboard.ts';
import { Link } from '../navigation/router.tsx';
import { type Covered, callsBehind } from './counted-address.ts';
import { changeText, type Tile, tiles } from './numbers.ts';
import styles from './tiles.module.css';

interface StatTilesProps {
  readonly stats: Omit<DashboardStats, 'outcome_unsure'> | undefined;
  /** Statistics of the previous window, for comparison. */
  readonly before?: Omit<DashboardStats, 'outcome_unsure'> | undefined;
  readonly covered: Covered;
}

/** The main numbers of a window. Each links to its calls. */
export const StatTiles = ({ stats, before, covered }: StatTilesProps) => (
  <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="sm" mb="md">
    {tiles.map((tile) => (
      <Paper key={tile.name} className={`surface ${styles.tile}`}>
        <Text size="sm" className="quiet">
          {tile.name}
        </Text>
        {stats === undefined ? (
          <Skeleton height={30} width={60} />
        ) : (
          <Link href={callsBehind(covered, tile.filter)} className={`${styles.value} ${styles.number}`}>
            {tile.text(tile.value(stats))}
            <span className="unseen"> {t('{name}: show the calls', { name: tile.name.toLowerCase() })}</span>
          </Link>
        )}
        {stats !== undefined && before !== undefined && (
          <Text size="xs" className="quiet figures">
            <Change tile={tile} now={tile.value(stats)} before={tile.value(before)} />
          </Text>
        )}
      </Paper>
    ))}
  </SimpleGrid>
);

interface ChangeProps {
  readonly tile: Tile;
  readonly now: number;
  readonly before: number;
}

function Change({ tile, now, before }: ChangeProps) {
  const change = changeText(tile, now, before);
  if (change === undefined) return t('No change');
  return (
    <>
      {rich('{change}{text}, was {before}', {
        change,
        text: <span className="unseen"> {t('compared with the time before')}</span>,
        before: tile.text(before),
      })}
    </>
  );
}
