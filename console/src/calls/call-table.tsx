import { Badge, Paper, Table } from '@mantine/core';
import { dateAndTime, milliseconds } from '../components/figures.ts';
import { Link } from '../frame/router.tsx';
import type { CallSummary } from '../server/answers.ts';
import { reasonText } from './end-reasons.ts';

export interface CallRow {
  readonly call: CallSummary;
  readonly flowName: string;
}

export function CallTable({ rows }: { readonly rows: readonly CallRow[] }) {
  return (
    <Paper className="surface" p={{ base: 'xs', sm: 'md' }}>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label="Calls, a table that scrolls">
        <Table highlightOnHover verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Started</Table.Th>
              <Table.Th scope="col" visibleFrom="sm">
                Flow
              </Table.Th>
              <Table.Th scope="col" visibleFrom="md">
                From
              </Table.Th>
              <Table.Th scope="col" ta="right" visibleFrom="sm">
                Length
              </Table.Th>
              <Table.Th scope="col" ta="right" visibleFrom="sm">
                Turns
              </Table.Th>
              <Table.Th scope="col" ta="right" visibleFrom="sm">
                Median latency
              </Table.Th>
              <Table.Th scope="col">Ended</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Row key={row.call.uuid} {...row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

function Row({ call, flowName }: CallRow) {
  const isOver = call.ended_at !== null;
  return (
    <Table.Tr>
      <Table.Td>
        <Link href={`/calls/${call.uuid}`}>{dateAndTime(call.started_at ?? call.created_at)}</Link>
      </Table.Td>
      <Table.Td visibleFrom="sm">{flowName}</Table.Td>
      <Table.Td visibleFrom="md">{call.from_number}</Table.Td>
      <Table.Td ta="right" className="figures" visibleFrom="sm">
        {isOver ? call.duration_formatted : ''}
      </Table.Td>
      <Table.Td ta="right" className="figures" visibleFrom="sm">
        {call.turns}
      </Table.Td>
      <Table.Td ta="right" className="figures" style={{ whiteSpace: 'nowrap' }} visibleFrom="sm">
        {call.median_latency_ms === null ? '' : milliseconds(call.median_latency_ms)}
      </Table.Td>
      <Table.Td>
        {isOver ? (
          reasonText(call.end_reason)
        ) : (
          <Badge variant="light" tt="none" miw="max-content">
            In progress
          </Badge>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
