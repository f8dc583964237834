import { Table, Text } from '@mantine/core';
import { stages, type TurnLatency } from '../../../../client/call/messages.ts';
import { t } from '../../language/text.ts';
import { stageNames } from './latency-chart.tsx';

/** The chart's values as a table. */
export function LatencyTable({ turns }: { readonly turns: readonly TurnLatency[] }) {
  const isGuessed = turns.some(({ estimated }) => estimated);
  return (
    <>
      <Table.ScrollContainer
        minWidth={470}
        type="native"
        tabIndex={0}
        aria-label={t('Latencies, a table that scrolls')}
      >
        <Table className="figures" verticalSpacing={5} horizontalSpacing={6} fz={13}>
          <Table.Caption ta="start">{t('Milliseconds; the stages add up to the total.')}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Turn')}</Table.Th>
              {stages.map((stage) => (
                <Table.Th key={stage} scope="col" ta="end" style={{ whiteSpace: 'nowrap' }}>
                  {stageNames[stage]}
                </Table.Th>
              ))}
              <Table.Th scope="col" ta="end">
                {t('Total')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {turns.map((turn) => (
              <Table.Tr key={turn.turn}>
                <Table.Th scope="row">{turn.turn}</Table.Th>
                {stages.map((stage) => (
                  <Table.Td key={stage} ta="end">
                    {Math.round(turn[stage])}
                  </Table.Td>
                ))}
                <Table.Td ta="end" fw={600} data-total>
                  {Math.round(turn.total)}
                  {turn.estimated && '*'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {isGuessed && (
        <Text size="xs" className="quiet">
          {t('* The end is estimated: no acknowledgement of the first sound came.')}
        </Text>
      )}
    </>
  );
}
