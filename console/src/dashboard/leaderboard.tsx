import { Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { clockTime } from '../components/figures.ts';
import { TroubleLine } from '../components/trouble-line.tsx';
import { type DashboardWindow, type Leaderboard, useLeaderboard } from '../server/dashboard.ts';

type Line = Leaderboard['unassigned'][number] & { readonly positive_sentiment_rate?: number | null };

/** Each group is ranked by itself: a voice agent and a person do not compete. */
const groupsOf = ({ ai_agents: ai, human_agents: people, unassigned }: Leaderboard) =>
  [
    { name: 'Voice agents', lines: ai as readonly Line[] },
    { name: 'Teammates', lines: people as readonly Line[] },
    { name: 'No agent', lines: unassigned as readonly Line[] },
  ].filter(({ lines }) => lines.length > 0);

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
  const groups = groupsOf(board);
  return (
    <Frame>
      {groups.length === 0 && <Text className="quiet">No calls in this time.</Text>}
      {groups.length > 0 && (
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
                <Table.Th scope="col" ta="right" visibleFrom="sm">
                  Positive
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
                  <Row key={line.agent_name} line={line} />
                ))}
              </Table.Tbody>
            ))}
          </Table>
        </Table.ScrollContainer>
      )}
    </Frame>
  );
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const Row = ({ line }: { readonly line: Line }) => (
  <Table.Tr>
    <Table.Td>{line.agent_name}</Table.Td>
    <Table.Td ta="right" className="figures">
      {line.calls_total.toLocaleString('en')}
    </Table.Td>
    <Table.Td ta="right" className="figures" visibleFrom="xs">
      {percent(line.pickup_rate)}
    </Table.Td>
    <Table.Td ta="right" className="figures" visibleFrom="sm">
      {clockTime(line.avg_duration_seconds * 1000)}
    </Table.Td>
    <Table.Td ta="right" className="figures" visibleFrom="sm">
      {line.positive_sentiment_rate == null ? '–' : percent(line.positive_sentiment_rate)}
    </Table.Td>
  </Table.Tr>
);
