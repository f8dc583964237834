import { Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { clockTime } from '../components/figures.ts';
import { TroubleLine } from '../components/trouble-line.tsx';
import { type DashboardWindow, type Leaderboard, useLeaderboard } from '../server/dashboard.ts';

type Line = Leaderboard['unassigned'][number] & { readonly kind: string };

const linesOf = ({ ai_agents: ai, human_agents: people, unassigned }: Leaderboard): readonly Line[] =>
  [
    ...ai.map((line) => ({ ...line, kind: 'Agent' })),
    ...people.map((line) => ({ ...line, kind: 'Teammate' })),
    ...unassigned.map((line) => ({ ...line, kind: 'No agent' })),
  ].toSorted((a, b) => b.calls_total - a.calls_total);

/** Calls by agent and teammate, the busiest first. */
export function LeaderboardTable({ window }: { readonly window: DashboardWindow }) {
  const { data, isError, error } = useLeaderboard(window);
  if (data !== undefined && !isError) return <LeaderboardLines board={data} />;
  return <Frame>{isError ? <TroubleLine text={error.message} /> : <Skeleton height={120} />}</Frame>;
}

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <Paper component="section" className="surface" p="md" aria-labelledby="leaderboard">
    <Title order={2} size="h4" id="leaderboard" mb="sm">
      Agents
    </Title>
    {children}
  </Paper>
);

export function LeaderboardLines({ board }: { readonly board: Leaderboard }) {
  const lines = linesOf(board);
  return (
    <Frame>
      {lines.length === 0 && <Text className="quiet">No calls in this time.</Text>}
      {lines.length > 0 && (
        <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label="Agents, a table that scrolls">
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Name</Table.Th>
                <Table.Th scope="col" ta="right">
                  Calls
                </Table.Th>
                <Table.Th scope="col" ta="right" visibleFrom="xs">
                  Picked up
                </Table.Th>
                <Table.Th scope="col" ta="right" visibleFrom="sm">
                  Average length
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map((line) => (
                <Table.Tr key={`${line.kind} ${line.agent_name}`}>
                  <Table.Td>
                    {line.agent_name}
                    <Text size="xs" className="quiet">
                      {line.kind}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="right" className="figures">
                    {line.calls_total.toLocaleString('en')}
                  </Table.Td>
                  <Table.Td ta="right" className="figures" visibleFrom="xs">
                    {Math.round(line.pickup_rate * 100)} %
                  </Table.Td>
                  <Table.Td ta="right" className="figures" visibleFrom="sm">
                    {clockTime(line.avg_duration_seconds * 1000)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Frame>
  );
}
