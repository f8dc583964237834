import { Group, Paper, Text, Title } from '@mantine/core';
import type { TurnLatency } from '../../../../client/call/messages.ts';
import { rich, t } from '../../language/text.ts';
import { median, milliseconds } from '../page/figures.ts';
import { LatencyChart } from './latency-chart.tsx';
import { LatencyTable } from './latency-table.tsx';

/** Panel of the agent's response latency, turn by turn. */
export function LatencyPanel({ turns, empty }: { readonly turns: readonly TurnLatency[]; readonly empty: string }) {
  const middle = median(turns.map(({ total }) => total));
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="latency">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="latency">
          {t('Latency')}
        </Title>
        {middle !== undefined && (
          <Text className="figures">
            {rich('median {strong}', { strong: <strong data-median>{milliseconds(middle)}</strong> })}
          </Text>
        )}
      </Group>
      {turns.length === 0 ? (
        <Text className="quiet">{empty}</Text>
      ) : (
        <>
          <LatencyChart turns={turns} />
          <LatencyTable turns={turns} />
        </>
      )}
    </Paper>
  );
}
