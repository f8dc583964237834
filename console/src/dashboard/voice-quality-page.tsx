import { NativeSelect, Paper, SimpleGrid, Skeleton, Table, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { PageHeading } from '../components/page-heading.tsx';
import { TroubleNotice } from '../components/trouble-notice.tsx';
import { type DashboardWindow, type QualityLine, useVoiceQuality, type VoiceQuality } from '../server/dashboard.ts';
import styles from './dashboard.module.css';
import { windowOptions } from './window-options.ts';

const milliseconds = (value: number | null): string =>
  value === null ? '–' : `${Math.round(value).toLocaleString('en')} ms`;
const percent = (value: number | null): string => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);

/** In the order in which they happen; `total` is their sum. */
const stages = [
  { key: 'endpoint', name: 'End of turn', what: 'from the last sound of the caller until the turn is over' },
  { key: 'recognition', name: 'Recognition', what: 'until the final words are there' },
  { key: 'agent', name: 'Agent', what: 'until the first words of the reply' },
  { key: 'synthesis', name: 'Synthesis', what: 'until the first sound of the reply' },
  { key: 'queue', name: 'Queue', what: 'until the first sound is sent' },
  { key: 'network', name: 'Network', what: 'until the caller hears it' },
  { key: 'total', name: 'Total', what: 'what the caller waits' },
] as const;

/** How calls sounded: latency by stage, interruptions and recognition, by agent and by day. */
export function VoiceQualityPage() {
  const [window, setWindow] = useState<DashboardWindow>('7d');
  const { data, isError, error, refetch } = useVoiceQuality(window);
  return (
    <>
      <PageHeading
        title="Voice quality"
        lead="How long callers wait for an answer, and how often they interrupt. Browser tests are not counted."
        aside={
          <NativeSelect
            aria-label="Time"
            data={[...windowOptions]}
            value={window}
            onChange={({ currentTarget }) => setWindow(currentTarget.value as DashboardWindow)}
          />
        }
      />
      {isError && (
        <TroubleNotice title="Could not load the figures" advice={error.message} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Skeleton height={320} />}
      {data !== undefined && <Quality quality={data} />}
    </>
  );
}

function Quality({ quality }: { readonly quality: VoiceQuality }) {
  const { total, refused_calls: refused, agents, days } = quality;
  const tiles = [
    { name: 'Calls', value: total.calls.toLocaleString('en') },
    { name: 'Answered turns', value: total.turns.toLocaleString('en') },
    { name: 'Wait, median', value: milliseconds(total.latency_ms.total.p50) },
    { name: 'Wait, 95 %', value: milliseconds(total.latency_ms.total.p95) },
    { name: 'Interrupted', value: percent(total.interruption_rate) },
    { name: 'Word confidence', value: percent(total.word_confidence) },
    { name: 'Refused calls', value: refused.toLocaleString('en') },
  ];
  if (total.calls + refused === 0) return <Text className="quiet">No calls with an answered turn in this time.</Text>;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="sm" mb="md">
        {tiles.map(({ name, value }) => (
          <Paper key={name} className={`surface ${styles.tile}`}>
            <Text size="sm" className="quiet">
              {name}
            </Text>
            <div className={styles.value}>{value}</div>
          </Paper>
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Part title="Latency by stage" id="stages" columns={['Stage', 'Median', '95 %']}>
          {stages.map(({ key, name, what }) => (
            <Table.Tr key={key}>
              <Table.Td>
                {name}
                <Text size="xs" className="quiet">
                  {what}
                </Text>
              </Table.Td>
              <Figure text={milliseconds(total.latency_ms[key].p50)} />
              <Figure text={milliseconds(total.latency_ms[key].p95)} />
            </Table.Tr>
          ))}
        </Part>
        <Part title="Agents" id="quality-of-agents" columns={lineColumns('Agent')}>
          {agents.map((line) => (
            <Line key={line.agent_uuid ?? line.agent_name} name={line.agent_name} line={line} />
          ))}
        </Part>
        <Part title="Days" id="quality-of-days" columns={lineColumns('Day')}>
          {days.toReversed().map((line) => (
            <Line key={line.date} name={line.date} line={line} />
          ))}
        </Part>
      </SimpleGrid>
    </>
  );
}

const lineColumns = (first: string) => [first, 'Turns', 'Wait, median', 'Wait, 95 %', 'Interrupted'];

const Figure = ({ text }: { readonly text: string }) => (
  <Table.Td ta="right" className="figures">
    {text}
  </Table.Td>
);

const Line = ({ name, line }: { readonly name: string; readonly line: QualityLine }) => (
  <Table.Tr>
    <Table.Td>{name}</Table.Td>
    <Figure text={line.turns.toLocaleString('en')} />
    <Figure text={milliseconds(line.latency_ms.total.p50)} />
    <Figure text={milliseconds(line.latency_ms.total.p95)} />
    <Figure text={percent(line.interruption_rate)} />
  </Table.Tr>
);

interface PartProps {
  readonly title: string;
  readonly id: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

const Part = ({ title, id, columns, children }: PartProps) => (
  <Paper component="section" className="surface" p="md" aria-labelledby={id}>
    <Title order={2} size="h4" id={id} mb="sm">
      {title}
    </Title>
    <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={`${title}, a table that scrolls`}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) => (
              <Table.Th key={column} scope="col" ta={index === 0 ? 'left' : 'right'}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  </Paper>
);
