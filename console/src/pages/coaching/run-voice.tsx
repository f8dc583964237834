import { Paper, Table, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { PracticeRun } from '../../server/coaching.ts';
import { Facts } from './facts.tsx';
import { differenceOf, voiceFigures } from './voice-metrics.ts';

/** Metrics of a voice run. Renders nothing for a text run. */
export function RunVoice({ run }: { readonly run: PracticeRun }) {
  if (run.metrics === null) return null;
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="voice">
      <Title order={2} size="h4" id="voice" mb="sm">
        {t('Voice')}
      </Title>
      <Facts facts={voiceFigures(run.metrics).map(({ name, text }) => [name, text])} />
      {run.clock === 'virtual' && (
        <Text size="sm" className="quiet" mt="sm">
          {t('Latencies are those of an idle machine: the run was played in virtual time.')}
        </Text>
      )}
    </Paper>
  );
}

interface VoicePairProps {
  readonly a: PracticeRun;
  readonly b: PracticeRun;
}

/** Metrics of two runs side by side. Renders nothing if neither was a voice run. */
export function VoicePair({ a, b }: VoicePairProps) {
  const [one, other] = [a, b].map(({ metrics }) => (metrics === null ? [] : voiceFigures(metrics))) as [
    ReturnType<typeof voiceFigures>,
    ReturnType<typeof voiceFigures>,
  ];
  const names = (one.length > 0 ? one : other).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Paper component="section" className="surface" p="md" mt="md" aria-labelledby="voice">
      <Title order={2} size="h4" id="voice" mb="sm">
        {t('Voice')}
      </Title>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={t('Voice, a table that scrolls')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Figure')}</Table.Th>
              {['A', 'B', 'B − A'].map((column) => (
                <Table.Th key={column} scope="col" ta="end">
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((name, index) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                {[one[index], other[index]].map((figure, side) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns that stay in their places
                  <Table.Td key={side} ta="end" className="figures">
                    {figure?.text ?? '–'}
                  </Table.Td>
                ))}
                <Table.Td ta="end" className="figures" fw={600}>
                  {differenceOf(one[index], other[index])}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
