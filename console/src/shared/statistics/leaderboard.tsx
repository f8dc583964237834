import { Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { type DashboardQuery, type Leaderboard, useLeaderboard } from '../../server/dashboard.ts';
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

/** Rows of the leaderboard. Each number links to its calls. */
export function LeaderboardLines({ board, covered }: LeaderboardLinesProps) {
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
                <Table.Th scope="col" ta="right">
                  {t('Calls')}
                </Table.Th>
                <Table.Th scope="col" ta="right" visibleFrom="xs">
                  {t('Picked up')}
                </Table.Th>
                <Table.Th scope="col" ta="right" visibleFrom="sm">
                  {t('Average length')}
                </Table.Th>
                <Table.Th scope="col" ta="right" visibleFrom="sm">
                  {t('Positive')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            {groups.map(({ name, lines }) => (
              <Table.Tbody key={name}>
                <Table.Tr>
                  <Table.Th scope="rowgroup" colSpan={5} className="quiet">
                    {name}
                  </Table.Th>
                </Table.Tr>
                {lines.map((line) => (
                  <Row key={JSON.stringify(line.filter)} line={line} covered={covered} />
                ))}
              </Table.Tbody>
            ))}
          </Table>
        </Table.ScrollContainer>
      )}
    </Frame>
  );
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
      <Table.Td ta="right" className="figures">
        {to(plain(line.calls_total), {}, t('calls'))}
      </Table.Td>
      <Table.Td ta="right" className="figures" visibleFrom="xs">
        {to(percent(line.pickup_rate), { stage: 'picked_up' }, t('picked up'))}
      </Table.Td>
      <Table.Td ta="right" className="figures" visibleFrom="sm">
        {to(length(line.avg_duration_seconds), { stage: 'picked_up' }, t('average length'))}
      </Table.Td>
      <Table.Td ta="right" className="figures" visibleFrom="sm">
        {rate == null ? '–' : to(percent(rate), { sentiment: 'positive' }, t('positive'))}
      </Table.Td>
    </Table.Tr>
  );
}
