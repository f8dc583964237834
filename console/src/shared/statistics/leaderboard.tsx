import { Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../../language/text.ts';
import { type DashboardQuery, type Leaderboard, useLeaderboard } from '../../server/dashboard.ts';
import { SortButton } from '../data-table/sort-button.tsx';
import { Link } from '../navigation/router.tsx';
import { percent } from '../page/figures.ts';
import { TroubleLine } from '../page/trouble-line.tsx';
import { type Covered, callsBehind, type NumberFilter } from './counted-address.ts';
import { type BoardLine, groupsOf, length, plain } from './numbers.ts';

interface LeaderboardTableProps {
  readonly query: DashboardQuery;
  readonly covered: Covered;
}

/** Calls by agent and teammate, busiest first. */
export function LeaderboardTable({ query, covered }: LeaderboardTableProps) {
  const { data, isError, error } = useLeaderboard(query);
  if (data !== undefined && !isError) return <LeaderboardLines board={data} covered={covered} />;
  return <Frame>{isError ? <TroubleLine text={error.message} /> : <Skeleton height={120} />}</Frame>;
}

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <Paper component="section" className="surface" p="md" aria-labelledby="leaderboard">
    <Title order={2} size="h4" id="leaderboard" mb="sm">
      {t('Agents')}
    </Title>
    {children}
  </Paper>
);

interface LeaderboardLinesProps {
  readonly board: Leaderboard;
  readonly covered: Covered;
}

type SortKey = 'calls_total' | 'pickup_rate' | 'avg_duration_seconds' | 'positive_sentiment_rate' | 'performance_score';

interface SortColumn {
  readonly key: SortKey;
  readonly name: string;
  readonly visibleFrom?: 'xs' | 'sm';
}

const columns: readonly SortColumn[] = [
  { key: 'calls_total', name: t('Calls') },
  { key: 'pickup_rate', name: t('Picked up'), visibleFrom: 'xs' },
  { key: 'avg_duration_seconds', name: t('Average length'), visibleFrom: 'sm' },
  { key: 'positive_sentiment_rate', name: t('Positive'), visibleFrom: 'sm' },
  { key: 'performance_score', name: t('Score') },
];

/** Rows of the leaderboard, sorted by a column within each group. Each number links to its calls. */
export function LeaderboardLines({ board, covered }: LeaderboardLinesProps) {
  const [{ key: sortKey, isUp }, sort] = useState<{ readonly key: SortKey; readonly isUp: boolean }>({
    key: 'calls_total',
    isUp: false,
  });
  const groups = groupsOf(board);
  return (
    <Frame>
      {groups.length === 0 && <Text className="quiet">{t('No calls in this time.')}</Text>}
      {groups.length > 0 && (
        <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={t('Agents, a table that scrolls')}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('Name')}</Table.Th>
                {columns.map(({ key, name, visibleFrom }) => (
                  <Table.Th
                    key={key}
                    scope="col"
                    ta="end"
                    {...(visibleFrom && { visibleFrom })}
                    {...(key === sortKey && { 'aria-sort': isUp ? 'ascending' : 'descending' })}
                  >
                    <SortButton
                      name={name}
                      direction={key === sortKey ? (isUp ? 'ascending' : 'descending') : undefined}
                      onClick={() => sort({ key, isUp: key === sortKey && !isUp })}
                    />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            {groups.map(({ name, lines }) => (
              <Table.Tbody key={name}>
                <Table.Tr>
                  <Table.Th scope="rowgroup" colSpan={6} className="quiet">
                    {name}
                  </Table.Th>
                </Table.Tr>
                {lines
                  .toSorted((one, other) => compared(one[sortKey], other[sortKey], isUp))
                  .map((line) => (
                    <Row key={JSON.stringify(line.filter)} line={line} covered={covered} />
                  ))}
              </Table.Tbody>
            ))}
          </Table>
        </Table.ScrollContainer>
      )}
      <Text size="xs" className="quiet" mt="xs">
        {t(
          'Score: 40% pickup rate, 40% successful outcomes, 20% sentiment. Agents with fewer than five calls have none.',
        )}
      </Text>
    </Frame>
  );
}

type Value = number | null | undefined;

/** Lines without a value come last in both directions. */
function compared(one: Value, other: Value, isUp: boolean): number {
  if (one == null || other == null) return Number(one == null) - Number(other == null);
  return isUp ? one - other : other - one;
}

interface RowProps {
  readonly line: BoardLine;
  readonly covered: Covered;
}

function Row({ line, covered }: RowProps) {
  const { agent_name: name, positive_sentiment_rate: rate } = line;
  const to = (text: string, filter: NumberFilter, what: string) => (
    <Link href={callsBehind(covered, { ...line.filter, ...filter })}>
      {text}
      <span className="unseen"> {t('{what} of {name}', { what, name })}</span>
    </Link>
  );
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td ta="end" className="figures">
        {to(plain(line.calls_total), {}, t('calls'))}
      </Table.Td>
      <Table.Td ta="end" className="figures" visibleFrom="xs">
        {to(percent(line.pickup_rate), { stage: 'picked_up' }, t('picked up'))}
      </Table.Td>
      <Table.Td ta="end" className="figures" visibleFrom="sm">
        {to(length(line.avg_duration_seconds), { stage: 'picked_up' }, t('average length'))}
      </Table.Td>
      <Table.Td ta="end" className="figures" visibleFrom="sm">
        {rate == null ? '–' : to(percent(rate), { sentiment: 'positive' }, t('positive'))}
      </Table.Td>
      <Table.Td ta="end" className="figures" fw={600}>
        {line.performance_score == null ? '–' : plain(line.performance_score)}
      </Table.Td>
    </Table.Tr>
  );
}
