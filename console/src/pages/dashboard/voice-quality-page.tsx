import { Group, NativeSelect, Paper, SimpleGrid, Skeleton, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { type DashboardWindow, type QualityLine, useVoiceQuality, type VoiceQuality } from '../../server/dashboard.ts';
import { ChartPanel } from '../../shared/charts/chart-panel.tsx';
import type { ListAddress } from '../../shared/data-table/list-address.ts';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { percent } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { callsBehind } from '../../shared/statistics/counted-address.ts';
import { plain } from '../../shared/statistics/numbers.ts';
import styles from '../../shared/statistics/tiles.module.css';
import { dayNames } from '../../shared/statistics/trend-chart.tsx';
import { windowOptions } from '../../shared/statistics/window-options.ts';

const milliseconds = (value: number | null): string =>
  value === null ? '–' : t('{ms} ms', { ms: Math.round(value).toLocaleString(numberLocale) });
const shareText = (value: number | null): string => (value === null ? '–' : percent(value, 1));

const wholeWait = { key: 'total', name: t('Total'), what: t('what the caller waits') } as const;
/** In chronological order. `total` is their sum. */
const stages = [
  { key: 'endpoint', name: t('End of turn'), what: t('from the last sound of the caller until the turn is over') },
  { key: 'recognition', name: t('Recognition'), what: t('until the final words are there') },
  { key: 'agent', name: t('Agent'), what: t('until the first words of the reply') },
  { key: 'synthesis', name: t('Synthesis'), what: t('until the first sound of the reply') },
  { key: 'queue', name: t('Queue'), what: t('until the first sound is sent') },
  { key: 'network', name: t('Network'), what: t('until the caller hears it') },
  wholeWait,
] as const;

type StageKey = (typeof stages)[number]['key'];

/** Page of voice quality: latency by stage, interruptions and recognition, by agent and by day. */
export function VoiceQualityPage() {
  const address = useListAddress('/voice-quality');
  const window = windowOptions.find(({ value }) => value === address.get('window'))?.value ?? usualWindow;
  const { data, isError, error, refetch } = useVoiceQuality(window);
  return (
    <>
      <PageHeading
        title={t('Voice quality')}
        lead={t('How long callers wait for an answer, and how often they interrupt. Browser tests are not counted.')}
        aside={
          <NativeSelect
            aria-label={t('Time')}
            data={[...windowOptions]}
            value={window}
            onChange={({ currentTarget: { value } }) => address.set({ window: value === usualWindow ? '' : value })}
          />
        }
      />
      {isError && (
        <TroubleNotice title={t('Could not load the figures')} advice={error.message} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Skeleton height={320} />}
      {data !== undefined && <Quality quality={data} address={address} />}
    </>
  );
}

const usualWindow: DashboardWindow = '7d';

interface QualityProps {
  readonly quality: VoiceQuality;
  readonly address: ListAddress;
}

function Quality({ quality, address }: QualityProps) {
  const { total, refused_calls: refused, agents } = quality;
  const stage = stages.find(({ key }) => key === address.get('stage')) ?? wholeWait;
  const chosen = agents.find((agent) => keyOf(agent) === address.get('agent'));
  const days = chosen?.days ?? quality.days;
  const behind = { time: { window: quality.window }, segments: [], project: 'none' };
  const refusedCalls = callsBehind(behind, { status: 'failed', end_reason: 'over_capacity' });
  const tiles = [
    { name: t('Calls'), value: plain(total.calls) },
    { name: t('Answered turns'), value: plain(total.turns) },
    { name: t('Wait, median'), value: milliseconds(total.latency_ms.total.p50) },
    { name: t('Wait, 95%'), value: milliseconds(total.latency_ms.total.p95) },
    { name: t('Interrupted'), value: shareText(total.interruption_rate) },
    { name: t('Word confidence'), value: shareText(total.word_confidence) },
    { name: t('Refused calls'), value: plain(refused), href: refusedCalls },
  ];
  if (total.calls + refused === 0)
    return (
      <Paper className="surface" p="lg">
        <Text fw={600}>{t('No calls with an answered turn in this time.')}</Text>
        <Text className="quiet" mt={4}>
          {t('Choose a longer time, or call an agent: its waits and interruptions are shown here after the call.')}
        </Text>
      </Paper>
    );
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="sm" mb="md">
        {tiles.map(({ name, value, href }) => (
          <Paper key={name} className={`surface ${styles.tile}`}>
            <Text size="sm" className="quiet">
              {name}
            </Text>
            {href === undefined ? (
              <div className={styles.value}>{value}</div>
            ) : (
              <Link href={href} className={`${styles.value} ${styles.number}`}>
                {value}
                <span className="unseen"> {t('{name}: show the calls', { name: name.toLowerCase() })}</span>
              </Link>
            )}
          </Paper>
        ))}
      </SimpleGrid>
      <Group gap="sm" mb="md" align="flex-end">
        <NativeSelect
          label={t('Stage of the wait')}
          data={stages.map(({ key, name }) => ({ value: key, label: name }))}
          value={stage.key}
          onChange={({ currentTarget: { value } }) => address.set({ stage: value === wholeWait.key ? '' : value })}
        />
        <NativeSelect
          label={t('Days of')}
          data={[
            { value: '', label: t('All agents') },
            ...agents.map((agent) => ({ value: keyOf(agent), label: agent.agent_name })),
          ]}
          value={chosen === undefined ? '' : keyOf(chosen)}
          onChange={({ currentTarget: { value } }) => address.set({ agent: value })}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Part title={t('Latency by stage')} id="stages" columns={[t('Stage'), t('Median'), '95%']}>
          {stages.map(({ key, name, what }) => (
            <Table.Tr key={key}>
              <Table.Td>
                {name}
                <Text size="xs" className="quiet">
                  {what}
                </Text>
              </Table.Td>
              <Figure text={milliseconds((chosen ?? total).latency_ms[key].p50)} />
              <Figure text={milliseconds((chosen ?? total).latency_ms[key].p95)} />
            </Table.Tr>
          ))}
        </Part>
        <ChartPanel
          id={'waits'}
          shape={'columns'}
          unit={t('Milliseconds')}
          each={t('Day')}
          title={t('{name}: wait of 95% of turns, by day', { name: stage.name })}
          bars={days.flatMap(({ date, latency_ms: { [stage.key]: wait } }) =>
            wait.p95 === null ? [] : [{ ...dayNames(date), key: date, value: Math.round(wait.p95) }],
          )}
          empty={t('No answered turns in this time.')}
        />
      </SimpleGrid>
      <SimpleGrid cols={1} spacing="md" mt="md">
        <Part title={t('Agents')} id="quality-of-agents" columns={lineColumns(t('Agent'), stage.name)}>
          {agents.map((agent) => (
            <Line key={keyOf(agent)} name={agent.agent_name} line={agent} stage={stage.key} />
          ))}
        </Part>
        <Part
          title={chosen === undefined ? t('Days') : t('Days of {agentName}', { agentName: chosen.agent_name })}
          id="quality-of-days"
          columns={lineColumns(t('Day'), stage.name)}
        >
          {days.toReversed().map((line) => (
            <Line key={line.date} name={line.date} line={line} stage={stage.key} />
          ))}
        </Part>
      </SimpleGrid>
    </>
  );
}

/** Key in the URL; `none` for calls without an agent. */
const keyOf = ({ agent_uuid: uuid }: VoiceQuality['agents'][number]): string => uuid ?? 'none';

const lineColumns = (first: string, stage: string) => [
  ...[
    first,
    t('Turns'),
    t('{stage}, median', { stage }),
    `${stage}, 95%`,
    t('Interrupted'),
    t('Confidence'),
    t('Refused'),
  ],
];

const Figure = ({ text }: { readonly text: string }) => (
  <Table.Td ta="end" className="figures">
    {text}
  </Table.Td>
);

interface LineProps {
  readonly name: string;
  readonly line: QualityLine;
  readonly stage: StageKey;
}

const Line = ({ name, line, stage }: LineProps) => (
  <Table.Tr>
    <Table.Td style={{ whiteSpace: 'nowrap' }}>{name}</Table.Td>
    <Figure text={plain(line.turns)} />
    <Figure text={milliseconds(line.latency_ms[stage].p50)} />
    <Figure text={milliseconds(line.latency_ms[stage].p95)} />
    <Figure text={shareText(line.interruption_rate)} />
    <Figure text={shareText(line.word_confidence)} />
    <Figure text={plain(line.refused_calls)} />
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
    <Table.ScrollContainer
      minWidth={0}
      type="native"
      tabIndex={0}
      aria-label={t('{title}, a table that scrolls', { title })}
    >
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) => (
              <Table.Th key={column} scope="col" ta={index === 0 ? 'start' : 'end'}>
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
